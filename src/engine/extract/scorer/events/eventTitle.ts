/** The title of an event whose record has none: in its lines, in the heading of its group, or in that of the page. */
import type { Element } from "domhandler";
import { findOne } from "domutils";
import { listBits } from "../../page/bits.ts";
import { isFile } from "../../page/leads.ts";
import { shortText } from "../../page/shortText.ts";
import { isHeading, outward } from "../../page/tree.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import type { DateReading } from "../../values/dates.ts";
import { countSpaced } from "../../values/text.ts";
import { splitWords } from "../../vocabulary/words.ts";
import { type MatchContext, matchFields } from "../match.ts";
import { DOCUMENTS, namesGathering, namingWords, trimHeading, trimName } from "./eventWords.ts";

const MAX_NAME = 100;
const MAX_HEADS = 12;

/** The nearest of the elements above a record that names who meets. */
const findHeading = (above: Iterable<Element>, context: DateReading): string | null => {
  let left = MAX_HEADS;
  for (const head of above) {
    if (left === 0) return null;
    const text = shortText(head, MAX_NAME) ?? "";
    if (isHeading(head)) left--;
    if (!/[.!?:]$/.test(text) && namesGathering(text, context)) return text;
  }
  return null;
};

const isIdleTitle = ({ concept, source, values: [value] }: Fact, context: DateReading): boolean =>
  concept === "title" &&
  source === "record" &&
  typeof value === "string" &&
  namingWords(value, context).length === 0;

/** The doubt of what a page gives once for several events. */
export const GIVEN_ONCE = "the page gives it once, not for this record";
/** Confidence in the title of a line that names who meets, and in that of a heading. */
const OF_LINE = 0.65;
const OF_HEADING = 0.5;

/** The line of some records that names best who meets, without its days and documents. */
const findLine = (records: readonly Element[], context: DateReading): string => {
  const lines = listBits(records)
    .map(({ text }) => text)
    .filter((text) => text.length <= MAX_NAME && !/[.!?:]$/.test(text) && namesGathering(text, context))
    .map((text) => trimName(text, context));
  return lines.reduce((best, line) => (countSpaced(line) > countSpaced(best) ? line : best), "");
};

/** Whether a text is, or begins, that of a link to a file in some records. */
const isFileText = (records: readonly Element[], text: string): boolean => {
  const isOf = (element: Element): boolean =>
    element.name === "a" &&
    isFile(element.attribs.href ?? "") &&
    (shortText(element, MAX_FILE) ?? "").startsWith(text);
  return (
    text !== "" &&
    (findOne(isOf, [...records], true) !== null || records.some((record) => outward(record).some(isOf)))
  );
};
const MAX_FILE = 300;

/**
 * The facts of an event with its title: without its day and the names of its documents, or, if that is all there is, from another
 * line of its records or the heading of its group.
 *
 * @param name that of the field
 * @param above what the page says above a record, the nearest first
 */
export const readEventTitle = (
  records: readonly Element[],
  facts: readonly Fact[],
  name: string,
  context: MatchContext,
  above: (record: Element) => Iterable<Element>,
): Fact[] => {
  const telling = facts.filter((fact) => !isIdleTitle(fact, context));
  const { item, provenance } = matchFields(telling, { [name]: "string" }, context);
  const own = typeof item[name] === "string" && namingWords(item[name], context).length > 0 ? item[name] : "";
  const namesPaper = splitWords(own).some((word) => DOCUMENTS.has(word));
  const isOfFile = namesPaper && isFileText(records, own);
  const trimmed = trimName(own, context, isOfFile) || own;
  const line = own === "" || isOfFile ? findLine(records, context) : "";
  const add = (value: string, path: string, confidence: number, doubt?: string): Fact[] => [
    ...telling,
    // Not one of the record's own titles, which are doubted if they are all the same.
    { ...makeFact("content", name, [value], { concept: "title", path }), confidence, doubt },
  ];
  if (line !== "" && (own === "" || countSpaced(line) > countSpaced(trimmed)))
    return add(line, "line", Math.max(OF_LINE, (provenance[name]?.confidence ?? 0) + ABOVE));
  if (own !== "")
    return trimmed === own
      ? telling
      : add(trimmed, provenance[name]?.path ?? "", (provenance[name]?.confidence ?? 0) + ABOVE);
  const [first] = records;
  const heading = first ? findHeading(above(first), context) : null;
  if (heading === null) return [...facts];
  return add(trimHeading(heading, context) || heading, "heading of its group", OF_HEADING, GIVEN_ONCE);
};
/** Just enough for a title to come before the text that it was cut from. */
const ABOVE = 0.01;

/** Of a page's headings and title, the first that names who meets. */
export const findGathering = (texts: readonly string[], context: DateReading): string | null => {
  const found = texts
    .flatMap((text) => text.split(/\s[|–—»:-]+\s/))
    .find((text) => text.length <= MAX_NAME && namesGathering(text, context));
  return found === undefined ? null : trimHeading(found, context) || found;
};
