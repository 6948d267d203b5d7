/** What a recipe's page tells without markup: quantities in lines, and how long it takes. */
import { findAll } from "domutils";
import type { PageDocument } from "../../page/document.ts";
import type { Line } from "../../page/lines.ts";
import { textOf } from "../../page/text.ts";
import { holds } from "../../page/tree.ts";
import { parseMinutes } from "../../values/durations.ts";
import { conceptsOf } from "../../vocabulary/fields.ts";
import vocabulary from "../../vocabulary/recipes.json" with { type: "json" };
import { type Fact, makeFact } from "../facts.ts";
import { cleanEntry } from "../text/sections.ts";

const words = (list: string): RegExp => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})\\.?`, "iu");

/** Units of kitchens. */
const UNIT = words(vocabulary.units.join("|"));
/** East Asian pages put the amount behind the ingredient, with no blank between. */
const EAST_ASIAN = new RegExp(vocabulary.eastAsian, "u");
const STARTS = new RegExp(vocabulary.starts, "iu");
const LOOSE = new RegExp(vocabulary.loose, "i");
const NOT_FOOD = new RegExp(vocabulary.notFood, "iu");
const MAX_LENGTH = 160;

type Looks = "measured" | "loose" | "no";
const lookAt = ({ text }: Line): Looks => {
  if (text.length > MAX_LENGTH || text.length < 3 || NOT_FOOD.test(text)) return "no";
  if (EAST_ASIAN.test(text)) return "measured";
  const entry = cleanEntry(text);
  if (STARTS.test(entry) || STARTS.test(text)) return UNIT.test(text) ? "measured" : "loose";
  return LOOSE.test(entry) ? "loose" : "no";
};

const MIN_LINES = 3;
const FOOD_SHARE = 0.6;
const MEASURED_SHARE = 0.25;

/** Lines of one shape, most of which begin with how much of something is wanted. */
const findIngredients = (lines: readonly Line[]): readonly Line[] => {
  const rated = [...Map.groupBy(lines, ({ key }) => key)].map(([key, group]) => {
    const looks = group.map(lookAt);
    const measured = looks.filter((look) => look === "measured").length;
    const food = looks.filter((look) => look !== "no").length;
    return { key, group, measured, food };
  });
  const best = rated
    .filter(
      ({ group, measured, food }) =>
        food >= MIN_LINES && food >= group.length * FOOD_SHARE && measured >= group.length * MEASURED_SHARE,
    )
    .sort((left, right) => right.food - left.food)[0];
  return best?.group ?? [];
};

const toIngredients = (group: readonly Line[]): Fact => {
  const entries = group.map(({ text }) => cleanEntry(text) || text);
  return makeFact("list", "ingredients", [...new Set(entries)], {
    factor: 0.9,
    path: `lines ${group[0]?.key}`,
  });
};

const MIN_STEPS = 2;
/** Lines after the ingredients among which the steps begin: more hold comments and other recipes. */
const REACH = 60;
const MIN_STEP_WORDS = 6;
const MAX_STEP_WORDS = 120;
const SENTENCES = 0.6;
const ENDS = /[.!。！)]$/u;

/** Steps by their shape: lines alike after the ingredients, most of them sentences. Headings that name them are surer. */
const readSteps = (lines: readonly Line[], ingredients: readonly Line[]): Fact[] => {
  const last = ingredients.at(-1);
  const rest = last ? lines.slice(lines.indexOf(last) + 1) : [];
  const near = new Set(rest.slice(0, REACH).map(({ key }) => key));
  const rated = [...Map.groupBy(rest, ({ key }) => key)].flatMap(([key, group]) => {
    const counts = group.map(({ text }) => text.split(/\s+/).length);
    const words = counts.reduce((sum, count) => sum + count, 0);
    const sentences = group.filter(({ text }) => ENDS.test(text)).length;
    const isLike =
      near.has(key) &&
      group.length >= MIN_STEPS &&
      sentences >= group.length * SENTENCES &&
      words >= group.length * MIN_STEP_WORDS &&
      words <= group.length * MAX_STEP_WORDS;
    // Numbered lists are steps more often than paragraphs are.
    return isLike ? [{ key, group, weight: /(?:^|> )ol\./.test(key) ? words * 3 : words }] : [];
  });
  const best = rated.sort((left, right) => right.weight - left.weight)[0];
  if (!best) return [];
  const steps = best.group.map(({ text }) => cleanEntry(text)).filter((text) => text !== "");
  return [makeFact("list", "instructions", steps, { factor: 0.55, path: `lines ${best.key}` })];
};

type Time = "totalTime" | "prepTime" | "cookTime";

/** The surest first: "total preparation time" is a total. */
const TIMES: readonly (readonly [Time, RegExp])[] = vocabulary.times.map(({ concept, form }) => [
  concept as Time,
  words(form),
]);
/** A time that is called nothing else is that of the whole. */
const ANY_TIME = words(vocabulary.anyTime);
const MAX_TIMES = 3_000;
const MAX_LINE = 90;
const MAX_VALUE = 60;
const MAX_BARRED = 200;

/** A label and the time after it: in one line, in the next one, or the other way round ("20 min prep"). */
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
      path: `label "${label.trim()}"`,
    };
    found.set(key, makeFact("pair", options.concept, [minutes], options));
  });
  const named = [...found].filter(([key]) => key !== "any").map(([, fact]) => fact);
  const any = found.get("any");
  const all = [...named, ...sumTimes(named)];
  return any && named.length === 0 ? [any] : all;
};

/** Minutes of the whole from those of its parts, where nothing tells them. */
export const sumTimes = (facts: readonly Fact[]): Fact[] => {
  const minutesOf = (concept: Time): number | null =>
    parseMinutes(String(facts.find((fact) => fact.concept === concept)?.values[0] ?? ""));
  const [prep, cook] = [minutesOf("prepTime"), minutesOf("cookTime")];
  if ((prep === null && cook === null) || minutesOf("totalTime") !== null) return [];
  const source = facts[0]?.source ?? "json-ld";
  const isWhole = prep !== null && cook !== null;
  return [
    makeFact(source, "totalTime", [(prep ?? 0) + (cook ?? 0)], {
      factor: isWhole ? 0.8 : 0.6,
      path: isWhole ? "prepTime + cookTime" : prep === null ? "cookTime" : "prepTime",
    }),
  ];
};

/** Wanted only where somebody asks for what recipes have, or the page has them. */
export const RECIPE_FIELDS = conceptsOf("recipe");

/** `titles`: what the page calls itself; empty where markup names the recipe already. */
export const readRecipe = (page: PageDocument, lines: readonly Line[], titles: readonly string[]): Fact[] => {
  const ingredients = findIngredients(lines);
  const times = readTimes(lines);
  if (ingredients.length === 0) return times;
  return [toIngredients(ingredients), ...readSteps(lines, ingredients), ...times, ...readCard(page, titles)];
};

const CARD_TITLE = /(?:^|[\s_-])recipe(?![\w-]*author)[\w-]*[-_](?:name|title|heading)(?:\s|$)/i;
const CARD_AUTHOR = /(?:^|[\s_-])recipe[\w-]*[-_]author(?:[-_]name)?(?:\s|$)/i;
const MAX_NAME = 120;

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
const SHARED = 0.5;

/** How much of what the page is called its recipe is called at least: "Recipe" alone is no name. */
const TOLD = 0.25;

/** Whether a name says much the same as what the page is called. */
const resembles = (name: string, titles: readonly string[]): boolean => {
  const own = wordsIn(name);
  return titles.some((title) => {
    const spoken = new Set(wordsIn(title));
    const shared = own.filter((word) => spoken.has(word)).length;
    return shared >= Math.max(1, own.length * SHARED) && shared >= spoken.size * TOLD;
  });
};

/** Where facts of such a card stand. */
export const CARD = "recipe card";

/** The card that holds the recipe within a story has its own name and author. */
const readCard = (page: PageDocument, titles: readonly string[]): Fact[] => {
  const list = (pattern: RegExp): string[] =>
    findAll(({ attribs }) => pattern.test(attribs.class ?? ""), page.root.children)
      // A box around it may be called alike: it comes before what it holds.
      .filter((element, at, all) => !all.slice(at + 1, at + 2).some((next) => holds(element, next)))
      .map(textOf)
      .filter((text) => text !== "" && text.length <= MAX_NAME);
  const title = list(CARD_TITLE).find((text) => resembles(text, titles));
  const author = list(CARD_AUTHOR)[0]?.replace(/^(?:[^:]{2,20}:|by)\s*/i, "");
  return [
    ...(title ? [makeFact("content", "title", [title], { factor: 1.165, path: CARD })] : []),
    ...(author ? [makeFact("content", "author", [author], { factor: 1.1, path: CARD })] : []),
  ];
};
