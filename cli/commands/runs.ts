import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Command, Option } from "commander";
import type { ExportFormat } from "../../client/exports.ts";
import type { Run, RunStatus, RunSummary } from "../../client/index.ts";
import { CHOICES } from "../../client/vocabulary.ts";
import { openContext, printFirst, type World, wholeNumber } from "../context.ts";
import { UsageError } from "../failure.ts";
import type { Output } from "../output.ts";
import { expectCompleted, sayWarnings, watchRun } from "../watch.ts";

const showSeconds = (durationMs: number): string => `${(durationMs / 1_000).toFixed(1)} s`;
const showDollars = (cost: number): string => `$${cost.toFixed(6)}`;

const readableSummary = (run: RunSummary): object => ({
  ...run,
  duration: showSeconds(run.duration),
  cost: showDollars(run.cost),
});

/** For people: without what has commands of its own (the log, the items), and with units. */
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
  warnings: run.warnings.map(({ message }) => message),
});

const printRun = (output: Output, run: Run): void => output.record(output.isJson ? run : readableRun(run));

interface RunFilters {
  readonly flow?: string;
  readonly status?: RunStatus;
  readonly trigger?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

export const addRuns = (program: Command, world: World): void => {
  program
    .command("run")
    .argument("<flow>")
    .option("--watch", "follow the run until it ends; the exit code is 1 if it failed")
    .description("run a flow")
    .action(async (flowId: string, { watch }: { watch?: true }, command: Command) => {
      const { client, output } = await openContext(world, command);
      const started = await client.createRun({ flowId });
      if (!watch) return output.record(started);
      output.say(`${started.id} is queued.`);
      const run = await watchRun(client, output, started.id, world.signal);
      printRun(output, run);
      sayWarnings(output, run);
      expectCompleted(run);
    });

  const runs = program.command("runs").description("runs of flows");
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
        client.listRuns({ flowId: flow, ...filters }),
        limit,
        ["id", "flowName", "status", "origin", "startedAt", "duration", "itemsExtracted", "cost"],
        readableSummary,
      );
    });
  runs
    .command("get")
    .argument("<run>")
    .description("show a run's status, counts, cost and error")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      printRun(output, await client.getRun(id));
    });
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
  runs
    .command("cancel")
    .argument("<run>")
    .description("cancel a run, keeping the items it has collected")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      output.record(await client.cancelRun(id));
    });
  runs
    .command("delete")
    .argument("<run>")
    .description("delete a finished run with its log and items")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      output.record(await client.deleteRun(id));
    });
  runs
    .command("retry")
    .argument("<run>")
    .option("--from-snapshots", "use the pages the run saved instead of fetching them again")
    .description("run a run's flow again")
    .action(async (id: string, { fromSnapshots }: { fromSnapshots?: true }, command) => {
      const { client, output } = await openContext(world, command);
      output.record(
        await client.retryRun(id, {
          from: fromSnapshots ? "snapshots" : "source",
        }),
      );
    });
};

interface ExportFlags {
  readonly format: ExportFormat;
  readonly formulas?: "escape" | "keep";
  readonly output?: string;
}

export const addExport = (program: Command, world: World): void => {
  program
    .command("export")
    .argument("<run>")
    .addOption(new Option("--format <format>").choices(["ndjson", "csv", "xlsx"]).default("ndjson"))
    .addOption(
      new Option("--formulas <how>", "csv: values that look like spreadsheet formulas").choices([
        "escape",
        "keep",
      ]),
    )
    .option("--output <file>", "write to a file instead of standard output")
    .description("export a run's items as one file")
    .action(async (id: string, { format, formulas, output: file }: ExportFlags, command) => {
      const { client, output } = await openContext(world, command);
      if (format === "xlsx" && file === undefined && world.stdout.isTTY)
        throw new UsageError("XLSX is binary. Name a file with --output or pipe it to another program.");
      const { body } = await client.openExport(id, format, {
        signal: world.signal,
        ...(formulas && { formulas }),
      });
      const source = Readable.from(body ?? []);
      if (file === undefined) return pipeline(source, world.stdout, { end: false });
      await pipeline(source, createWriteStream(file));
      output.record({ run: id, format, file });
    });
};
