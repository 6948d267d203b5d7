/** AWS's linter, on the synthesised templates. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "./command.ts";
import { assemblyOf } from "./place.ts";
import { install, type PythonTool, programOf } from "./python.ts";

const LINTER: PythonTool = { name: "cfn-lint", version: "1.58.0" };
const STAGE = "prod";
/** One bit per kind of finding. */
const LINTER_EXITS = [0, 2, 4, 6, 8, 10, 12, 14];

/** Rules that the CDK's own output breaks, each with a reason. */
export const ACCEPTED_BY_LINTER = {
  W6001:
    "the name of the table, which the data stack exports, is an output here too: operators look at one stack",
  W3005: "the CDK states a function's dependency on its role twice, which is redundant and harmless",
} as const;

interface Linted {
  readonly templates: number;
  readonly problems: readonly string[];
}

/** @returns what the linter found, or why it cannot be installed */
export const lintTemplates = async (): Promise<Linted | { readonly skipped: string }> => {
  const skipped = await install(LINTER);
  if (skipped !== null) return { skipped };
  const templates = readdirSync(assemblyOf(STAGE)).filter((name) => name.endsWith(".template.json"));
  const args = ["--format", "parseable", "--ignore-checks", ...Object.keys(ACCEPTED_BY_LINTER), "--"];
  const paths = templates.map((name) => join(assemblyOf(STAGE), name));
  const found = await run(programOf(LINTER, LINTER.name), [...args, ...paths], { exits: LINTER_EXITS });
  return { templates: templates.length, problems: found.split("\n").filter((line) => line !== "") };
};
