/** `npm run bench -- --crawl`: one worker crawls a large made site, each page once. */
import { parseArgs } from "node:util";
import { runLong } from "./longRunProcess.ts";

const USAGE = `Usage: npm run bench -- --crawl [--json] [--pages <number>] [--addresses <number>]

Crawls --pages pages (default: 200000) of a made site of --addresses (default: as many), each of which leads to twelve new
ones, or to more if that takes the crawl to all addresses. It fails if a page is missing or comes twice. known, the addresses
that were found; seconds, how long it took; cpuMsPerPage, the
worker's processor time; memoryMb, the most memory the worker took;
checkpointBytesPerPage, what it wrote so that another worker could continue.`;

/** Pages that each page is the first to lead to, at least. */
const NEW_LINKS = 12;

interface Crawl {
  readonly pages: number;
  readonly known: number;
  readonly seconds: number;
  readonly cpuMsPerPage: number;
  readonly memoryMb: number;
  readonly checkpointBytesPerPage: number;
}

const { values } = parseArgs({
  options: {
    crawl: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
    pages: { type: "string", default: "200000" },
    addresses: { type: "string" },
  },
});

const main = async (): Promise<void> => {
  const { pages, addresses = pages, json } = values;
  const newLinks = String(Math.max(NEW_LINKS, Math.ceil(Number(addresses) / Number(pages))));
  const crawl = await runLong<Crawl>({
    site: ["site/crawl.ts", addresses, newLinks],
    worker: "contenders/crawl.ts",
    args: [pages, addresses, newLinks],
  });
  if (json) console.log(JSON.stringify(crawl));
  else console.table([crawl]);
};

if (values.help) console.log(USAGE);
else await main();
process.exit();
