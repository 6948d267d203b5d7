/** CPU that the local service uses for runs and their pages. */
import { createServer } from "node:http";
import { createClient } from "../../client/index.ts";
import { openOnLoopback } from "../../local/httpServer.ts";
import { processorMsOf } from "./processes.ts";

const ITEMS_A_PAGE = 20;
/** The median length of shop pages, in characters. */
const FILLER = "lorem ipsum dolor sit amet ".repeat(1_000);

const pageOf = (number: number): string =>
  `<!doctype html><title>Shop</title><main>${Array.from(
    { length: ITEMS_A_PAGE },
    (_, item) =>
      `<article><h2><a href="/item/${number}-${item}">Item ${number}-${item}</a></h2><b>€ ${item}.50</b></article>`,
  ).join("")}</main><a rel="next" href="/list?page=${number + 1}">Next</a><p>${FILLER}</p>`;

/** A shop with endless list pages. */
export const startShop = () => {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://shop");
    response.writeHead(pathname === "/list" ? 200 : 404, { "content-type": "text/html" });
    response.end(pathname === "/list" ? pageOf(Number(searchParams.get("page") ?? 1)) : "");
  });
  return openOnLoopback(server);
};

/** How much to run. */
export interface Work {
  /** Runs of one page. */
  readonly runs: number;
  /** Pages of the long run. */
  readonly pages: number;
}

interface Target {
  readonly url: string;
  readonly apiKey: string;
  readonly pid: number;
  /** Of the shop. */
  readonly shop: string;
}

/** Milliseconds of one core for a run of one page, and for each further page. */
export const measureWork = async ({ url, apiKey, pid, shop }: Target, { runs, pages }: Work) => {
  const client = createClient({ url, apiKey, retries: 20 });
  const makeFlow = async (maxPages: number): Promise<string> => {
    const { id } = await client.createFlow({
      name: `${maxPages} pages`,
      mode: "extract",
      url: `http://${shop}/list`,
      pace: { concurrency: 16, delayMs: 0 },
      limits: { maxPages },
      steps: [
        { type: "extract", selector: "article", fields: ["title: h2", "url: a@href", "price: b | number"] },
        { type: "paginate", selector: "a[rel=next]" },
      ],
    });
    return id;
  };
  /** @returns the pages that were opened, which the plan may limit */
  const runOnce = async (flowId: string): Promise<number> => {
    const { id } = await client.createRun({ flowId });
    const { status, error, pagesFetched } = await client.waitForRun(id);
    if (status !== "completed") throw new Error(`A run of the benchmark ${status}: ${error?.message}`);
    return pagesFetched;
  };
  const [short, long] = [await makeFlow(1), await makeFlow(pages)];
  const taking = async (work: () => Promise<void>): Promise<number> => {
    const before = processorMsOf(pid);
    await work();
    return processorMsOf(pid) - before;
  };
  // By then all code for a run is loaded and compiled.
  await runOnce(short);
  await runOnce(short);
  const runsMs = await taking(async () => {
    for (let n = 0; n < runs; n += 1) await runOnce(short);
  });
  let opened = 1;
  const pagesMs = await taking(async () => {
    opened = await runOnce(long);
  });
  const runCpuMs = runsMs / runs;
  return { runCpuMs, pageCpuMs: (pagesMs - runCpuMs) / (opened - 1) };
};
