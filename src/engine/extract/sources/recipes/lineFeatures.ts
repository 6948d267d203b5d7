/** Features of a line, by name, for the forests that find a recipe's ingredients and steps. */

import { isTag, type ParentNode } from "domhandler";
import { joinTables, type Part, share, type Table, toTable } from "../../content/table.ts";
import { GROUPS, groupsOf } from "../../page/groups.ts";
import type { Line } from "../../page/lines.ts";
import { isHeading } from "../../page/tree.ts";
import vocabulary from "../../vocabulary/recipes.json" with { type: "json" };
import { cleanEntry, conceptOfHeading } from "../text/sections.ts";

const words = (list: string): RegExp => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})\\.?`, "iu");
/** Kitchen units. */
const UNIT = words(vocabulary.units.join("|"));
/** East Asian pages put the amount right after the ingredient, without a space. */
const EAST_ASIAN = new RegExp(vocabulary.eastAsian, "u");
const STARTS = new RegExp(vocabulary.starts, "iu");
const LOOSE = new RegExp(vocabulary.loose, "i");
const NOT_FOOD = new RegExp(vocabulary.notFood, "iu");
const ENDS = /[.!?。！？)]["'”’»]?$/u;
const NUMBERED = /^(?:\p{L}{2,12}\s+)?\d{1,2}\s*[.:)–-]\s*\S/u;

const MAX_LENGTH = 160;
/** Whether a line contains an amount of an ingredient. */
export const isMeasured = ({ text }: Line): boolean =>
  text.length <= MAX_LENGTH &&
  (EAST_ASIAN.test(text) || ((STARTS.test(text) || STARTS.test(cleanEntry(text))) && UNIT.test(text)));

/** Class names of elements that contain ingredients or steps, and of others near them. */
const CALLED: readonly (readonly [string, RegExp])[] = [
  ["ingredient", /ingred|zutat/i],
  ["step", /instruct|direction|\bstep|step\b|method|preparation|zubereitung/i],
  ["recipe", /recipe|recette|receta|ricetta|rezept/i],
  ["tool", /utensil|equipment|(?:^|[\s_-])tools?(?:[\s_-]|$)|nutrition|allergen/i],
  ["note", /(?:^|[\s_-])(?:notes?|tips?)(?:[\s_-]|$)/i],
];
const TAGS = "li ol ul p td label main article aside form a".split(" ");
const PLACE_NAMES = [
  "depth",
  ...CALLED.map(([what]) => what),
  ...TAGS.map((tag) => `in_${tag}`),
  ...GROUPS.map((group) => `at_${group}`),
];
const NOWHERE: readonly number[] = PLACE_NAMES.map(() => 0);
const TAGS_AT = 1 + CALLED.length;
const GROUPS_AT = TAGS_AT + TAGS.length;

/**
 * Features of a line's ancestors: their tags, their groups, and the depth of those with a known class name.
 * Cached, because adjacent lines share most ancestors.
 */
const createPlaces = (): ((element: ParentNode | null) => readonly number[]) => {
  const known = new Map<ParentNode, readonly number[]>();
  const placeOf = (element: ParentNode | null): readonly number[] => {
    if (!element || !isTag(element)) return NOWHERE;
    const cached = known.get(element);
    if (cached) return cached;
    const { name, attribs } = element;
    const place = [...placeOf(element.parent)];
    const depth = (place[0] ?? 0) + 1;
    place[0] = depth;
    const called = `${attribs.class ?? ""} ${attribs.id ?? ""} ${attribs["data-testid"] ?? ""}`;
    if (called.length > 2 && name !== "body")
      CALLED.forEach(([, pattern], at) => {
        if (pattern.test(called)) place[1 + at] = depth;
      });
    const tag = TAGS.indexOf(name);
    if (tag >= 0) place[TAGS_AT + tag] = 1;
    const groups = groupsOf(element);
    for (let at = 0; groups >> at !== 0; at++) if (groups & (1 << at)) place[GROUPS_AT + at] = 1;
    known.set(element, place);
    return place;
  };
  return placeOf;
};

const MAX_HEADING = 60;

/** What a line is a heading for: ingredients 1, steps 2, something else 3, nothing 0. */
const headsOf = ({ text, element }: Line): number => {
  if (text.length > MAX_HEADING) return 0;
  const { parent } = element;
  const isTitle = [element, parent].some((each) => each && isTag(each) && isHeading(each));
  const concept = conceptOfHeading(text.replace(/\s*[:：]$/u, ""));
  if (concept === "ingredients" || concept === "instructions")
    return isTitle || text.length < MAX_HEADING / 2 ? (concept === "ingredients" ? 1 : 2) : 0;
  return isTitle ? 3 : 0;
};

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const describeText = ({ text, element }: Line) => {
  const entry = cleanEntry(text);
  const starts = Number(STARTS.test(entry) || STARTS.test(text));
  const unit = Number(UNIT.test(text));
  const asian = Number(EAST_ASIAN.test(text));
  return {
    words: Math.log1p(text.split(/\s+/).length),
    length: Math.log1p(text.length),
    starts,
    digits: count(text, /\d/g),
    unit,
    asian,
    loose: Number(LOOSE.test(text)),
    notFood: Number(NOT_FOOD.test(text)),
    ends: Number(ENDS.test(text)),
    colon: Number(/[:：]$/u.test(text)),
    commas: count(text, /[,，、]/gu),
    stops: count(text, /[.。!?]/gu),
    numbered: Number(NUMBERED.test(text)),
    capital: Number(/^\p{Lu}/u.test(entry)),
    isHeading: Number(isHeading(element)),
    measured: Math.max(asian, Math.min(starts, unit)),
  };
};

/** Features that are also averaged over the lines around a line, and over the lines of its list. */
const AROUND = ["words", "measured", "starts", "ends"] as const;
const RANGES = [
  [-1, -1],
  [1, 1],
  [-4, -1],
  [1, 4],
  [-12, 12],
] as const;

type Means = (from: number, to: number) => readonly number[];

/** Means of columns over any range of lines, from prefix sums; -1 for an empty range. */
const createMeans = (columns: readonly (readonly number[])[]): Means => {
  const sums = columns.map((column) => {
    const upTo = new Float64Array(column.length + 1);
    column.forEach((value, at) => {
      upTo[at + 1] = (upTo[at] ?? 0) + value;
    });
    return upTo;
  });
  return (from, to) =>
    sums.map((upTo) => {
      const [low, high] = [Math.max(0, from), Math.min(upTo.length - 1, Math.max(0, to))];
      return high > low ? ((upTo[high] ?? 0) - (upTo[low] ?? 0)) / (high - low) : -1;
    });
};

/** Means for each line: over the lines of its list, and over those around it. */
const createAround = (lines: readonly Line[], named: Readonly<Record<string, readonly number[]>>) => {
  const columns = Object.values(named);
  const meanOf = createMeans(columns);
  const lists = new Map(
    [...Map.groupBy(lines.keys(), (at) => lines[at]?.key ?? "")].map(([key, members]) => {
      const own = columns.map((column) => members.map((at) => column[at] ?? 0));
      return [
        key,
        { size: members.length, start: members[0] ?? 0, means: createMeans(own)(0, members.length) },
      ];
    }),
  );
  const names = ["list", ...RANGES.map(([from, to]) => `${from}to${to}`)].flatMap((where) =>
    Object.keys(named).map((name) => `${where}:${name}`),
  );
  const listOf = ({ key }: Line) => lists.get(key) ?? { size: 0, start: 0, means: [] };
  return {
    listOf,
    around: (line: Line, at: number): Part => [
      names,
      [...listOf(line).means, ...RANGES.flatMap(([from, to]) => meanOf(at + from, at + to + 1))],
    ],
  };
};

const FAR = 999;

const asThings = (lines: readonly Line[]) => ({ blocks: lines, models: lines.map((_, at) => at) });

/** Features of each line, in order. */
export const describeLines = (lines: readonly Line[]): Table => {
  const placeOf = createPlaces();
  const texts = lines.map(describeText);
  const named = Object.fromEntries(AROUND.map((name) => [name, texts.map((text) => text[name])]));
  const { listOf, around } = createAround(lines, named);
  const measured = texts.reduce((sum, text) => sum + text.measured, 0);
  const last = { head: 0, headAt: -FAR, told: 0, toldAt: -FAR, measured: 0 };
  return toTable(asThings(lines), (line, at) => {
    const head = headsOf(line);
    if (head > 0) Object.assign(last, { head, headAt: at });
    if (head === 1 || head === 2) Object.assign(last, { told: head, toldAt: at });
    last.measured += texts[at]?.measured ?? 0;
    const { size, start } = listOf(line);
    const own = {
      head,
      lastHead: last.head,
      sinceHead: Math.min(FAR, at - last.headAt),
      told: last.told,
      sinceTold: Math.min(FAR, at - last.toldAt),
      measuredAll: measured,
      measuredBefore: share(last.measured, measured),
      listSize: size,
      listAt: at - start,
      at: at / lines.length,
      lines: lines.length,
    };
    return [texts[at] ?? {}, [PLACE_NAMES, placeOf(line.element)], around(line, at), own];
  });
};

/** The same, with the first pass's likelihoods for each line, the lines around it and the lines of its list. */
export const describeAgain = (lines: readonly Line[], known: Table, first: readonly number[]): Table => {
  const { listOf, around } = createAround(lines, { first });
  const sums = lines.map((line) => listOf(line).size * (listOf(line).means[0] ?? 0));
  const total = first.reduce((sum, likelihood) => sum + likelihood, 0);
  const most = first.reduce((left, right) => Math.max(left, right), 0);
  const best = sums.reduce((left, right) => Math.max(left, right), 0);
  const likeliest = first.indexOf(most);
  let done = 0;
  const things = asThings(lines);
  const again = toTable(things, (line, at) => {
    done += first[at] ?? 0;
    const own = {
      first: first[at] ?? 0,
      firstAll: total,
      firstMost: most,
      firstDone: share(done, total),
      firstOfList: sums[at] ?? 0,
      isBestList: Number(sums[at] === best),
      sinceLikeliest: at - likeliest,
    };
    return [own, around(line, at)];
  });
  return joinTables(things, known, again);
};
