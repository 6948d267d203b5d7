import { type Command, InvalidArgumentError, Option } from "commander";
import type { Client, PageStatus, Run, RunStatus, RunSummary } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { openContext, printFirst, type World, wholeNumber } from "../context.ts";
import { listIn } from "../lists.ts";
import { showDollars } from "../money.ts";
import type { Output } from "../output.ts";
import { pricesOfFlow } from "../prices.ts";
import { type Selection, withSelection } from "../selection.ts";
import { expectCompleted, sayWarnings, watchRun } from "../watch.ts";

const showSeconds = (durationMs: number): string => `${(durationMs / 1_000).toFixed(1)} s`;

const readableSummary = ({
  itemsExtracted: items,
  pagesFetched: pages,
  dataPointsExtracted: values,
  pages: outcomes,
  currencies = {},
  duration,
  cost,
  warnings,
  ...run
}: RunSummary): object => ({
  ...run,
  duration: showSeconds(duration),
  items,
  values,
  pages,
  ...(outcomes && { failedPages: outcomes.failed }),
  currencies: [...new Set(Object.values(currencies))].map((code) => code ?? "several").join(", ") || null,
  cost: showDollars(cost),
  warnings: warnings.map(({ message }) => message),
});

/** A run for people: with units, and without the log and items, which have their own commands. */
const readableRun = ({
  logs: _,
  outputPreview: __,
  screenshots: ___,
  costBreakdown: ____,
  ...run
}: Run): object => ({
  ...readableSummary(run),
  opening: run.opening && `${run.opening.url}, since ${run.opening.since}`,
  error: run.error === null ? null : `${run.error.code}: ${run.error.message}`,
});

const printSummary = (output: Output, run: RunSummary): void =>
  output.record(output.isJson ? run : readableSummary(run));

const printRun = (output: Output, run: Run): void => output.record(output.isJson ? run : readableRun(run));

/** The service's maximum page size. */
const MAX_PAGE = 200;

interface RunFilters {
  readonly flow?: string;
  readonly status?: RunStatus;
  readonly trigger?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

interface PageFilters {
  readonly status?: PageStatus;
  readonly limit: number;
}

interface RunFlags {
  readonly urls?: string;
  readonly watch?: true;
  readonly input: Readonly<Record<string, string>>;
}

/** Adds one `name=value` to the earlier ones. */
const namedValue = (written: string, earlier: Readonly<Record<string, string>>): Record<string, string> => {
  const at = written.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("Write it as name=value.");
  return { ...earlier, [written.slice(0, at)]: written.slice(at + 1) };
};

/** The values, typed as the flow declares them; undefined if there are none. */
const typedInput = async (client: Client, flowId: string, input: RunFlags["input"]) => {
  if (Object.keys(input).length === 0) return undefined;
  const { inputs } = await client.flows.get(flowId);
  const typed = (name: string, value: string): string | number =>
    inputs[name] === "number" && value.trim() !== "" && !Number.isNaN(Number(value)) ? Number(value) : value;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, typed(name, value)]));
};

/** Adds `gleaner run` or `gleaner runs create`. */
const addRun = (command: Command, world: World): void => {
  command
    .argument("<flow>")
    .option("--input <name=value>", "a value for an input of the flow; may be repeated", namedValue, {})
    .option(
      "--urls <file>",
      "open the URLs in this file instead: .csv, .ndjson, or one per line (- for standard input)",
    )
    .option("--watch", "follow the run until it ends; the exit code is 1 if it failed")
    .description("run a flow")
    .action(async (flowId: string, { watch, input, urls }: RunFlags) => {
      const { client, output } = await openContext(world, command);
      const started = await client.runs.create({
        flowId,
        input: await typedInput(client, flowId, input),
        ...(urls !== undefined && (await listIn(client, urls, world))),
      });
      if (!watch) return printSummary(output, started);
      output.say(`${started.id} is queued.`);
      const run = await watchRun(client, output, started.id, world.signal);
      printRun(output, run);
      sayWarnings(output, run);
      expectCompleted(run);
    });
};

/** What became of the pages and sites of a run. */
const addOutcomes = (runs: Command, world: World): void => {
  runs
    .command("pages")
    .argument("<run>")
    .description("list the pages of a run over a list of URLs or a crawl")
    .addOption(
      new Option("--status <status>", "only show pages with this status").choices(CHOICES.PageStatus),
    )
    .option("--limit <count>", "maximum number to show", wholeNumber, 50)
    .action(async (id: string, { limit, ...filters }: PageFilters, command) => {
      const { client, output } = await openContext(world, command);
      await printFirst(
        output,
        client.runs.listPages(id, filters),
        limit,
        ["status", "items", "url", "error"],
        ({ error, ...page }) => ({ ...page, error: error?.message ?? null }),
      );
    });
  runs
    .command("sites")
    .argument("<run>")
    .description("list the sites of a run over a list of sites")
    .addOption(
      new Option("--status <status>", "only show sites with this status").choices(CHOICES.PageStatus),
    )
    .option("--limit <count>", "maximum number to show", wholeNumber, 50)
    .action(async (id: string, { limit, ...filters }: PageFilters, command) => {
      const { client, output } = await openContext(world, command);
      await printFirst(
        output,
        client.runs.listSites(id, filters),
        limit,
        ["status", "items", "pages", "failedPages", "url", "error"],
        ({ error, ...site }) => ({ ...site, error: error?.message ?? null }),
      );
    });
};

export const addRuns = (program: Command, world: World): void => {
  addRun(program.command("run"), world);
  const runs = program.command("runs").description("start, list, follow and export runs");
  addRun(runs.command("create"), world);
  runs
    .command("list")
    .description("list runs, newest first")
    .option("--flow <flow>", "filter by flow")
    .addOption(new Option("--status <status>", "filter by status").choices(CHOICES.RunStatus))
    .option("--trigger <trigger>", "filter by trigger")
    .option("--from <time>", "from this time")
    .option("--to <time>", "before this time")
    .option("--limit <count>", "maximum number to show", wholeNumber, 50)
    .action(async ({ flow, limit, ...filters }: RunFilters, command) => {
      const { client, output } = await openContext(world, command);
      await printFirst(
        output,
        client.runs.list({ flowId: flow, ...filters }),
        limit,
        ["flowName", "id", "status", "startedAt", "items", "duration", "cost", "origin"],
        readableSummary,
      );
    });
  runs
    .command("get")
    .argument("<run>")
    .description("show a run's status, counts, cost and error")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      printRun(output, await client.runs.get(id));
    });
  addOutcomes(runs, world);
  runs
    .command("watch")
    .argument("<run>")
    .description("follow a run until it ends")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      const run = await watchRun(client, output, id, world.signal);
      printRun(output, run);
      sayWarnings(output, run);
      expectCompleted(run);
    });
  withSelection(runs.command("items"))
    .argument("<run>")
    .option("--limit <count>", "maximum number to show", wholeNumber, 50)
    .description("show the items a run has collected")
    .action(async (id: string, { limit, ...selection }: { limit: number } & Selection, command) => {
      const { client, output } = await openContext(world, command);
      const list = client.runs.listItems(id, { limit: Math.min(limit, MAX_PAGE), ...selection });
      const { data } = await list;
      const columns = [...new Set(data.flatMap((item) => Object.keys(item)))];
      if (output.isJson) return printFirst(output, list, limit, columns);
      const { flowId, currencies } = await client.runs.get(id);
      await printFirst(
        output,
        list,
        limit,
        columns,
        (item) => item,
        await pricesOfFlow(client, flowId, currencies),
      );
    });
  runs
    .command("cancel")
    .argument("<run>")
    .description("cancel a run, keeping the items it has collected")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      printSummary(output, await client.runs.cancel(id));
    });
  runs
    .command("delete")
    .argument("<run>")
    .description("delete a finished run with its log and items")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      output.record(await client.runs.delete(id));
    });
  runs
    .command("retry")
    .argument("<run>")
    .option("--failed", "only retry the pages that failed, of a list of URLs or a crawl")
    .option("--from-snapshots", "use the pages the run saved instead of fetching them again")
    .description("run a run's flow again")
    .action(
      async (id: string, { fromSnapshots, failed }: { fromSnapshots?: true; failed?: true }, command) => {
        const { client, output } = await openContext(world, command);
        const from = fromSnapshots ? "snapshots" : failed ? "failed" : "source";
        printSummary(output, await client.runs.retry(id, { from }));
      },
    );
};
