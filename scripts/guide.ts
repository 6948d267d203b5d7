/**
 * `npm run guide` writes the parts of docs/guide that are generated from the contract. With `--check` it fails
 * if one of them is out of date.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renderErrors } from "./guide/errors.ts";
import { renderLimits } from "./guide/limits.ts";
import { renderSteps } from "./guide/steps.ts";

const FOLDER = join(import.meta.dirname, "../docs/guide");

const PAGES: Readonly<Record<string, () => string>> = {
  "fields-and-steps.md": renderSteps,
  "errors.md": renderErrors,
  "limits.md": renderLimits,
};

for (const [name, render] of Object.entries(PAGES)) {
  const file = join(FOLDER, name);
  if (!process.argv.includes("--check")) await writeFile(file, render());
  else if ((await readFile(file, "utf8").catch(() => "")) !== render()) {
    console.error(`docs/guide/${name} is stale: run \`npm run guide\` and commit it.`);
    process.exitCode = 1;
  }
}
