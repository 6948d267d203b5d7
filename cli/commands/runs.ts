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
    .option("--watch", "follow the run to its end; the exit code says whether it completed")
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

  const runs = program.command("runs").description("executions of flows");
  runs
    .command("list")
    .description("list runs, newest first")
    .option("--flow <flow>", "only those of this flow")
    .addOption(new Option("--status <status>", "only these").choices(CHOICES.RunStatus))
    .option("--trigger <trigger>", "only those that this set off")
    .option("--from <time>", "no older than this")
    .option("--to <time>", "older than this")
    .option("--limit <count>", "how many at the most", wholeNumber, 50)
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
    .description("show a run: status, counts, cost, error")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      printRun(output, await client.getRun(id));
    });
  runs
    .command("watch")
    .argument("<run>")
    .description("follow a run to its end")
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
    .description("cancel a queued or running run; what it has collected stays")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      output.record(await client.cancelRun(id));
    });
  runs
    .command("delete")
    .argument("<run>")
    .description("delete a run that has ended, with its log and its items")
    .action(async (id: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      output.record(await client.deleteRun(id));
    });
  runs
    .command("retry")
    .argument("<run>")
    .option("--from-snapshots", "read the pages that the run kept, without a visit")
    .description("run the flow of a run again")
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
      new Option("--formulas <how>", "of csv: texts that a spreadsheet may take for formulas").choices([
        "escape",
        "keep",
      ]),
    )
    .option("--output <file>", "write to a file instead of standard output")
    .description("everything that a run collected, as one file")
    .action(async (id: string, { format, formulas, output: file }: ExportFlags, command) => {
      const { client, output } = await openContext(world, command);
      if (format === "xlsx" && file === undefined && world.stdout.isTTY)
        throw new UsageError("A workbook is no text: name a file with --output, or pipe it on.");
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
