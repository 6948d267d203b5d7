/** Records of one event: its agenda and its minutes, its entry among the next ones and its row in the archive. */
import type { Element } from "domhandler";
import { findAll, prevElementSibling } from "domutils";
import { listBits } from "../../page/bits.ts";
import { isFile } from "../../page/leads.ts";
import { lineText } from "../../page/lines.ts";
import { shortText } from "../../page/shortText.ts";
import { elementsBefore, outerOf, outward } from "../../page/tree.ts";
import { nodesOf } from "../../regions/markers.ts";
import type { DateReading } from "../../values/dates.ts";
import { isWeekday, monthOf } from "../../values/dateWords.ts";
import { splitWords } from "../../vocabulary/words.ts";
import {
  DOCUMENTS,
  isEmptyWord,
  isListWord,
  namesGathering,
  namingWords,
  TIME,
  timesOf,
  withoutDays,
} from "./eventWords.ts";

/** What a record says of its event, beside the day. */
interface Said {
  /** What it is called or who meets, and where, as a key; empty if it says only the day and documents. */
  readonly name: string;
  readonly times: ReadonlySet<string>;
  /** Kinds of documents that it names: an event has one agenda. */
  readonly documents: ReadonlySet<string>;
  /** Addresses of its links. */
  readonly links: ReadonlySet<string>;
  readonly list: List;
}

/** The list or table of the page to which a record belongs. */
interface List {
  /** The menu, or else the outermost list or table around the record; null if there is none. */
  readonly element: Element | null;
  /** How the record is marked up. */
  readonly signature: string;
  /** What the heading above it says beside that a list follows. */
  readonly heading: ReadonlySet<string>;
}

const areDisjoint = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  ![...left].some((each) => right.has(each));
const holdsAll = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  [...right].every((each) => left.has(each));
const isPart = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  holdsAll(left, right) || holdsAll(right, left);

const MAX_TEXT = 300;
const LISTS: ReadonlySet<string> = new Set(["table", "ul", "ol", "dl", "select"]);
const MAX_BACK = 200;
const MAX_HEADING = 100;

/** The text right before a list, or else the nearest heading before it or before an element around it. */
const headingAbove = (element: Element): string => {
  const beside = prevElementSibling(element);
  const isLabelled = beside !== null && element.name !== "select" && !LISTS.has(beside.name);
  const label = isLabelled ? shortText(beside, MAX_HEADING) : null;
  if (label) return label;
  for (const around of outward(element)) {
    for (const before of elementsBefore(around, MAX_BACK))
      if (/^(?:h[1-6]|caption|summary)$/.test(before.name)) return shortText(before, MAX_HEADING) ?? "";
  }
  return "";
};

const listOf = (record: Element): List => {
  const [inner = record] = nodesOf(record);
  const around = outward(inner);
  const element =
    around.find(({ name }) => name === "select") ?? around.findLast(({ name }) => LISTS.has(name)) ?? null;
  const from = element ?? outerOf(inner);
  return {
    element,
    signature: around
      .slice(0, 2)
      .map(({ name, attribs }) => `${name}.${attribs.class ?? ""}`)
      .join(" "),
    heading: new Set(splitWords(from === null ? "" : headingAbove(from)).filter((word) => !isListWord(word))),
  };
};

/** Whether the headings of two lists can be about the same: "Commission", "Advisory Commission". */
const mayBeHeadedAlike = ({ heading: one }: List, { heading: other }: List): boolean => isPart(one, other);
/** Whether two records belong to lists that are not parts of one: of several tables, or marked up in another way. */
const areOfOtherLists = (one: List, other: List): boolean =>
  one.element !== other.element &&
  mayBeHeadedAlike(one, other) &&
  (one.element === null || other.element === null ? one.signature !== other.signature : true);

/** Kinds of documents named in a text that contains nothing else, in a file name, or in the name of the body that meets. */
const documentsIn = (text: string, isOfFile: boolean, context: DateReading): readonly string[] => {
  const kinds = splitWords(text).flatMap((word) => DOCUMENTS.get(word) ?? []);
  if (kinds.length === 0 || namingWords(text, context).length === 0 || namesGathering(text, context))
    return kinds;
  return isOfFile ? kinds.filter((kind) => kind === "agenda" || kind === "minutes") : [];
};

const isPage = (href: string): boolean =>
  /^https?:$/.test(URL.parse(href, "https://localhost")?.protocol ?? "") && !isFile(href);
/** The name of the file to which an address leads; empty if it leads to a page. */
const fileName = (href: string): string =>
  isFile(href) ? (URL.parse(href, "https://localhost")?.pathname.split("/").at(-1) ?? "") : "";

/** Sizes of files: "(120 KB)", "3 pages". */
const SIZE = /\d+(?:[.,]\d+)?\s*(?:[kmg]b|[kmg]o|bytes|pages?|seiten)(?!\p{L})/giu;

/** The words of a name without those that say the day. */
const nameWords = (text: string, day: string, context: DateReading): string[] => {
  const [year, month, date] = day.split(/\D/).map(Number);
  const words = splitWords(
    withoutDays(text, context)
      .replace(TIME, " ")
      .replace(SIZE, " ")
      .replace(/['’]s?(?!\p{L})/gu, ""),
  );
  const isOfDay = (word: string, at: number): boolean => {
    const value = Number.parseInt(word, 10);
    const beside = [words[at - 1] ?? "", words[at + 1] ?? ""];
    if (monthOf(word) !== undefined || isWeekday(word) || value === year) return true;
    if (value === date) return beside.some((each) => monthOf(each) !== undefined || Number(each) === month);
    return value === month && beside.some((each) => Number(each) === date);
  };
  return words.filter((word, at) => !isOfDay(word, at) && !isEmptyWord(word));
};

/** The address of an entry of a menu. */
const addressOf = ({ name, attribs: { value = "" } }: Element): string[] =>
  name === "option" && /^(?:https?:\/)?\/|\.\w+$/.test(value) ? [value] : [];

const sayOf = (record: Element, day: string, context: DateReading): Said => {
  const text = lineText(record);
  const links = findAll(({ name, attribs }) => name === "a" && attribs.href !== undefined, [record]);
  const documents = new Set([
    ...listBits([record]).flatMap(({ text: line, place }) =>
      place === null ? [] : documentsIn(line, false, context),
    ),
    ...links.flatMap((link) => {
      const { href = "" } = link.attribs;
      const text = shortText(link, MAX_TEXT) ?? "";
      return [text, fileName(href)].flatMap((each) => documentsIn(each, isFile(href), context));
    }),
  ]);
  const words = nameWords(text, day, context).filter((word) => !documents.has(DOCUMENTS.get(word) ?? ""));
  return {
    name: [...new Set(words)].sort().join(" "),
    times: new Set(timesOf(withoutDays(text, context))),
    documents,
    links: new Set([...links.flatMap(({ attribs }) => attribs.href ?? []), ...addressOf(record)]),
    list: listOf(record),
  };
};

/**
 * Whether two records of one day are about the same event. They name it alike, at no other time. If one is a document, such as an
 * agenda, the other is none of the same kind, unless it is the same file. If none is, they are of different lists of the page.
 */
const areSame = (one: Said, other: Said, isOnly: boolean): boolean => {
  if (one.times.size > 0 && other.times.size > 0 && areDisjoint(one.times, other.times)) return false;
  const hasPapers = one.documents.size > 0 || other.documents.size > 0;
  const areLinked = one.links.size > 0 && other.links.size > 0;
  const isOneLink = areLinked && isPart(one.links, other.links);
  if (!hasPapers) {
    if (one.name !== other.name) return false;
    // A menu shows the entry that is selected a second time, without an address.
    if (one.list.element?.name === "select" && one.list.element === other.list.element) return !areLinked;
    if (areLinked && !isOneLink && [...one.links, ...other.links].some(isPage)) return false;
    return areOfOtherLists(one.list, other.list);
  }
  const isUnnamed = one.name === "" || other.name === "";
  if (isUnnamed ? !(isOnly && mayBeHeadedAlike(one.list, other.list)) : one.name !== other.name) return false;
  return isOneLink || areDisjoint(one.documents, other.documents);
};

const joinSaid = (one: Said, other: Said): Said => ({
  name: one.name || other.name,
  times: new Set([...one.times, ...other.times]),
  documents: new Set([...one.documents, ...other.documents]),
  links: new Set([...one.links, ...other.links]),
  list: one.list,
});

/** With more of one name, a record is compared with the first ones: a thousand events of one day and name are not one. */
const MAX_COMPARED = 50;

/** The records of each event of one day. */
const groupDay = (
  at: readonly number[],
  day: string,
  records: readonly Element[],
  context: DateReading,
): readonly (readonly number[])[] => {
  if (at.length < 2) return [at];
  const said = at.map((each) => sayOf(records[each] as Element, day, context));
  const isOnly = new Set(said.map(({ name }) => name).filter((name) => name !== "")).size <= 1;
  const groups: { said: Said; readonly own: number[] }[] = [];
  const named = new Map<string, typeof groups>();
  for (const [index, each] of at.entries()) {
    const own = said[index] as Said;
    const key = isOnly ? "" : own.name;
    const alike = named.get(key) ?? [];
    named.set(key, alike);
    const known = alike.find((group) => areSame(group.said, own, isOnly));
    if (known) {
      known.own.push(each);
      known.said = joinSaid(known.said, own);
      continue;
    }
    const group = { said: own, own: [each] };
    groups.push(group);
    if (alike.length < MAX_COMPARED) alike.push(group);
  }
  return groups.map(({ own }) => own);
};

/**
 * Groups the records of each event.
 *
 * @param days those of the records, null if not known
 * @returns indices of the records of each event, in page order
 */
export const groupEvents = (
  records: readonly Element[],
  days: readonly unknown[],
  context: DateReading,
): readonly (readonly number[])[] => {
  const all = Map.groupBy(records.keys(), (at) => days[at] ?? null);
  return [...all]
    .flatMap(([day, at]) =>
      day === null ? at.map((each) => [each]) : groupDay(at, String(day), records, context),
    )
    .sort(([left = 0], [right = 0]) => left - right);
};
