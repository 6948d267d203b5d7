/**
 * Learns the main-content model from `train` of `content`, `articles` and `pages`, and says how well it does on
 * `dev`: `node scripts/eval/train.ts [--write] [--cross]`. `--cross` also cross-validates over the sites of `train`.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Forest } from "../../src/engine/extract/content/forest.ts";
import { setMissing } from "./sets.ts";
import { crossValidate, judgeContent, learnContent, reportContent } from "./train/content.ts";
import { loadSamples } from "./train/samples.ts";

const WEIGHTS = join(import.meta.dirname, "..", "..", "src", "engine", "extract", "content", "weights.ts");
const print = (name: string, forest: Forest): string =>
  `export const ${name}: Forest = ${JSON.stringify(forest)};\n`;

const missing = setMissing("content");
if (missing !== null) console.log(missing);
else {
  const samples = loadSamples("train");
  if (process.argv.includes("--cross")) reportContent("sites of train held out", crossValidate(samples));
  const model = learnContent(samples);
  if (process.argv.includes("--write"))
    writeFileSync(
      WEIGHTS,
      `/** Written by \`node scripts/eval/train.ts --write\`; \`docs/quality.md\` says how. Policy as data, never edited by hand. */\nimport type { Forest } from "./forest.ts";\n\n${print("FIRST", model.first)}\n${print("SECOND", model.second)}`,
    );
  reportContent("dev", judgeContent(loadSamples("dev"), model));
}
