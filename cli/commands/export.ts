import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Command, Option } from "commander";
import type { ExportFormat } from "../../client/exports.ts";
import { openContext, type World } from "../context.ts";
import { UsageError } from "../failure.ts";
import { type Selection, withSelection } from "../selection.ts";

interface ExportFlags extends Selection {
  readonly format: ExportFormat;
  readonly formulas?: "escape" | "keep";
  readonly output?: string;
}

export const addExport = (program: Command, world: World): void => {
  withSelection(program.command("export"))
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
    .action(async (id: string, { format, formulas, output: file, ...selection }: ExportFlags, command) => {
      const { client, output } = await openContext(world, command);
      if (format === "xlsx" && file === undefined && world.stdout.isTTY)
        throw new UsageError("XLSX is binary. Name a file with --output or pipe it to another program.");
      const { body } = await client.runs.openExport(id, format, {
        signal: world.signal,
        ...(formulas && { formulas }),
        ...selection,
      });
      const source = Readable.from(body ?? []);
      if (file === undefined) return pipeline(source, world.stdout, { end: false });
      await pipeline(source, createWriteStream(file));
      output.record({ run: id, format, file });
    });
};
