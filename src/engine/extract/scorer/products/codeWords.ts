/** What pages write before the numbers of articles. */
import words from "../../vocabulary/codes.json" with { type: "json" };
import type { Concept } from "../../vocabulary/concepts.ts";

/** One code: a digit or letters, with signs within; a second part where nothing else follows. */
const CODE =
  "([A-Z0-9](?:[A-Z0-9._/+-]{0,30}[A-Z0-9])?(?: [A-Z0-9._/-]*\\d[A-Z0-9._/-]*(?=\\s*(?:$|[|·•;,()])))?)";
const END = "(?![\\p{L}\\d])";
const POINT = "[:#：.№º°ªn]";

/** Digits of bar codes and books, apart or not. */
const DIGITS = "(\\d(?:[ -]?\\d){6,16}(?:-?[\\dX])?)";

/** Words that alone say that a number follows. */
const labelled = (labels: readonly string[], code = CODE): RegExp =>
  new RegExp(`(?<![\\p{L}\\d])(?:${labels.join("|")})\\s*(?:[:#：.№ºª°-]\\s*)*${code}${END}`, "iu");
/** Words that say so only with a colon behind, or where nothing else stands in the line. */
const marked = (labels: readonly string[]): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\d])(?:${labels.join("|")})\\s*${POINT}?\\s*[:#：№]\\s*${CODE}${END}|^(?:${labels.join("|")})\\s*${POINT}{0,2}\\s+${CODE}$`,
    "iu",
  );

/** Numbers by what pages write before them, the surest first: the number of a maker's part is none of the shop's. */
export const NUMBERS: readonly (readonly [Concept, readonly RegExp[]])[] = [
  ["gtin", [labelled(words.gtin, DIGITS)]],
  ["isbn", [labelled(words.isbn, DIGITS)]],
  ["mpn", [labelled(words.mpn)]],
  ["sku", [labelled(words.sku), marked(words.skuMarked)]],
];
/** Lines in which a code is none of an article. */
export const NO_ARTICLE = new RegExp(words.noArticle, "i");
/** Attributes, form fields and classes that hold a number. */
export const NAMED_NUMBERS: readonly (readonly [Concept, RegExp])[] = words.named.map(({ concept, form }) => [
  concept as Concept,
  new RegExp(form, "i"),
]);
