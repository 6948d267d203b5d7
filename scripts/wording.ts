/**
 * `node scripts/wording.ts`: fails if the product, its docs or its code contain a phrase of the table in
 * docs/writing.md.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { escapePattern } from "../src/contract/wording.ts";
import { listSources } from "./sources.ts";

const ROOT = join(import.meta.dirname, "..");
const GUIDE = "docs/writing.md";

const ROW = /^\| (?<not>[^|]+) \| (?<but>[^|]+) \|$/gm;

interface Wording {
  readonly not: string;
  readonly but: string;
}

const readTable = (): readonly Wording[] =>
  [...readFileSync(join(ROOT, GUIDE), "utf8").matchAll(ROW)]
    .map(({ groups }) => groups as unknown as Wording)
    .filter(({ not }) => not !== "not");

/** Written by scripts: weights, one of which lists words. */
const WEIGHTS = /eights\.ts$/;
const listFiles = (): readonly string[] =>
  listSources("*.ts", "*.tsx", "*.md").filter(
    (file) => file !== GUIDE && file !== "CHANGELOG.md" && !WEIGHTS.test(file),
  );

/** Matches a phrase across line breaks, in any letter case. */
const patternOf = ({ not }: Wording): RegExp =>
  new RegExp(`(?<!\\w)${not.split(" ").map(escapePattern).join("[\\s*/]+")}(?!\\w)`, "gi");

const wordings = readTable().map((wording) => ({ ...wording, pattern: patternOf(wording) }));
if (wordings.length === 0) throw new Error(`${GUIDE} has no table of words.`);

for (const file of listFiles()) {
  const text = readFileSync(join(ROOT, file), "utf8");
  for (const { not, but, pattern } of wordings)
    for (const { index } of text.matchAll(pattern)) {
      const line = text.slice(0, index).split("\n").length;
      console.error(`${file}:${line}: write "${but}" rather than "${not}" (${GUIDE}).`);
      process.exitCode = 1;
    }
}
