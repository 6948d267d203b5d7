/** The heading of a record's group, for the field that it is: the `department` of a job, the `letter` of a term. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findOne } from "domutils";
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { shortText } from "../../page/shortText.ts";
import { classesOf, elementsBefore, isHeading, outerOf, withAncestors } from "../../page/tree.ts";
import { headerOf } from "../../regions/columns.ts";
import { nodesOf, signatureOf } from "../../regions/markers.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { parseSoleDate } from "../../values/dates.ts";
import { saysWhen } from "../../values/dateWords.ts";
import { isEmpty } from "../../values/types.ts";
import { type Concept, conceptOf, foldedWords } from "../../vocabulary/concepts.ts";
import type { MatchedItem, Provenance } from "../match.ts";

/** Fields whose values sort records into groups; a name that is not known is often one. */
const GROUPING: ReadonlySet<Concept | null> = new Set<Concept | null>([null, "category", "level"]);

const MIN_RECORDS = 3;
const MAX_BACK = 400;
const MAX_HEAD = 60;
/** Shares of the records. Set by hand. */
const SHARE = { headed: 0.9, groups: 0.7 } as const;

/** What an element says as a heading: its text, or that of the heading in it; null if it is none. */
const readHead = (element: Element): Head | null => {
  if (element.name === "thead" || headerOf(element) === element) return null;
  const head = isHeading(element) ? element : (findOne(isHeading, element.children) ?? element);
  const text = shortText(head, MAX_HEAD)?.trim() ?? "";
  return /[\p{L}\p{N}]/u.test(text) ? { element: head, text } : null;
};

interface Head {
  readonly element: Element;
  readonly text: string;
}

/** Tells what stands above a record's group, among the elements around the records. */
const createHeads = (records: readonly Element[]): ((record: Element) => Head | null) => {
  const around = withAncestors(records.flatMap(nodesOf));
  const held = new Map<AnyNode, number>();
  for (const record of records)
    for (const at of withAncestors(nodesOf(record).slice(0, 1))) held.set(at, (held.get(at) ?? 0) + 1);
  /** For the elements whose siblings were searched: records in a row share what is above them. */
  const known = new Map<Element, Head | null>();
  /** The nearest heading among the siblings before an element, up to those of another group, or else the nearest short text. */
  const findBefore = (at: Element): Head | null => {
    const isGroup = (held.get(at) ?? 0) > 1;
    let short: Head | null = null;
    for (const before of elementsBefore(at, MAX_BACK)) {
      if (around.has(before) && isGroup) break;
      const shared = known.get(before);
      if (shared !== undefined) return short && !(shared && isHeading(shared.element)) ? short : shared;
      const found = around.has(before) ? null : readHead(before);
      if (found && isHeading(found.element)) return found;
      short ??= found;
    }
    return short;
  };
  return (record) => {
    let at = nodesOf(record).find(isTag) ?? null;
    for (; at && held.get(at) !== records.length; at = outerOf(at)) {
      const found: Head | null = known.has(at) ? (known.get(at) ?? null) : findBefore(at);
      known.set(at, found);
      if (found) return found;
    }
    return null;
  };
};

/** The headings of the records' groups; null if not all have one, or these are not alike. */
const headsOf = (records: readonly Element[], all: readonly Element[]): readonly (Head | null)[] | null => {
  const heads = records.map(createHeads(all));
  const looks = Map.groupBy(
    heads.filter((head) => head !== null),
    ({ element }) => signatureOf(element),
  );
  const [[look, most] = ["", []]] = [...looks].sort(([, left], [, right]) => right.length - left.length);
  const isTold =
    most.length >= records.length * SHARE.headed &&
    new Set(most.map(({ text }) => text)).size > 1 &&
    new Set(most.map(({ element }) => element)).size < records.length;
  return isTold ? heads.map((head) => (head && signatureOf(head.element) === look ? head : null)) : null;
};

const YEAR = /^\D*((?:1[89]|20)\d\d)\D*$/;
const isYear = (name: string): boolean => foldedWords(name).at(-1) === "year" && conceptOf(name) === null;

/** Whether headings are called as a field is: by a class name, or by the word that all begin with, as "Group A" does. */
const areCalled = (heads: readonly Head[], name: string): boolean => {
  const [first] = heads;
  if (!first) return false;
  const concept = conceptOf(name);
  const wanted = foldedWords(name);
  const says = (words: readonly string[]): boolean =>
    wanted.every((word) => words.includes(word)) ||
    (concept !== null && words.some((word) => conceptOf(word) === concept));
  const begin = foldedWords(first.text)[0] ?? "";
  return (
    says(classesOf(first.element).flatMap(foldedWords)) ||
    (begin === wanted.join("") && heads.every(({ text }) => foldedWords(text)[0] === begin))
  );
};

/** Headings with a day, a year or a number tell when or how many, and no group's name. */
const isName = ({ text }: Head, context: CoerceContext): boolean =>
  /\p{L}/u.test(text) && !saysWhen(text) && !/\d{4}/.test(text) && parseSoleDate(text, context) === null;
/** What each record has for itself: groups of "Open" and "Closed" are called so. */
const STATES: ReadonlySet<string> = new Set(["status", "state", "condition", "stage"]);
const isState = (name: string): boolean => foldedWords(name).some((word) => STATES.has(word));

/** A field that the headings are, and whether anything says so. */
interface Told {
  readonly name: string;
  readonly isCalled: boolean;
}

/** The field that the headings are: the one called so, else the only field without a value, or else the first that is asked for. */
const fieldOf = (
  heads: readonly Head[],
  items: readonly MatchedItem[],
  schema: OutputSchema,
  context: CoerceContext,
): Told | null => {
  const names = Object.keys(schema);
  const lacking = names.filter((name) => items.every(({ item }) => isEmpty(item[name])));
  const open = lacking.filter((name) => schema[name] === "string" && GROUPING.has(conceptOf(name)));
  const years = lacking.filter((name) => isYear(name) && heads.every(({ text }) => YEAR.test(text)));
  const called = years[0] ?? open.find((name) => areCalled(heads, name));
  if (called !== undefined) return { name: called, isCalled: true };
  const groups = new Set(heads.map(({ element }) => element)).size;
  if (groups > items.length * SHARE.groups || !heads.every((head) => isName(head, context))) return null;
  const said = new Set(items.flatMap(({ item }) => Object.values(item)));
  const guess = open.length === 1 ? open[0] : open.find((name) => name === names[0]);
  const isOne = new Set(heads.map(({ text }) => text)).size < 2;
  return guess === undefined || isOne || isState(guess) || heads.some(({ text }) => said.has(text))
    ? null
    : { name: guess, isCalled: false };
};

const DOUBT = "the heading of the record's group, because no label names it";
const SURE = 0.6;
const GUESSED = 0.4;

interface Heading {
  /** Whether headings that nothing says to be a field may be one. */
  readonly mayGuess: boolean;
  /** Those of the list's records of which the items are, if not all. */
  readonly sample?: readonly Element[];
}

/** The items with the heading of their group, under the field that it is. */
export const fillGroupHeads = (
  records: readonly Element[],
  items: readonly MatchedItem[],
  schema: OutputSchema,
  context: CoerceContext,
  { mayGuess, sample = records }: Heading,
): readonly MatchedItem[] => {
  if (sample.length !== items.length || items.length < MIN_RECORDS) return items;
  if (!Object.keys(schema).some((name) => items.every(({ item }) => isEmpty(item[name])))) return items;
  const heads = headsOf(sample, records);
  if (!heads) return items;
  const found = heads.filter((head) => head !== null);
  const told = fieldOf(found, items, schema, context);
  if (!told || (!mayGuess && !told.isCalled)) return items;
  const { name, isCalled } = told;
  const provenance: Provenance = {
    source: "record",
    confidence: isCalled ? SURE : GUESSED,
    path: "heading of its group",
    ...(!isCalled && { doubt: DOUBT }),
  };
  return items.map((item, at) => {
    const text = heads[at]?.text;
    if (text === undefined) return item;
    const value = schema[name] === "string" ? text : Number(YEAR.exec(text)?.[1]);
    return {
      ...item,
      item: { ...item.item, [name]: value },
      provenance: { ...item.provenance, [name]: provenance },
    };
  });
};
