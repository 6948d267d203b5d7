import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { RUN_CHANGES } from "../../../src/store/runs/runStates.ts";

const ARCHITECTURE = join(import.meta.dirname, "../../../docs/architecture.md");

it("docs/architecture.md shows the run transitions of the store", () => {
  const text = readFileSync(ARCHITECTURE, "utf8");
  const section = text.slice(text.indexOf("## The states of a run")).split("\n## ")[0] ?? "";
  const rows = [...section.matchAll(/^\| `(\w+)` \|([^|]*)\|([^|]*)\|/gm)];
  const states = (cell = "") => cell.split(",").flatMap((name) => name.trim().replaceAll("`", "") || []);
  const shown = Object.fromEntries(
    rows.map(([, change, from, to]) => [change, { from: states(from), to: states(to) }]),
  );
  expect(shown).toEqual(RUN_CHANGES);
});
