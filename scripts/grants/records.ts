import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { GrantRecord } from "../../local/iam/record.ts";

/** Where test suites write what roles allow and what was used. */
export const GRANT_RECORDS = ".build/grants";

/** Each function's grants and their use, over all tests. @throws Error if nothing was recorded */
export const readRecords = (folder: string): GrantRecord => {
  const files = listFiles(folder);
  const records = files.map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as GrantRecord);
  const names = [...new Set(records.flatMap(({ functions }) => Object.keys(functions)))];
  const all = (name: string, kind: "granted" | "used") => [
    ...new Set(records.flatMap(({ functions }) => functions[name]?.[kind] ?? [])),
  ];
  return {
    functions: Object.fromEntries(
      names.map((name) => [name, { granted: all(name, "granted"), used: all(name, "used") }]),
    ),
    denied: records.flatMap(({ denied }) => denied),
  };
};

const listFiles = (folder: string): readonly string[] => {
  let files: readonly string[] = [];
  try {
    files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    // Reported below.
  }
  if (files.length === 0) throw new Error("No test has recorded what functions do: run `npm test` first.");
  return files;
};
