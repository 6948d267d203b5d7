/** How many stars something has, and how many people gave them. */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import { textOf } from "../text.ts";
import { type Fact, makeFact } from "./facts.ts";

/** "4.8/5", "4,3 von 5 Sternen", "9 out of 10". */
const OUT_OF =
  /(?<![\d.,])(\d{1,3}(?:[.,]\d{1,2})?)\s*(?:\/|out of|of|von|sur|de|su|van|av|z|из)\s*(?:5|10|100)(?:[.,]0)?(?![\d.])/i;
const COUNTED =
  /(?<![\d.,])(\d{1,3}(?:[., ’']\d{3})+|\d{1,6})\s*(?:(?:customer|product|global|verified|total)\s+)?(?:reviews?|ratings?|bewertung(?:en)?|rezension(?:en)?|avis|évaluations?|opiniones|reseñas|valoraciones|recension[ie]|valutazioni|avaliações|opiniões|beoordelingen|reviews|recensioner|omdömen|anmeldelser|arvostelua|opini[ie]|hodnocení|recenz[eí]|értékelés|отзыв(?:а|ов)?|yorum|değerlendirme|件のレビュー|評価|条评价|리뷰)(?!\p{L})/iu;
const BASED_ON = /(?:based on|basierend auf|aus|basé sur)\s+(\d[\d.,’']*)/i;
/** What stands in parentheses behind stars counts those who gave them. */
const IN_PARENTHESES = /[([]\s*(\d[\d.,’']*)\s*[)\]]/;
const FILLED = /[★⭐✭]/gu;
const MIN_STARS = 2;
const MAX_STARS = 10;
/** Points and votes are no stars. */
const NO_STARS = /\d\s*(?:points?|pts|votes?|punkte)(?!\p{L})/iu;

const toNumber = (text: string): number => Number(text.replace(",", "."));

const countStars = (text: string): number | null => {
  const filled = text.match(FILLED)?.length ?? 0;
  const shown = filled + (text.match(/☆/gu)?.length ?? 0);
  return shown >= MIN_STARS && shown <= MAX_STARS ? filled : null;
};

/** The stars of a longer text: only what says how many there can be, or shows them. */
export const findRating = (text: string): number | null => {
  const told = OUT_OF.exec(text)?.[1];
  return told ? toNumber(told) : countStars(text);
};

/** The stars that a text speaks of or shows; null where it only says how many people rated. */
export const parseRating = (text: string): number | null => {
  const told = OUT_OF.exec(text)?.[1];
  if (told) return toNumber(told);
  const percent = /(?<![\d.,])(\d{1,3}(?:[.,]\d+)?)\s*%/.exec(text)?.[1];
  if (percent) return toNumber(percent);
  if (NO_STARS.test(text)) return null;
  const rest = text
    .replace(new RegExp(IN_PARENTHESES, "g"), " ")
    .replace(new RegExp(COUNTED, "giu"), " ")
    .replace(new RegExp(BASED_ON, "gi"), " ");
  const number = /(?<![\d.,])\d{1,2}(?:[.,]\d{1,2})?(?![\d])/.exec(rest)?.[0];
  if (number) return toNumber(number) <= MAX_STARS ? toNumber(number) : null;
  return countStars(text);
};

/** How many people rated. */
export const parseCount = (text: string): number | null => {
  const isStarred = FILLED_OR_NOT.test(text) || parseRating(text) !== null;
  const counted =
    COUNTED.exec(text)?.[1] ??
    BASED_ON.exec(text)?.[1] ??
    (isStarred ? IN_PARENTHESES.exec(text)?.[1] : undefined);
  return counted ? Number(counted.replace(/\D/g, "")) : null;
};
const FILLED_OR_NOT = /[★☆⭐✭]/u;

const RATED = /(?:^|[\s_-])(?:rating|stars?|score)(?:[\s_-]|value|$)/i;
const MAX_TEXT = 120;

/** Rating and count of one record. What stands beside stars for those who cannot see them says more than their text. */
export const readRatings = (record: Element): Fact[] => {
  const rated = findAll(
    ({ attribs }) =>
      attribs["data-rating"] !== undefined || RATED.test(`${attribs.class ?? ""} ${attribs.itemprop ?? ""}`),
    record.children,
  );
  const spoken = rated.flatMap(({ attribs }) => [
    attribs["data-rating"],
    attribs.content,
    attribs["aria-label"],
    attribs.title,
  ]);
  const texts = [...spoken, ...rated.map(textOf)].filter(
    (text) => text !== undefined && text !== "" && text.length < MAX_TEXT,
  ) as string[];
  const note = (concept: "rating" | "reviewCount", read: (text: string) => number | null): Fact[] =>
    texts
      .map(read)
      .filter((value) => value !== null)
      .slice(0, 1)
      .map((value) => makeFact("record", concept, [value], { concept, factor: 1.1, path: "rating" }));
  return [...note("rating", parseRating), ...note("reviewCount", parseCount)];
};
