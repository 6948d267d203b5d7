import { createWriteStream } from "node:fs";
import { extname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Command, Option } from "commander";
import { type CrawlRequest, startCrawl } from "../../client/crawl.ts";
import type { Item } from "../../client/index.ts";
import { urlOf } from "../addresses.ts";
import { openContext, type World, wholeNumber } from "../context.ts";
import { writePages } from "../markdownFolder.ts";
import { expectCompleted, sayWarnings, watchRun } from "../watch.ts";

interface CrawlOptions extends Pick<CrawlRequest, "exclude" | "match" | "within" | "depth" | "name"> {
  readonly maxPages: number;
  readonly ignoreQuery?: true;
  readonly output?: string;
}

const MAX_PAGES = 100;

const linesOf = async function* (items: AsyncIterable<Item>): AsyncGenerator<string> {
  for await (const item of items) yield `${JSON.stringify(item)}\n`;
};

const isFile = (output: string): boolean => /^\.(?:ndjson|jsonl)$/i.test(extname(output));

/** Adds `gleaner crawl`: the pages of a site as Markdown. */
export const addCrawl = (program: Command, world: World): void => {
  program
    .command("crawl")
    .argument("<url>")
    .option("-o, --output <path>", "a folder, one Markdown file for each page, or pages.ndjson")
    .option("--match <pattern...>", "only pages that match one of these, such as /docs/*")
    .option("--exclude <pattern...>", "no pages that match one of these, such as *?sort=*")
    .addOption(
      new Option("--within <what>", "where to stay (default: site)").choices(["site", "host", "path"]),
    )
    .option("--ignore-query", "open each path once")
    .option("--depth <links>", "how many links away from the page to go", wholeNumber)
    .option("--max-pages <count>", "maximum number of pages", wholeNumber, MAX_PAGES)
    .option("--name <name>", "name of the flow that the crawl is stored as")
    .description("collect a site's pages as Markdown: one JSON object per line, or a folder")
    .action(async (address: string, { output: path, ...where }: CrawlOptions, command: Command) => {
      const { client, output } = await openContext(world, command);
      const { signal } = world;
      const { flowId, runId, name } = await startCrawl(client, { url: urlOf(address), ...where }, { signal });
      const run = await watchRun(client, output, runId, signal);
      // A crawl that failed half-way has pages, too.
      const items = client.runs.items(runId, { signal });
      if (path === undefined) await pipeline(Readable.from(linesOf(items)), world.stdout, { end: false });
      else if (isFile(path)) await pipeline(Readable.from(linesOf(items)), createWriteStream(path));
      else {
        const written = await writePages(items, path, (count) => output.progress(`Writing page ${count} …`));
        output.endProgress();
        output.say(`${written} ${written === 1 ? "page" : "pages"} in ${path}`);
      }
      if (output.isJson && path !== undefined)
        output.record({ flowId, runId, status: run.status, output: path });
      sayWarnings(output, run);
      output.say(`Stored as the flow "${name}": gleaner run ${flowId} crawls again.`);
      expectCompleted(run);
    });
};
