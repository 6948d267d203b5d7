import type { Command } from "commander";
import type { Export } from "../../client/index.ts";
import { openContext, printFirst, type World, wholeNumber } from "../context.ts";

const COLUMNS = ["id", "format", "status", "items", "files", "createdAt", "expiresAt"] as const;

const rowOf = ({ id, format, status, itemCount, partCount, error, createdAt, expiresAt }: Export) => ({
  id,
  format,
  status,
  items: itemCount,
  files: partCount,
  createdAt,
  expiresAt,
  ...(error && { error: error.message }),
});

export const addExports = (program: Command, world: World): void => {
  const exports = program.command("exports").description("list and cancel exports of runs in parts");
  exports
    .command("list")
    .argument("<run>")
    .description("list a run's exports, newest first")
    .option("--limit <count>", "maximum number to show", wholeNumber, 50)
    .action(async (run: string, { limit }: { limit: number }, command: Command) => {
      const { client, output } = await openContext(world, command);
      await printFirst(output, client.runs.listExports(run), limit, COLUMNS, rowOf);
    });
  exports
    .command("cancel")
    .argument("<run>")
    .argument("<export>")
    .description("cancel an unfinished export, keeping the files written so far for seven days")
    .action(async (run: string, id: string, _options, command: Command) => {
      const { client, output } = await openContext(world, command);
      const cancelled = await client.runs.cancelExport(run, id);
      output.record(output.isJson ? cancelled : rowOf(cancelled));
    });
};
