/**
 * `npm run openapi` writes the files generated from the operation table: docs/openapi.json and the generated
 * part of the client. With `--check` it fails if one of them is out of date.
 */
import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { buildOpenApi } from "../src/contract/openapi/openapi.ts";
import { generateClient } from "./client/index.ts";
import { generateVocabulary } from "./client/vocabulary.ts";

const ROOT = join(import.meta.dirname, "..");

/** Formatted with the project's formatter, so that generated code reads like any other. */
const format = (file: string, text: string): string => {
  const args = ["format", `--stdin-file-path=${file}`];
  const { status, stdout, stderr, error } = spawnSync("biome", args, {
    cwd: ROOT,
    input: text,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`biome could not format ${file}: ${error?.message ?? stderr}`);
  return stdout;
};

const document = buildOpenApi(packageJson.version);
const outputs: readonly (readonly [file: string, text: string])[] = [
  ["docs/openapi.json", `${JSON.stringify(document, null, 2)}\n`],
  ["client/generated.ts", format("client/generated.ts", generateClient(document))],
  ["client/vocabulary.ts", format("client/vocabulary.ts", generateVocabulary(document))],
];

for (const [file, text] of outputs) {
  const path = join(ROOT, file);
  if (!process.argv.includes("--check")) await writeFile(path, text);
  else if ((await readFile(path, "utf8").catch(() => "")) !== text) {
    console.error(`${file} is stale: run \`npm run openapi\` and commit it.`);
    process.exitCode = 1;
  }
}
