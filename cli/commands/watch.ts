import { type Command, Option } from "commander";
import { type FirstReading, startWatching, WATCHED, type Watched } from "../../client/watch.ts";
import { urlOf } from "../addresses.ts";
import { openContext, type World } from "../context.ts";
import { UsageError } from "../failure.ts";
import type { Output } from "../output.ts";
import { expectCompleted, sayWarnings, watchRun } from "../watch.ts";

interface WatchOptions {
  readonly text?: true;
  readonly picture?: true;
  readonly price?: true;
  readonly every: string;
  readonly name?: string;
}

/** Lines of a text that are shown of a first reading. */
const SHOWN_LINES = 20;
const READINGS = 50;

/** @throws UsageError for more than one of the options */
const watchedOf = (options: WatchOptions): Watched => {
  const asked = WATCHED.filter((watched) => options[watched]);
  if (asked.length > 1)
    throw new UsageError(`Choose one of ${asked.map((watched) => `--${watched}`).join(" and ")}.`);
  return asked[0] ?? "text";
};

const linesOf = (markdown: string): string => {
  const lines = markdown.split("\n");
  const more = lines.length - SHOWN_LINES;
  return [...lines.slice(0, SHOWN_LINES), ...(more > 0 ? [`… ${more} more lines`] : [])].join("\n");
};

const showReading = (output: Output, watch: Watched, records: FirstReading["records"]): void => {
  if (watch === "text")
    for (const { record } of records) {
      const heading = `# ${String(record.title ?? record.url)}`;
      const text = linesOf(String(record.markdown ?? ""));
      output.raw(`${text.split("\n")[0] === heading ? "" : `${heading}\n\n`}${text}\n`);
    }
  else if (watch === "price")
    output.list(
      records.map(({ record }) => record),
      ["name", "price", "currency", "availability"],
    );
  else
    output.list(
      records.map(({ record, pictureUrl }) => ({ ...record, picture: pictureUrl })),
      ["title", "width", "height", "picture"],
    );
};

/** Adds `gleaner watch`: a monitor of a page as a whole, with its first reading. */
export const addWatch = (program: Command, world: World): void => {
  program
    .command("watch")
    .argument("<url...>", "one page, or several")
    .option("--text", "watch what the page says (default)")
    .option("--picture", "watch what the page looks like")
    .option("--price", "watch the price and stock of the page's product")
    .addOption(new Option("--every <interval>", "how often: 15m, 6h or 1d").default("1h"))
    .option("--name <name>", "name of the monitor")
    .description("watch pages for changes, and show what they say now")
    .action(async (pages: string[], options: WatchOptions, command: Command) => {
      const watch = watchedOf(options);
      const { every, name } = options;
      const { client, output } = await openContext(world, command);
      const { signal } = world;
      const [url = "", ...more] = pages.map(urlOf);
      const started = await startWatching(client, { urls: [url, ...more], watch, every, name }, { signal });
      const { flowId } = started;
      const run = await watchRun(client, output, started.runId, signal);
      const { data: records } = await client.flows.listRecords(flowId, { limit: READINGS }, { signal });
      if (output.isJson) output.record({ ...started, watch, every, status: run.status, records });
      else showReading(output, watch, records);
      sayWarnings(output, run);
      output.say(
        `"${started.name}" is watched every ${every}: gleaner flows changes ${flowId} lists what has changed, gleaner flows pause ${flowId} ends it.`,
      );
      expectCompleted(run);
    });
};
