/** Each section of the runbook that has commands is run as it stands there, by a test or by the rehearsal. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { commandsIn } from "../../../scripts/rehearse/runbook.ts";
import { OperateQueuesRequest } from "../../../src/contract/messages.ts";

const ROOT = join(import.meta.dirname, "../../..");
const RUNBOOK = readFileSync(join(ROOT, "docs/operations.md"), "utf8");

const SECTIONS = RUNBOOK.split(/^#{2,3} /m)
  .slice(1)
  .filter((section) => section.includes("```sh\n"))
  .map((section) => section.split("\n")[0] ?? "");

const RUNNERS = ["test/api", "test/unit/scripts", "scripts/rehearse"].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(ROOT, folder, name), "utf8")),
);
const runs = (title: string): boolean =>
  RUNNERS.some((code) => new RegExp(`\\b(?:followRunbook|commandsIn)\\(\\s*"${title}"`).test(code));

describe("the runbook", () => {
  it("has sections with commands", () => {
    expect(SECTIONS).toEqual(
      expect.arrayContaining(["Redrive", "Restore", "Roll back", "Delete an account"]),
    );
  });

  it.each(SECTIONS)("has its section %s run as it stands there", (title) => {
    expect([title, runs(title)]).toEqual([title, true]);
  });

  it("redrives every queue that can be redriven", () => {
    const redriven = commandsIn("Redrive").flatMap((command) => /--redrive (\S+)/.exec(command)?.[1] ?? []);
    const { options } = OperateQueuesRequest.shape.redrive.unwrap();
    expect(redriven.sort()).toEqual([...options].sort());
  });
});
