/** Selects the blocks of the main content by their likelihood. */
import type { Block, Box } from "../page/blocks.ts";
import { remembered } from "../vocabulary/remember.ts";

const FURNITURE: ReadonlySet<string> = new Set(["nav"]);
const FURNITURE_ROLES: ReadonlySet<string> = new Set(["navigation", "contentinfo"]);
const DIALOG_ROLES: ReadonlySet<string> = new Set(["dialog", "alertdialog"]);
/** Class names and ids of common cookie consent tools. */
const CONSENT =
  /onetrust|\bot-sdk|cookiebot|cookie-?(?:banner|consent|notice|law|modal|bar|popup)|didomi|usercentrics|truste(?![a-z])|qc-cmp|iubenda-cs|\bklaro\b|\bcky-|cmplz|osano|consent-(?:banner|manager|modal)|gdpr-(?:banner|modal)/i;

const NONE = 0;
const FURNITURE_ITSELF = 1;
const IN_FOOTER = 2;
const IN_ARTICLE = 4;
const IN_MAIN = 8;

const look = ({ element: { name, attribs } }: Box, around: number): number => {
  const { role = "" } = attribs;
  if (FURNITURE.has(name) || FURNITURE_ROLES.has(role)) return FURNITURE_ITSELF;
  // Within the main part, dialogs can also contain the rest of a description.
  if (name === "dialog" || DIALOG_ROLES.has(role)) return around & IN_MAIN ? NONE : FURNITURE_ITSELF;
  const isRoot = name === "body" || name === "html";
  if (!isRoot && (attribs.class || attribs.id) && CONSENT.test(`${attribs.class} ${attribs.id}`))
    return FURNITURE_ITSELF;
  if (name === "footer") return IN_FOOTER;
  if (name === "main" || role === "main") return IN_MAIN;
  return name === "article" || name === "blockquote" ? IN_ARTICLE : NONE;
};

/** Finds blocks that are never content: navigation, dialogs, consent banners and the page's footer. */
export const findFurniture = (blocks: readonly Block[]): boolean[] => {
  const known = new Map<Box, number>();
  const signsOf = (box: Box): number => {
    let signs = known.get(box);
    if (signs === undefined) {
      const around = box.parent ? signsOf(box.parent) : NONE;
      signs = around | look(box, around);
      known.set(box, signs);
    }
    return signs;
  };
  return blocks.map(({ box }) => {
    const signs = signsOf(box);
    return (signs & FURNITURE_ITSELF) !== 0 || ((signs & IN_FOOTER) !== 0 && (signs & IN_ARTICLE) === 0);
  });
};

const MIN_WORDS = 5;
/** More than the number of words and word pairs on a page of 500,000 nodes; its square is a safe integer. */
const MANY = 2 ** 26;
const REPEATED = 0.95;

/**
 * Finds blocks that repeat the text of earlier ones. Pages often contain texts twice: for small and large screens, or
 * collapsed and expanded. A block with another number is no repetition, however alike: a term, a price or a day of its own.
 */
const findRepeats = (blocks: readonly Block[]): ReadonlySet<Block> => {
  const seen = new Set<number>();
  const repeats = new Set<Block>();
  // Runs of three words as numbers, because sets of long strings take twice the time.
  let next = 0;
  const numberOf = remembered((_: string | number) => next++);
  for (const block of blocks) {
    const words = block.text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length < MIN_WORDS) continue;
    const numbers = words.map(numberOf);
    const runs: number[] = [];
    let known = 0;
    let hasOwnNumber = false;
    for (let at = 2; at < numbers.length; at++) {
      const pair = numberOf((numbers[at - 2] ?? 0) * MANY + (numbers[at - 1] ?? 0));
      const run = pair * MANY + (numbers[at] ?? 0);
      runs.push(run);
      if (seen.has(run)) known++;
      else hasOwnNumber ||= words.slice(at - 2, at + 1).some((word) => /\d/.test(word));
    }
    if (known >= REPEATED * runs.length && !hasOwnNumber) repeats.add(block);
    else for (const run of runs) seen.add(run);
  }
  return repeats;
};

/**
 * Returns the minimum likelihood of blocks to take that maximises the expected F1 of their words. On an unclear page,
 * less likely blocks are worth taking.
 */
export const chooseThreshold = (
  blocks: readonly Pick<Block, "words">[],
  scores: readonly number[],
): number => {
  const order = blocks
    .map(({ words }, index) => ({ words, score: scores[index] ?? 0 }))
    .sort((left, right) => right.score - left.score);
  const expected = order.reduce((sum, { words, score }) => sum + words * score, 0);
  let taken = 0;
  let hits = 0;
  let best = { f1: 0, score: 1 };
  for (const { words, score } of order) {
    taken += words;
    hits += words * score;
    const f1 = (2 * hits) / (taken + expected);
    if (f1 > best.f1) best = { f1, score };
  }
  return best.score;
};

const HEADING = /^h[2-6]$/;
/** Less likely headings belong to something else. Results are flat from 0.05 to 0.3 over the sites of `train`. */
const LEAST_HEADING = 0.15;

/** Whether each block is likely enough, or is the heading right before one, but not before the first one. */
const findTaken = (blocks: readonly Block[], scores: readonly number[], threshold: number): boolean[] => {
  const taken = blocks.map((_, index) => (scores[index] ?? 0) >= threshold);
  const first = taken.indexOf(true);
  if (first < 0) return taken;
  for (let index = blocks.length - 2; index > first; index--)
    taken[index] ||=
      taken[index + 1] === true &&
      (scores[index] ?? 0) >= LEAST_HEADING &&
      HEADING.test(blocks[index]?.box.element.name ?? "");
  return taken;
};

/** Returns the blocks to keep, in page order. */
export const selectBlocks = (blocks: readonly Block[], scores: readonly number[]): Block[] => {
  const isTaken = findTaken(blocks, scores, chooseThreshold(blocks, scores));
  const taken = blocks.filter((_, index) => isTaken[index]);
  const repeats = findRepeats(taken);
  return taken.filter((block) => !repeats.has(block));
};
