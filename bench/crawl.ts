/** `npm run bench -- --crawl`: one worker crawls a large made site, each page once. */
import { parseArgs } from "node:util";
import { runLong } from "./longRunProcess.ts";

const USAGE = `Usage: npm run bench -- --crawl [--json] [--pages <number>] [--addresses <number>]

Crawls --pages pages (default: 200000) of a made site of --addresses (default: as many), each of which leads to twelve new
ones. It fails if a page is missing or comes twice. seconds, how long it took; cpuMsPerPage, the
worker's processor time; memoryMb, the most memory the worker took;
checkpointBytesPerPage, what it wrote so that another worker could continue.`;

interface Crawl {
  readonly pages: number;
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
  const crawl = await runLong<Crawl>({
    site: ["site/crawl.ts", addresses],
    worker: "contenders/crawl.ts",
    args: [pages],
  });
  if (json) console.log(JSON.stringify(crawl));
  else console.table([crawl]);
};

if (values.help) console.log(USAGE);
else await main();
process.exit();
