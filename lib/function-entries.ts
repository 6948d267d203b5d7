/** The files of functions, which must be those that the contract asks for. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { entryOf, FUNCTION_KINDS, type FunctionRow } from "./functions.ts";

/** The files of all functions, as paths in the project. */
export const listEntries = async (root: string): Promise<string[]> => {
  const folders = await Promise.all(
    FUNCTION_KINDS.map(async (kind) => {
      const files = await readdir(join(root, "functions", kind)).catch(() => []);
      return files.filter((file) => file.endsWith(".ts")).map((file) => `functions/${kind}/${file}`);
    }),
  );
  return folders.flat();
};

/** Lists contract rows without a function file, and function files without a row. */
export const findEntryProblems = (rows: Iterable<FunctionRow>, files: readonly string[]): string[] => {
  const expected = new Map([...rows].map((row) => [entryOf(row), row]));
  const present = new Set(files);
  const missing = [...expected]
    .filter(([file]) => !present.has(file))
    .map(([file, row]) => `${row.name} (${row.kind}) has no function file: ${file} is missing.`);
  const stray = files
    .filter((file) => !expected.has(file))
    .map((file) => `${file} belongs to no operation or worker in src/contract: remove it or add its row.`);
  return [...missing, ...stray];
};
