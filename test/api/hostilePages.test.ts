/** Pages, patterns and selectors designed to exhaust the service: each gets a proper answer. */
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { EXHAUSTING } from "../../scripts/attack/exhaustingPages.ts";
import { endOfRun, newAccount } from "../helpers/api.ts";
import { listen } from "../helpers/pageServer.ts";

jest.setTimeout(180_000);

/** What a request may take: the gateway itself gives up after 30 s. */
const REQUEST_MS = 29_500;
/** Codes that say what is the matter with the page. */
const OWN = ["timeout", "target-unsupported", "target-failed", "invalid-request"];

let server: Server;
let url: string;
let account: Awaited<ReturnType<typeof newAccount>>;
beforeAll(async () => {
  server = createServer((request, response) => {
    response.on("error", () => undefined);
    const page = EXHAUSTING[decodeURIComponent((request.url ?? "").slice(1))]?.();
    if (page) response.writeHead(200, { "content-type": "text/html", ...page.headers }).end(page.body);
    else response.writeHead(404).end();
  });
  url = `http://127.0.0.1:${await listen(server)}`;
  account = await newAccount();
});
afterAll(
  () =>
    new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    }),
);

const address = (name: string): string => `${url}/${encodeURIComponent(name)}`;

/** The answer, while another request is answered too. */
const askBeside = async (path: string, body: object) => {
  const startedAt = performance.now();
  const [answer, other] = await Promise.all([account.post(path, body), account.get("/account")]);
  expect(other.status).toBe(200);
  expect(performance.now() - startedAt).toBeLessThan(REQUEST_MS);
  return answer;
};

const run = async (name: string, step: object) => {
  const flow = {
    name,
    mode: "extract",
    url: address(name),
    steps: [{ type: "extract", ...step }],
    render: "static",
  };
  const { body } = await account.post("/flows", flow);
  const queued = await account.post("/runs", { flowId: body.data.id });
  return endOfRun(account, queued.body.data.id);
};

describe("a hostile page", () => {
  it.each([
    "a class attribute of 16 MB",
    "an id of 16 MB",
    "500,000 nested divs",
    "500,000 keys of JSON",
    "JSON of 8,000,000 numbers",
    "JSON nested 2,000,000 deep",
    "NDJSON of 12 MB",
    "gzip in gzip",
    "a table of 1,936 records",
    "a table of 240,000 cells in 240 rows",
  ])("is answered in time by /extract and /generate: %s", async (name) => {
    for (const [path, body] of [
      ["/extract", { url: address(name), render: "static" }],
      ["/generate", { url: address(name), prompt: "names and prices of all products" }],
    ] as const) {
      const answer = await askBeside(path, body);
      if (answer.status === 200) expect(answer.body.data).toBeTruthy();
      else expect(OWN).toContain(answer.body.error?.code);
    }
  });
});

describe("a run that cannot finish", () => {
  it.each([
    ["an alternation", `/(${Array(38).fill("a").join("|")})*b/`],
    ["nested repetitions", "/^(a+)+$/"],
    ["many repetitions", "/a*a*a*a*a*a*a*a*b/"],
  ])("fails once and names the field when its pattern does not end, by %s", async (_, pattern) => {
    const fields = [`title: :scope | regex(${pattern})`];
    const ended = await run("bait for patterns", { selector: "p", fields });
    expect(ended).toMatchObject({
      status: "failed",
      error: {
        code: "timeout",
        step: "steps[0]",
        retryable: false,
        message: expect.stringContaining('"title"'),
      },
    });
  });

  it("fails with a timeout, or completes, when its selector does not end", async () => {
    const ended = await run("bait for patterns", {
      selector: "div:has(div:has(div:has(div:has(b))))",
      fields: ["text: :scope"],
    });
    expect([undefined, "timeout"]).toContain(ended.error?.code);
  });
});

/** Much less than a run takes that one worker abandons and the next takes over. */
const RUN_MS = 60_000;

describe("a run over a hostile page", () => {
  it.each(["a paragraph of 16 MB", "a table of 8,000,000 rows"])(
    "completes, or fails with an error that says why, in one worker: %s",
    async (name) => {
      const ended = await run(name, {});
      if (ended.status === "completed") expect(ended.itemsExtracted).toBeGreaterThan(0);
      else expect(OWN).toContain(ended.error?.code);
      expect(ended.duration).toBeLessThan(RUN_MS);
    },
  );

  it("keeps and returns every line of 12 MB of NDJSON", async () => {
    const ended = await run("NDJSON of 12 MB", {});
    expect(ended).toMatchObject({ status: "completed", itemsExtracted: 250_000 });
    const page = await account.get(`/runs/${ended.id}/items?limit=2`);
    expect(page.body).toMatchObject({ data: [{ name: "Item 0" }, { name: "Item 1" }] });
  });
});

describe("doubly gzipped content", () => {
  it("is reported as such", async () => {
    const answer = await account.post("/extract", { url: address("gzip in gzip") });
    expect(answer.body.error).toMatchObject({
      code: "target-unsupported",
      message: expect.stringContaining("gzip"),
    });
  });
});
