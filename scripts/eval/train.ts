/**
 * Trains the extraction models on `train` and scores them on `dev`: `node scripts/eval/train.ts [--content]
 * [--kind] [--claims] [--columns] [--events] [--names] [--recipes] [--texts] [--write]`. Without any of the first eight flags, all models are
 * trained. `npm run eval -- --unseen` scores them on sources that they have not seen.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Forest } from "../../src/engine/extract/content/forest.ts";
import { setMissing } from "./sets.ts";
import { FIELDS, learnClaims, loadClaimSamples, predictClaims, reportClaims } from "./train/claims.ts";
import { columnSamples, learnColumns, reportColumns } from "./train/columns.ts";
import { learnContent, predictContent, reportContent } from "./train/content.ts";
import { EVENT_SETS, learnEvents, loadEventDays, loadEventPlaces } from "./train/events.ts";
import { learnKind, predictKind, reportKind } from "./train/kind.ts";
import { loadKindSamples, writtenKindSamples } from "./train/kindSamples.ts";
import { learnNames, loadNameSamples, NAME_SETS } from "./train/names.ts";
import { learnLines, loadLineSamples } from "./train/recipes.ts";
import { loadSamples } from "./train/samples.ts";
import { learnTexts, reportTexts, textSamples } from "./train/texts.ts";
import { loadLessons } from "./written/pages.ts";

const EXTRACT = join(import.meta.dirname, "..", "..", "src", "engine", "extract");
const has = (flag: string): boolean => process.argv.includes(`--${flag}`);

/** Writes forests to a module beside the code that uses them. */
const write = (folder: string, name: string, forests: Readonly<Record<string, Forest>>): void => {
  if (!has("write")) return;
  const at = folder === "content" ? "." : `${"../".repeat(folder.split("/").length)}content`;
  const texts = Object.entries(forests).map(
    ([forest, value]) => `export const ${forest}: Forest = ${JSON.stringify(value)};\n`,
  );
  writeFileSync(
    join(EXTRACT, folder, name),
    `/** Written by \`node scripts/eval/train.ts --write\`; see \`docs/quality.md\`. Do not edit by hand. */\nimport type { Forest } from "${at}/forest.ts";\n\n${texts.join("\n")}`,
  );
};

const trainContent = (): void => {
  const model = learnContent(loadSamples("train"))();
  write("content", "weights.ts", { FIRST: model.first, SECOND: model.second });
  reportContent("dev", predictContent(loadSamples("dev"), model));
};

/** Uses the main content, so it is trained after the content model. */
const trainKind = (): void => {
  const model = learnKind([...loadKindSamples("train"), ...writtenKindSamples(loadLessons())]);
  write("scorer/kind", "kindWeights.ts", { KIND: model.looks, ASKED: model.asked });
  reportKind("dev", predictKind(loadKindSamples("dev"), model));
};

/** Like the kind model, it uses the main content. */
const trainClaims = (): void => {
  const samples = loadClaimSamples("train");
  const forests = FIELDS.map((field) => [field, learnClaims(samples[field], field)] as const);
  write(
    "scorer/claims",
    "weights.ts",
    Object.fromEntries(forests.map(([field, forest]) => [field.toUpperCase(), forest])),
  );
  const others = loadClaimSamples("dev");
  for (const [field, forest] of forests) reportClaims(`dev, ${field}`, predictClaims(others[field], forest));
};

/** Trains only: `npm run eval -- --sets` scores these forests on stripped pages. */
const trainRecipes = (): void => {
  const samples = loadLineSamples("train");
  const [ingredients, ingredientsAgain] = learnLines(samples, "ingredients");
  const [instructions, instructionsAgain] = learnLines(samples, "instructions");
  write("sources/recipes", "weights.ts", {
    INGREDIENTS: ingredients,
    INGREDIENTS_AGAIN: ingredientsAgain,
    INSTRUCTIONS: instructions,
    INSTRUCTIONS_AGAIN: instructionsAgain,
  });
};

const trainEvents = (): void => {
  const forests = learnEvents(loadEventDays("train"), loadEventPlaces("train"));
  write("scorer/claims", "eventWeights.ts", forests);
  const { EVENT_DAY, EVENT_PLACE } = forests;
  reportClaims("dev, day of an event", predictClaims(loadEventDays("dev"), EVENT_DAY), EVENT_SETS);
  reportClaims("dev, place of an event", predictClaims(loadEventPlaces("dev"), EVENT_PLACE), EVENT_SETS);
};

/** Uses the title claims, among others. */
const trainNames = (): void => {
  const forest = learnNames(loadNameSamples("train"));
  write("scorer/claims", "nameWeights.ts", { NAME: forest });
  reportClaims("dev, name", predictClaims(loadNameSamples("dev"), forest), NAME_SETS);
};

/** Learns from pages of the project, without `../shared`. */
const trainColumns = (): void => {
  const samples = columnSamples(loadLessons());
  write("scorer/records", "columnWeights.ts", { COLUMNS: learnColumns(samples) });
  reportColumns(samples);
};

/** So does the choice among the texts of pages about one thing. */
const trainTexts = (): void => {
  const samples = textSamples(loadLessons());
  write("scorer/single", "textWeights.ts", { TEXTS: learnTexts(samples) });
  reportTexts(samples);
};

const missing = setMissing("content");
const OWN = { columns: trainColumns, texts: trainTexts };
const own = Object.entries(OWN).filter(([part]) => has(part));
if (own.length > 0) for (const [, train] of own) train();
else if (missing !== null) console.log(missing);
else {
  const parts = {
    ...OWN,
    content: trainContent,
    kind: trainKind,
    claims: trainClaims,
    names: trainNames,
    recipes: trainRecipes,
    events: trainEvents,
  };
  const named = Object.entries(parts).filter(([part]) => has(part));
  for (const [, train] of named.length > 0 ? named : Object.entries(parts)) train();
}
