/** Biome's own rules are its maker's to test; these are ours (`scripts/lint`). */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

const ROOT = join(import.meta.dirname, "../../..");
const MESSAGE = "A single statement needs no braces.";

const REFUSED = [
  "if (a) {\n  b();\n}",
  "if (a) {\n  b();\n} else c();",
  "if (a) b();\nelse {\n  c();\n}",
  "for (const d of a) {\n  b(d);\n}",
  "for (let n = 0; n < 3; n += 1) {\n  b(n);\n}",
  "while (a) {\n  b();\n}",
];
const ALLOWED = [
  "if (a) b();",
  "if (a) {\n  b();\n  c();\n}",
  "if (a) {\n  // Because of c.\n  b();\n}",
  "for (const d of a) {\n  if (d) b(d);\n}",
  "try {\n  b();\n} catch {\n  c();\n}",
];

describe("the lint rule for braces", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "gleaner-lint-"));
    const plugins = [join(ROOT, "scripts/lint/braces.grit")];
    writeFileSync(
      join(folder, "biome.json"),
      JSON.stringify({ plugins, linter: { rules: { preset: "none" } } }),
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const lint = (codes: readonly string[]): string => {
    const files = codes.map((code, n) => {
      writeFileSync(join(folder, `code${n}.ts`), `${code}\n`);
      return `code${n}.ts`;
    });
    const biome = join(ROOT, "node_modules/.bin/biome");
    const env = { ...process.env, NODE_OPTIONS: "" };
    const { stdout, stderr } = spawnSync(biome, ["lint", ...files], { cwd: folder, env, encoding: "utf8" });
    return `${stdout}${stderr}`;
  };

  it("refuses them around a single statement", () => {
    const said = lint(REFUSED);
    for (const [n] of REFUSED.entries()) expect(said).toContain(`code${n}.ts:`);
    expect(said.split(MESSAGE)).toHaveLength(REFUSED.length + 1);
  });

  it("allows them around several statements, a condition, a loop, or a statement with a comment", () => {
    expect(lint(ALLOWED)).not.toContain(MESSAGE);
  });
});
