/** Recipes without markup: ingredients, steps and times from the lines of a page. */
import { findAll } from "domutils";
import { type Forest, predict } from "../../content/forest.ts";
import { chooseThreshold } from "../../content/select.ts";
import type { Table } from "../../content/table.ts";
import type { PageDocument } from "../../page/document.ts";
import type { Line } from "../../page/lines.ts";
import { textOf } from "../../page/text.ts";
import { holds } from "../../page/tree.ts";
import { parseMinutes } from "../../values/durations.ts";
import { conceptsOf } from "../../vocabulary/fields.ts";
import vocabulary from "../../vocabulary/recipes.json" with { type: "json" };
import { type Fact, labelOf, makeFact, placeOf } from "../facts.ts";
import { cleanEntry } from "../text/sections.ts";
import { sumTimes, type Time } from "../times.ts";
import { describeAgain, describeLines, isMeasured } from "./lineFeatures.ts";
import { INGREDIENTS, INGREDIENTS_AGAIN, INSTRUCTIONS, INSTRUCTIONS_AGAIN } from "./weights.ts";

const words = (list: string): RegExp => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})\\.?`, "iu");

/** Pages with fewer lines that contain an amount have no recipe. */
const MIN_MEASURED = 2;
/** Minimum likelihood of a line, even on uncertain pages. */
const LEAST = 0.15;
/** A list has at least `LEAST_LINES` lines that are this likely. */
const LIKELY = 0.5;

type Part = "ingredients" | "instructions";
const LEAST_LINES: Readonly<Record<Part, number>> = { ingredients: 3, instructions: 1 };

/** Ranks above lists found by heading or class name, which are right less often on held-out sites of `train`. */
const SURE = 1.04;
/** Ranks below them: pages with so few lines are rare in the training data. */
const UNSURE = 0.9;
const FEW_LINES = 40;

/** The forests of the first and second pass. */
const FORESTS: Readonly<Record<Part, readonly [Forest, Forest]>> = {
  ingredients: [INGREDIENTS, INGREDIENTS_AGAIN],
  instructions: [INSTRUCTIONS, INSTRUCTIONS_AGAIN],
};

/** The lines with the highest expected F1, counted by ingredient, or by word for steps. */
const chooseLines = (lines: readonly Line[], table: Table, part: Part): Line[] => {
  const [first, again] = FORESTS[part];
  const guesses = table.rows.map((row) => predict(first, row));
  const likelihoods = describeAgain(lines, table, guesses).rows.map((row) => predict(again, row));
  const sizes = lines.map(({ text }) => ({ words: part === "ingredients" ? 1 : text.split(/\s+/).length }));
  const threshold = Math.max(LEAST, chooseThreshold(sizes, likelihoods));
  const isSure = likelihoods.filter((likelihood) => likelihood >= LIKELY).length >= LEAST_LINES[part];
  return isSure ? lines.filter((_, at) => (likelihoods[at] ?? 0) >= threshold) : [];
};
/** Ingredients and steps among the lines of the page. */
const readLines = (lines: readonly Line[]): Fact[] => {
  const table = describeLines(lines);
  return (["ingredients", "instructions"] as const).flatMap((part) => {
    const found = chooseLines(lines, table, part);
    const entries = [...new Set(found.map(({ text }) => cleanEntry(text) || text))];
    const path = `lines ${found[0]?.key}`;
    return entries.length === 0
      ? []
      : [makeFact("list", part, entries, { factor: lines.length < FEW_LINES ? UNSURE : SURE, path })];
  });
};

/** Most reliable first: "total preparation time" is a total. */
const TIMES: readonly (readonly [Time, RegExp])[] = vocabulary.times.map(({ concept, form }) => [
  concept as Time,
  words(form),
]);
/** A time without a more specific name is the total. */
const ANY_TIME = words(vocabulary.anyTime);
const MAX_TIMES = 3_000;
const MAX_LINE = 90;
const MAX_VALUE = 60;
const MAX_BARRED = 200;

/** A label and its time: on one line, on the next line, or reversed ("20 min prep"). */
const splitLine = (text: string, next: string): readonly [label: string, value: string] | null => {
  if (text.length > MAX_LINE) return null;
  const at = text.search(/[\d½¼¾⅓⅔]/u);
  if (at > 0) return text.length - at > MAX_VALUE ? null : [text.slice(0, at), text.slice(at)];
  if (at === 0) return text.length <= MAX_VALUE / 2 ? [text, text] : null;
  return next.length <= MAX_VALUE && /^\D{0,6}[\d½¼¾⅓⅔]/u.test(next) && !/^\d+$/.test(next)
    ? [text, next]
    : null;
};

/** "Prep: 10 min | Cook: 20 min" are two lines to a reader. */
const BAR = /\s*[|·•]\s*/;

const readTimes = (lines: readonly Line[]): Fact[] => {
  const found = new Map<Time | "any", Fact>();
  const texts = lines.flatMap(({ text }) => (text.length <= MAX_BARRED ? text.split(BAR) : [text]));
  texts.forEach((text, index) => {
    const [label, value] = splitLine(text, texts[index + 1] ?? "") ?? ["", ""];
    const minutes = label === "" ? null : parseMinutes(value);
    if (minutes === null || minutes > MAX_TIMES) return;
    const [concept] = TIMES.find(([, pattern]) => pattern.test(label)) ?? [];
    const key = concept ?? (ANY_TIME.test(label) ? "any" : null);
    if (key === null || found.has(key)) return;
    const options = {
      concept: concept ?? "totalTime",
      factor: concept ? 1 : 0.6,
      origin: labelOf("label", label.trim()),
    };
    found.set(key, makeFact("pair", options.concept, [minutes], options));
  });
  const named = [...found].filter(([key]) => key !== "any").map(([, fact]) => fact);
  const any = found.get("any");
  const all = [...named, ...sumTimes(named)];
  return any && named.length === 0 ? [any] : all;
};

/** Recipe concepts, needed only if the caller asks for one, or the page has them. */
export const RECIPE_FIELDS = conceptsOf("recipe");

/** `titles`: the page's titles; empty if markup already names the recipe. */
export const readRecipe = (page: PageDocument, lines: readonly Line[], titles: readonly string[]): Fact[] => {
  const times = readTimes(lines);
  const hasAmounts = lines.filter(isMeasured).length >= MIN_MEASURED;
  return hasAmounts ? [...readLines(lines), ...times, ...readCard(page, titles)] : times;
};

const CARD_TITLE = /(?:^|[\s_-])recipe(?![\w-]*author)[\w-]*[-_](?:name|title|heading)(?:\s|$)/i;
const CARD_AUTHOR = /(?:^|[\s_-])recipe[\w-]*[-_]author(?:[-_]name)?(?:\s|$)/i;
const MAX_NAME = 120;

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
const SHARED = 0.5;

/** Minimum share of a page title's words in the recipe's name: "Recipe" alone is not a name. */
const TOLD = 0.25;

/** Whether a name is similar to one of the page's titles. */
const resembles = (name: string, titles: readonly string[]): boolean => {
  const own = wordsIn(name);
  return titles.some((title) => {
    const spoken = new Set(wordsIn(title));
    const shared = own.filter((word) => spoken.has(word)).length;
    return shared >= Math.max(1, own.length * SHARED) && shared >= spoken.size * TOLD;
  });
};

/** The origin of facts from a recipe card. */
export const CARD = placeOf("recipe card");

/** A recipe card within a story has its own title and author. */
const readCard = (page: PageDocument, titles: readonly string[]): Fact[] => {
  const list = (pattern: RegExp): string[] =>
    findAll(({ attribs }) => pattern.test(attribs.class ?? ""), page.root.children)
      // An ancestor can have a matching class name too: it comes before its descendants and is skipped.
      .filter((element, at, all) => !all.slice(at + 1, at + 2).some((next) => holds(element, next)))
      .map(textOf)
      .filter((text) => text !== "" && text.length <= MAX_NAME);
  const title = list(CARD_TITLE).find((text) => resembles(text, titles));
  const author = list(CARD_AUTHOR)[0]?.replace(/^(?:[^:]{2,20}:|by)\s*/i, "");
  return [
    ...(title ? [makeFact("content", "title", [title], { factor: 1.165, origin: CARD })] : []),
    ...(author ? [makeFact("content", "author", [author], { factor: 1.1, origin: CARD })] : []),
  ];
};
