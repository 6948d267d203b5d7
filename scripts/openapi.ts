/** `npm run openapi` writes docs/openapi.json; with `--check` it fails where the file is stale. */
import { readFile, writeFile } from "node:fs/promises";
import packageJson from "../package.json" with { type: "json" };
import { buildOpenApi } from "../src/contract/openapi.ts";

const FILE = new URL("../docs/openapi.json", import.meta.url);

const expected = `${JSON.stringify(buildOpenApi(packageJson.version), null, 2)}\n`;

if (process.argv.includes("--check")) {
  const present = await readFile(FILE, "utf8").catch(() => "");
  if (present !== expected) {
    console.error("docs/openapi.json is stale: run `npm run openapi` and commit it.");
    process.exitCode = 1;
  }
} else {
  await writeFile(FILE, expected);
}
