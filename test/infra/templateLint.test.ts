import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "@jest/globals";
import { ACCEPTED_BY_LINTER } from "../../scripts/rehearse/lint.ts";
import { synthesiseStage } from "../helpers/synth.ts";

/** AWS's own linter comes from Python's index: it is an extra, for machines that have it. */
const version = ((): string | null => {
  try {
    return execFileSync("cfn-lint", ["--version"], { encoding: "utf8" }).trim();
  } catch {
    return null;
  }
})();

const lint = async (template: string): Promise<string[]> => {
  const options = ["--format", "parseable", "--ignore-checks", ...Object.keys(ACCEPTED_BY_LINTER)];
  const outcome = await promisify(execFile)("cfn-lint", [...options, "--template", template]).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? String(error) }),
  );
  return (outcome.stdout ?? "").split("\n").filter((line) => line !== "");
};

const describeWithLinter = version === null ? describe.skip : describe;

describeWithLinter("the templates (skipped without cfn-lint: pip install cfn-lint)", () => {
  it.each(["data", "service"])(
    "pass cfn-lint: the %s stack in production",
    async (stack) => {
      const { outputFolder } = synthesiseStage("prod");
      expect(await lint(join(outputFolder, `gleaner-prod-${stack}.template.json`))).toEqual([]);
    },
    300_000,
  );
});
