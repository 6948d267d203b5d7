/** Records of one event: its agenda and its minutes, its entry among the next ones and its row in the archive. */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import { isFile } from "../page/leads.ts";
import { lineText } from "../page/lines.ts";
import { outward } from "../page/tree.ts";
import type { DateReading } from "../values/dates.ts";
import { splitWords } from "../vocabulary/words.ts";
import { DOCUMENTS, namingWords, TIME, withoutDays } from "./eventWords.ts";
import { createNameIndex } from "./nameIndex.ts";

/** What a record says of its event, beside the day. */
interface Said {
  /** What it is called or who meets, and where. */
  readonly words: ReadonlySet<string>;
  readonly times: ReadonlySet<string>;
  /** Kinds of documents that it names: an event has one agenda. */
  readonly documents: ReadonlySet<string>;
  /** Addresses of its links. */
  readonly links: ReadonlySet<string>;
  /** The table that it is a row of. */
  readonly table: Element | null;
}

const isPage = (href: string): boolean =>
  /^https?:$/.test(URL.parse(href, "https://localhost")?.protocol ?? "") && !isFile(href);

const sayOf = (record: Element, context: DateReading): Said => {
  const text = lineText(record);
  const times = [...withoutDays(text, context).matchAll(TIME)].map(
    ([, hour, minute = "00", half = "", full, second]) =>
      `${hour ?? full}:${second ?? minute}${half.toLowerCase()}`,
  );
  return {
    words: new Set(namingWords(text, context)),
    times: new Set(times),
    documents: new Set(splitWords(text).flatMap((word) => DOCUMENTS.get(word) ?? [])),
    links: new Set(
      findAll(({ name, attribs }) => name === "a" && attribs.href !== undefined, record.children).map(
        ({ attribs }) => attribs.href ?? "",
      ),
    ),
    table:
      outward(record.parent === null ? (record.children[0] ?? record) : record).find(
        ({ name }) => name === "table",
      ) ?? null,
  };
};

const areDisjoint = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  ![...left].some((each) => right.has(each));
const holdsAll = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  [...right].every((each) => left.has(each));
const isPart = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  holdsAll(left, right) || holdsAll(right, left);

/**
 * Whether two records of one day are about the same event: they name it alike, at no other time, and have no document
 * of the same kind, unless it is the same file.
 */
const areSame = (one: Said, other: Said): boolean => {
  if (!isPart(one.words, other.words)) return false;
  if (one.times.size > 0 && other.times.size > 0 && areDisjoint(one.times, other.times)) return false;
  const areLinked = one.links.size > 0 && other.links.size > 0;
  if (areLinked && isPart(one.links, other.links)) return true;
  if (!areDisjoint(one.documents, other.documents)) return false;
  const hasPapers = one.documents.size > 0 || other.documents.size > 0;
  if (areLinked && !hasPapers && [...one.links, ...other.links].some(isPage)) return false;
  return hasPapers || one.table === other.table;
};

const joinSaid = (one: Said, other: Said): Said => ({
  words: new Set([...one.words, ...other.words]),
  times: new Set([...one.times, ...other.times]),
  documents: new Set([...one.documents, ...other.documents]),
  links: new Set([...one.links, ...other.links]),
  table: one.table,
});

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
  const counts = Map.groupBy(days, (day) => day);
  const groups: { said: Said | null; readonly own: number[] }[] = [];
  const named = new Map([...counts.keys()].map((day) => [day, createNameIndex<(typeof groups)[number]>()]));
  for (const [at, record] of records.entries()) {
    const day = days[at] ?? null;
    const said = day !== null && (counts.get(day)?.length ?? 0) > 1 ? sayOf(record, context) : null;
    const alike = said ? (named.get(day)?.find(said.words) ?? []) : [];
    const [known] = alike
      .filter((group) => group.said && areSame(group.said, said as Said))
      .sort((left, right) => (left.own[0] ?? 0) - (right.own[0] ?? 0));
    const group = known ?? { said, own: [] };
    group.own.push(at);
    if (known?.said) known.said = joinSaid(known.said, said as Said);
    else groups.push(group);
    if (group.said) named.get(day)?.add(group.said.words, group);
  }
  return groups.map(({ own }) => own);
};
