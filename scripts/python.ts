/**
 * `npm run package:python [-- --out <folder> --json]`: builds the Python client from docs/openapi.json with
 * `openapi-python-client` from PyPI and the files in `scripts/python`, installs it in its own environment and
 * tests it against the service on this machine. Writes `dist/python`, or `<folder>/python` with `--out`.
 * Without Python 3.11 or PyPI it says so and skips.
 */

import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runCommandLine } from "../lib/setup-error.ts";
import { startService } from "../local/demo/service.ts";
import { openOnLoopback } from "../local/httpServer.ts";
import { createShutdown } from "../local/shutdown.ts";
import { run } from "./rehearse/command.ts";
import { FOLDER, ROOT } from "./rehearse/place.ts";
import { install, lacksPython, type PythonTool, programOf } from "./rehearse/python.ts";

const OWN_FILES = join(ROOT, "scripts/python");
const GENERATOR: PythonTool = { name: "openapi-python-client", version: "0.29.1" };

/** Must match `requires-python` in pyproject.toml. */
const OLDEST_MINOR = 11;

const SETTINGS = {
  // No formatters: they are separate programs.
  post_hooks: [],
  package_name_override: "gleaner",
  // The generator supports only this type of text.
  content_type_overrides: { "application/atom+xml": "text/plain" },
};

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>;
}

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`).replace(/\W+/g, "_");

/** What the generator would read as JSON, whatever the answer is. */
const JSON_ANSWER = /^ {4}if response\.status_code == 200:\n/m;
const FILE_ANSWER = `    if response.status_code == 200 and "json" not in response.headers.get("Content-Type", ""):
        return response.text if response.headers.get("Content-Type", "").startswith("text/") else response.content

`;

/** Lets operations that answer with JSON or with a file return the file: a text, or bytes. */
const returnFiles = async (folder: string, operations: readonly Operation[]): Promise<void> => {
  for (const { operationId, tags, responses } of operations) {
    const types = Object.keys(responses["200"]?.content ?? {});
    if (types.length < 2) continue;
    const module = join(folder, snakeCase(tags[0]?.toLowerCase() ?? ""), `${snakeCase(operationId)}.py`);
    const code = await readFile(module, "utf8");
    if (!JSON_ANSWER.test(code)) throw new Error(`${module} reads its answer in another way.`);
    await writeFile(
      module,
      code.replace(JSON_ANSWER, (found) => FILE_ANSWER + found),
    );
  }
};

/** Writes the package. @returns the number of its operations */
const makePackage = async (out: string): Promise<number> => {
  const settings = join(FOLDER, "openapi-python-client.json");
  const api = join(ROOT, "docs/openapi.json");
  const { paths } = JSON.parse(await readFile(api, "utf8")) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await writeFile(settings, JSON.stringify(SETTINGS));
  await run(programOf(GENERATOR, "openapi-python-client"), [
    ...["generate", "--path", api, "--config", settings, "--meta", "none"],
    ...["--output-path", join(out, "gleaner"), "--overwrite", "--fail-on-warning"],
  ]);
  for (const module of ["connection.py", "results.py", "webhooks.py"])
    await cp(join(OWN_FILES, module), join(out, "gleaner", module));
  await returnFiles(join(out, "gleaner/api"), operations);
  await writeFile(join(out, "gleaner/py.typed"), "");
  await cp(join(OWN_FILES, "README.md"), join(out, "README.md"));
  const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { version: string };
  const project = await readFile(join(OWN_FILES, "pyproject.toml"), "utf8");
  await writeFile(
    join(out, "pyproject.toml"),
    project.replace('version = "0.0.0"', `version = "${version}"`),
  );
  return operations.length;
};

const LAMPS = Array.from({ length: 120 }, (_, at) => `<li><b>Lamp ${at}</b> <i>$${at + 1}.50</i></li>`);
const PAGE = `<!doctype html><title>Lamps</title><h1>Lamps</h1><ul>${LAMPS.join("")}</ul>`;

/** Installs the package and runs its checks against the service. */
const checkPackage = async (out: string): Promise<{ readonly passed: number; readonly failed: number }> => {
  const environment = join(FOLDER, "python-client");
  const python = join(environment, "bin/python");
  await run("python3", ["-m", "venv", "--clear", environment]);
  await run(python, ["-m", "pip", "install", "--quiet", out]);
  // Left in the package's folder by the installation.
  for (const left of ["build", "gleaner_client.egg-info"])
    await rm(join(out, left), { recursive: true, force: true });
  const shutdown = createShutdown();
  try {
    const site = createServer((_request, response) => {
      response.setHeader("content-type", "text/html").end(PAGE);
    });
    const { host, close } = await openOnLoopback(site);
    shutdown.add(close);
    const { url, apiKey } = await startService([host], shutdown.add);
    const printed = await run(python, [join(OWN_FILES, "check.py"), url, apiKey, `http://${host}/`]);
    return JSON.parse(printed.trim().split("\n").at(-1) ?? "{}");
  } finally {
    await shutdown.run();
  }
};

await runCommandLine(async () => {
  const { values } = parseArgs({
    options: {
      out: { type: "string", default: join(ROOT, "dist") },
      json: { type: "boolean", default: false },
    },
  });
  const out = join(resolve(values.out), "python");
  await mkdir(FOLDER, { recursive: true });
  const skipped = (await lacksPython(OLDEST_MINOR)) ?? (await install(GENERATOR));
  if (skipped) {
    console.log(values.json ? JSON.stringify({ skipped }) : `Skipped the Python client: ${skipped}`);
    return;
  }
  const operations = await makePackage(out);
  const checks = await checkPackage(out);
  console.log(
    values.json
      ? JSON.stringify({ operations, ...checks })
      : `The Python client is in ${out}: ${operations} operations, ${checks.passed} checks passed, ${checks.failed} failed.`,
  );
  if (checks.failed > 0) process.exitCode = 1;
});
