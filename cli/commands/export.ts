import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Command, Option } from "commander";
import type { ExportFormat } from "../../client/exports.ts";
import { openContext, type World } from "../context.ts";
import { exportToFolder } from "../exportFolder.ts";
import { UsageError } from "../failure.ts";
import { type Selection, withSelection } from "../selection.ts";

interface ExportFlags extends Selection {
  readonly format: ExportFormat | "parquet";
  readonly formulas?: "escape" | "keep";
  readonly output?: string;
  readonly folder?: string;
}

/** Exports the run in parts. @throws UsageError for what parts cannot be */
const exportInParts = async (
  world: World,
  command: Command,
  id: string,
  { format, formulas, output: file, folder = "", ...selection }: ExportFlags,
): Promise<void> => {
  if (format === "xlsx") throw new UsageError("XLSX is one file. Use --output instead of --folder.");
  if (file !== undefined) throw new UsageError("Use --output for one file or --folder for parts, not both.");
  if (Object.values(selection).some((value) => value !== undefined))
    throw new UsageError("--folder exports all items. Use --output to select some of them.");
  const { client, output } = await openContext(world, command);
  const { signal } = world;
  const wish = { format, folder, signal, ...(formulas && { formulas }) };
  const { itemCount, partCount } = await exportToFolder(client, output, id, wish);
  output.record({ run: id, format, folder, items: itemCount, files: partCount });
};

export const addExport = (program: Command, world: World): void => {
  withSelection(program.command("export"))
    .argument("<run>")
    .addOption(
      new Option("--format <format>").choices(["ndjson", "csv", "xlsx", "parquet"]).default("ndjson"),
    )
    .addOption(
      new Option("--formulas <how>", "csv: values that look like spreadsheet formulas").choices([
        "escape",
        "keep",
      ]),
    )
    .option("--output <file>", "write to a file instead of standard output")
    .option("--folder <folder>", "write a run of any size to this folder, in parts with a manifest")
    .description("export a run's items, as one file or in parts")
    .action(async (id: string, flags: ExportFlags, command: Command) => {
      const { format, formulas, output: file, folder, ...selection } = flags;
      if (folder !== undefined) return exportInParts(world, command, id, flags);
      if (format === "parquet")
        throw new UsageError("Parquet is written in parts. Name a folder for them with --folder.");
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
