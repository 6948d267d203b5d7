/** Writes the lists of a sentence in one way: "stories (title, url)" and "stories - title + url" become "with title, url". */
import vocabulary from "../vocabulary/lists.json" with { type: "json" };
import { IN_STOCK, isKnown, isNoun, nameIn, PARTS, scopeLast } from "./enumeration.ts";
import { readGrammar } from "./grammar.ts";

const { raw, words } = readGrammar(vocabulary.phrases);

/** "please", in several languages: never part of a name. */
const COURTESY = words("courtesy", "giu");
/** "incl. VAT": says which price is meant. */
const TAXES = raw("taxes", "giu");
const WITH = raw("with", "giu");
/** "entry #", "entry no.": the entry's number. */
const NUMBER = raw("number", "giu");
/** The sign of a line in a list of lines. */
const BULLET = /(?:^|(?<=\n))[ \t]*(?:[-–*•]|\d{1,2}[.)])[ \t]+/gu;
/** Dashes and arrows that part what is collected from its fields; not "(Mon - Fri)". */
const DASH = /\s+(?:[-–—]|-+>|=>|→)\s+(?=[^()]*[,+/&])(?![^()]*\))/gu;
/** "name - price - stock", "name/price/stock": one sign between all names. */
const ROW_OF_DASHES = /^[^,;:\n–—-]*(?:\s[-–—]\s[^,;:\n–—-]*){2,}$/gmu;
const ROW_OF_SLASHES = /(?<=^|\s)\p{L}+(?: \p{L}+){0,2}(?:\/\p{L}+(?: \p{L}+){0,2}){2,}/gu;
/** "past incidents, name / started / resolved": the only comma parts what is collected from its fields. */
const HEADED = /^([^,;:]+),\s*(?=[^,;:/+|]+(?:\s[/+|]\s[^,;:/+|]+){2,}$)/u;
/** "quote + tags", "name / started / resolved". */
const JOINER = /\s*\+\s*(?=\p{L})|\s+[/&|•·]\s+/gu;
/** One word in parentheses after a name is its unit or form: "price (usd)". */
const UNIT = /(?<=\p{L}) ?\((?:in )?[^\s(),;/]{1,12}\)/gu;
/** What the fields belong to, up to a colon or a parenthesis. */
const HEAD = /^(?<head>[^:：]+?)(?:[:：]\s*(?<listed>[^:：]+)|[(（](?<inner>[^()（）]+)[)）]\s*)$/u;
const ASIDE = /[(（][^()（）]*[)）]/gu;

const partsOf = (text: string): number => text.split(PARTS).filter((part) => /\p{L}/u.test(part)).length;

/** Without what a list's fields belong to: "Standings: team, points" names two fields. */
const withoutHead = (phrase: string): string => {
  const { head = "", listed, inner } = HEAD.exec(phrase)?.groups ?? {};
  const list = listed ?? inner ?? "";
  const name = nameIn(head);
  // "Only in-stock products: name" asks for what is in stock, too.
  const [stock] = IN_STOCK.exec(head) ?? [];
  // "price (current, old)" is a price.
  if (inner !== undefined && isKnown(name) && !isNoun(name.toLowerCase())) return head;
  const isList = partsOf(list) >= 2 && partsOf(head.replace(ASIDE, " ")) === 1;
  return isList ? `with ${[...(stock ? [stock] : []), list].join(", ")}` : phrase;
};

/** A sentence with its lists written as "a, b, c". */
export const plainLists = (sentence: string): string =>
  sentence
    .replace(COURTESY, " ")
    .replace(BULLET, "")
    .replace(TAXES, " ")
    .replace(WITH, "with ")
    .replace(NUMBER, " number")
    .replace(UNIT, " ")
    .replace(ROW_OF_DASHES, (row) => row.replace(/\s[-–—]\s/gu, ", "))
    .replace(ROW_OF_SLASHES, (row) => row.replaceAll("/", ", "))
    .replace(HEADED, "$1: ")
    .replace(DASH, ": ")
    .replace(JOINER, ", ")
    .split(/(?<=[.!?。]\s)/u)
    .map((phrase) => withoutHead(scopeLast(phrase)))
    .join("");
