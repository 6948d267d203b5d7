/** Star ratings, and how many people gave them. */
import { type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import type { Bit } from "../../page/bits.ts";
import { hasText, textOf } from "../../page/text.ts";
import { outerOf } from "../../page/tree.ts";
import { foldDigits } from "../../values/digits.ts";
import { parseNumber, readCount } from "../../values/numbers.ts";
import { normalForm } from "../../vocabulary/normalForm.ts";
import numbers from "../../vocabulary/numbers.json" with { type: "json" };
import words from "../../vocabulary/ratings.json" with { type: "json" };
import { splitWords } from "../../vocabulary/words.ts";
import { type Fact, makeFact } from "../facts.ts";

/** "4.8/5", "4,3 von 5 Sternen", "9 out of 10". */
const OUT_OF = new RegExp(
  `(?<![\\d.,])(\\d{1,3}(?:[.,]\\d{1,2})?)\\s*(?:${numbers.outOf})\\s*(?:5|10|100)(?:[.,]0)?(?![\\d.])`,
  "i",
);
/** "4.6 of 5 bubbles", but not "Picture 2 of 5". */
const isMark = (text: string): boolean => /\d[.,]\d/.test(OUT_OF.exec(text)?.[1] ?? "");
const COUNTED = new RegExp(
  String.raw`(?<![\d.,])(\d{1,3}(?:[., ’']\d{3})+|\d{1,6})\s*(?:(?:customer|product|global|verified|total)\s+)?(?:${words.counted.join("|")})(?!\p{L})`,
  "iu",
);
const BASED_ON = new RegExp(String.raw`(?:${words.basedOn.join("|")})\s+(\d[\d.,’']*)`, "i");
/** A number in parentheses after stars is the number of ratings. */
const IN_PARENTHESES = /[([]\s*(\d[\d.,’']*)\s*(?:件|人|条|명|건|тыс\.?)?\s*[)\]]/;
const MIN_STARS = 2;
const MAX_STARS = 10;
/** Points and votes are not stars. */
const NO_STARS = /\d\s*(?:points?|pts|votes?|punkte)(?!\p{L})/iu;

/** The patterns here match at most two decimals, so a mark is never one of thousands. */
const toNumber = (text: string): number => parseNumber(text, { language: "" }) ?? Number.NaN;

const STARS = /[★⭐✭☆](?:\s*[★⭐✭☆])*/gu;
const countStars = (text: string): number | null => {
  const runs = text.match(STARS) ?? [];
  // Two rows of stars are ambiguous.
  if (runs.length !== 1 || /☆\s*[★⭐✭]/u.test(runs[0] ?? "")) return null;
  const filled = text.match(/[★⭐✭]/gu)?.length ?? 0;
  const shown = filled + (text.match(/☆/gu)?.length ?? 0);
  return shown >= MIN_STARS && shown <= MAX_STARS ? filled : null;
};

/** The rating in a longer text, only if the text gives the maximum or shows stars. */
export const findRating = (text: string): number | null => {
  const rating = OUT_OF.exec(text)?.[1];
  return rating ? toNumber(rating) : countStars(text);
};

const COUNTS = [IN_PARENTHESES, COUNTED, BASED_ON].map((pattern) => new RegExp(pattern, `g${pattern.flags}`));

/** The rating that a text names or shows as stars; null if it only says how many people rated. */
export const parseRating = (text: string): number | null => {
  const rating = OUT_OF.exec(text)?.[1];
  if (rating) return toNumber(rating);
  const percent = /(?<![\d.,])(\d{1,3}(?:[.,]\d+)?)\s*%/.exec(text)?.[1];
  if (percent) return toNumber(percent);
  if (NO_STARS.test(text)) return null;
  const rest = COUNTS.reduce((left, pattern) => left.replace(pattern, " "), text);
  const number = /(?<![\d.,])\d{1,2}(?:[.,]\d{1,2})?(?!\d|[.,]\d)/.exec(rest)?.[0];
  if (number) return toNumber(number) <= MAX_STARS ? toNumber(number) : null;
  return countStars(text);
};

/** "評価 4.5（32件）", "Rating: 4.5": whole lines with a label for their number. */
const LED = new RegExp(
  String.raw`^(?:(?:average|customer) )?(?:${words.label.join("|")})\s*:?\s*(\d[.,]\d{1,2})\s*(?:\([^()]{1,30}\)|[-–·|]?\s*\d[\d.,]*\s*\p{L}+)?$`,
  "iu",
);

/** "4.1 (121)": a mark out of five, and how many gave one. */
const MARKED = /^([0-5][.,]\d{1,2})\s*\(\s*\d[\d.,’']*\s*[kK]?\+?\s*\)$/;
const parseMarked = (text: string): number | null => {
  const rating = MARKED.exec(text)?.[1];
  return rating && toNumber(rating) <= 5 ? toNumber(rating) : null;
};

/** The rating of a line that begins with a label; null if the line contains anything else. */
export const parseLedRating = (text: string): number | null => {
  const rating = LED.exec(plain(text).trim())?.[1];
  return rating && toNumber(rating) <= MAX_STARS ? toNumber(rating) : null;
};

/** The number of ratings in a text with nothing else in it: "38 Bewertungen", "(38 reviews)". */
export const parseSoleCount = (text: string): number | null => {
  const rest = text.replace(COUNTED, " ");
  return rest === text || /[\p{L}\p{N}]/u.test(rest) ? null : parseCount(text);
};

/** The number of ratings in a text; null if there is none. */
export const parseCount = (text: string): number | null => {
  const isStarred = /[★☆⭐✭]/u.test(text) || parseRating(text) !== null;
  const counted =
    COUNTED.exec(text)?.[1] ??
    BASED_ON.exec(text)?.[1] ??
    (isStarred ? IN_PARENTHESES.exec(text)?.[1] : undefined);
  return counted ? readCount(counted) : null;
};

const NAMED = new RegExp(String.raw`(?:^|[\s_-])(?:${words.names.join("|")})(?:[\s_-]|value|$)`, "i");
const MAX_TEXT = 120;
const nameOf = ({ attribs }: Element): string =>
  `${attribs.class ?? ""} ${attribs.itemprop ?? ""} ${attribs["data-testid"] ?? ""}`;
const SAYS = new RegExp(words.stars.join("|"), "iu");

/** Stars can also be likes, for example of software: those are counts, not ratings. */
const RATED = new RegExp(words.rated.join("|"), "i");

const NUMBERS = ["zero", "one", "two", "three", "four", "five"];
/** `star-rating Three`, `stars-4`, `rating-4-5`: class names that select how many stars are drawn. */
const classRating = ({ attribs }: Element): number | null => {
  const words = (attribs.class ?? "").toLowerCase().split(/\s+/);
  if (!words.some((word) => NAMED.test(word))) return null;
  for (const word of words) {
    const [, whole, half] =
      /(?:^|[-_])(?:stars?|rating|rated|score)[-_]?([0-5])(?:[-_.]([05]))?$/.exec(word) ?? [];
    if (whole !== undefined) return Number(`${whole}.${half ?? 0}`);
    if (NUMBERS.includes(word)) return NUMBERS.indexOf(word);
  }
  return null;
};

/** Stars cut off by width: `style="width: 86%"` in an element named as a rating. */
const widthRating = (element: Element): number | null => {
  const width = /(?:^|[;\s])width:\s*(\d{1,3}(?:\.\d+)?)%/.exec(element.attribs.style ?? "")?.[1];
  const isNamed = [element, outerOf(element)].some((at) => at && NAMED.test(nameOf(at)));
  return isNamed && Number(width) <= 100 ? Math.round(Number(width) / 2) / 10 : null;
};

/** What identifies the picture of a star: its classes and URLs, and those of its children. */
const lookOf = ({ attribs, children }: Element): string =>
  [
    attribs.class,
    attribs.src,
    attribs.href ?? attribs["xlink:href"],
    ...children.filter(isTag).map(lookOf),
  ].join(" ");

const FULL: ReadonlySet<string> = new Set(words.full.split(" "));
const EMPTY: ReadonlySet<string> = new Set(words.empty.split(" "));
/** Whether a star is full and the other is empty, judging by the words of one look that the other lacks. */
const isFuller = (look: string, than: string): boolean => {
  const [own, others] = [splitWords(look), splitWords(than)];
  return (
    own.some((word) => FULL.has(word) && !others.includes(word)) ||
    others.some((word) => EMPTY.has(word) && !own.includes(word))
  );
};

/**
 * The stars that an element draws as pictures, as text: "★★★☆☆", full ones first: some pages write them from right to left. Null
 * if all look the same, which may be full, empty, or coloured by a style, if nothing says which are full, and if one is half full.
 */
export const drawnStars = (element: Element): string | null => {
  const stars = element.children.filter(isTag);
  const [first, ...others] = stars.map(lookOf);
  if (first === undefined || hasText(element)) return null;
  if (others.length === 0) return drawnStars(stars[0] as Element);
  const other = others.find((look) => look !== first);
  const isStar =
    stars.length <= MAX_STARS &&
    [first, ...others].every((look) => /star/i.test(look) && !/half/i.test(look));
  if (!isStar || other === undefined) return null;
  const ahead = others.indexOf(other) + 1;
  const isSplit = others.slice(ahead - 1).every((look) => look === other);
  const [beginFull, endFull] = [isFuller(first, other), isFuller(other, first)];
  if (!isSplit || beginFull === endFull) return null;
  const full = beginFull ? ahead : stars.length - ahead;
  return "★".repeat(full) + "☆".repeat(stars.length - full);
};

const plain = (text: string): string => foldDigits(normalForm(text, "NFKC"));

/** Notes the rating and count in one element, from its attributes, text, class names or width. */
const readElement = (element: Element, note: Note): void => {
  const { attribs } = element;
  const name = (attribs["data-testid"] ?? attribs.class ?? "rating").split(/\s+/).at(0) ?? "rating";
  const isNamed = NAMED.test(nameOf(element)) || attribs["data-rating"] !== undefined;
  const said = [attribs["aria-label"], attribs.title].filter(
    (text = "") => isNamed || SAYS.test(text) || isMark(text),
  );
  const attributes = isNamed
    ? [attribs["data-rating"], attribs["data-score"], attribs.content, ...said]
    : said;
  const texts = [...attributes, isNamed ? textOf(element) : ""]
    .filter((text) => text !== undefined)
    .map(plain)
    .filter((text) => text !== "" && text.length < MAX_TEXT);
  const read = (parse: (text: string) => number | null): number | null =>
    texts.map(parse).find((value) => value !== null) ?? null;
  const rated = read(isNamed || RATED.test(said.join(" ")) ? parseRating : findRating);
  note("rating", name, rated, attributes.some((text) => text !== undefined) ? 1.1 : 1.05);
  // Drawn stars are rounded.
  note("rating", name, isNamed ? countStars(drawnStars(element) ?? "") : null, 0.85);
  note("rating", name, classRating(element), 1.08);
  note("rating", name, widthRating(element), 1);
  note("reviewCount", "review count", read(parseCount), 1.1);
};

type Note = (concept: "rating" | "reviewCount", name: string, value: number | null, factor: number) => void;

/**
 * Rating and count of one record. Accessible labels are trusted more than text. Facts have the name of their
 * element: hotels have both stars and a score.
 */
export const readRatings = (record: Element, bits: readonly Bit[]): Fact[] => {
  const facts = new Map<string, Fact>();
  const note: Note = (concept, name, value, factor) => {
    const known = facts.get(name);
    const fact = makeFact("record", name, [value], { concept, factor, path: "rating" });
    if (value !== null && !(known && known.confidence >= fact.confidence)) facts.set(name, fact);
  };
  const mayRate = (element: Element): boolean => {
    const { attribs } = element;
    const { "data-rating": rating, "data-score": score, "aria-label": label = "", title = "" } = attribs;
    const isNamed = [rating, score, attribs.style].some((value) => value !== undefined);
    const said = `${label} ${title}`;
    return isNamed || NAMED.test(nameOf(element)) || SAYS.test(said) || isMark(said);
  };
  for (const element of findAll(mayRate, record.children)) readElement(element, note);
  for (const { text: shown } of bits) {
    const text = plain(shown);
    if (text.length > MAX_TEXT / 2 || !/[\d★☆⭐✭]/.test(text)) continue;
    const rating = SAYS.test(shown) ? parseRating(text) : null;
    const marked = parseMarked(text);
    note("rating", "rating", rating ?? findRating(text) ?? marked, 0.9);
    note("reviewCount", "review count", parseCount(text), 0.9);
  }
  return [...facts.values()];
};
