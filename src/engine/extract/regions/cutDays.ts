/**
 * Cuts a page into what belongs to each day of a schedule, however it is marked up: rows, items, lines of a paragraph, or a day
 * and what follows it, under headings of months and years.
 */

import { type AnyNode, type Element, isTag } from "domhandler";
import { gatherText, INLINE } from "../page/text.ts";
import { isHeading } from "../page/tree.ts";
import { middle } from "../values/averages.ts";
import { type DateReading, findDays } from "../values/dates.ts";
import { monthOf } from "../values/dateWords.ts";
import { findYearless } from "../values/yearless.ts";
import { joinNodes } from "./markers.ts";

/** A line of a box, or an element with lines of its own, and the different days that it names. */
interface Part {
  readonly nodes: readonly AnyNode[];
  /** Null for a line. */
  readonly element: Element | null;
  readonly days: ReadonlySet<string>;
  readonly parts: readonly Part[];
  readonly hasText: boolean;
}

const UNSEEN: ReadonlySet<string> = new Set(
  "script style template noscript head svg nav footer select button".split(" "),
);
export const MAX_LINE = 400;
const NO_DAYS: ReadonlySet<string> = new Set();

/** Dates in numbers, and months that are numbers with a word of their own. */
const NUMERIC = /\p{Nd}[-/.]\s?\p{Nd}{1,2}[-/.]\s?\p{Nd}{2}|[年月년월]|tháng/u;
const WORD = /[\p{L}\p{M}]{2,}/gu;
/** A cheap check before the forms of dates are tried: a number, and the form of a date or a month's name. */
const mayNameDay = (text: string): boolean =>
  /\p{Nd}/u.test(text) &&
  (NUMERIC.test(text) || (text.match(WORD) ?? []).some((word) => monthOf(word) !== undefined));

/** The days that a line names, by month and day: a year is often written once for many. */
export const daysIn = (text: string, context: DateReading): ReadonlySet<string> => {
  if (!mayNameDay(text)) return NO_DAYS;
  const full = findDays(text, context).map(({ day }) => day.slice(5));
  if (full.length > 0) return new Set(full);
  return new Set(
    findYearless(text).map(
      ({ month, day }) => `${String(month + 1).padStart(2, "0")}-${String(day).padStart(2, "0")}`,
    ),
  );
};

/** A row names the day of a meeting, and can name the days of its agenda and minutes too. */
const MAX_DAYS = 3;

const isFlat = (node: AnyNode): boolean =>
  !isTag(node) || (INLINE.has(node.name) && node.children.every((child) => isFlat(child) && !isBreak(child)));
const isBreak = (node: AnyNode): boolean => isTag(node) && node.name === "br";

/** What an element consists of: lines, and elements with lines of their own. */
const partsOf = (element: Element, context: DateReading): Part[] => {
  const parts: Part[] = [];
  let line: AnyNode[] = [];
  const close = (): void => {
    const { text } = gatherText(line, { max: MAX_LINE });
    if (text !== "")
      parts.push({ nodes: line, element: null, days: daysIn(text, context), parts: [], hasText: true });
    line = [];
  };
  for (const child of element.children) {
    if (isTag(child) && UNSEEN.has(child.name)) continue;
    if (isBreak(child)) close();
    else if (isFlat(child)) line.push(child);
    else if (isTag(child)) {
      close();
      const inner = partsOf(child, context);
      const dated = inner.filter((part) => part.days.size > 0);
      const days = dated.length === 0 ? NO_DAYS : new Set(dated.flatMap((part) => [...part.days]));
      parts.push({
        nodes: [child],
        element: child,
        days,
        parts: inner,
        hasText: inner.some(({ hasText }) => hasText),
      });
    }
  }
  close();
  return parts;
};

/** Whether a part with several days is one record: a line of text, or a row with a cell that names none. */
const isOne = ({ element, parts, days }: Part): boolean => {
  if (element === null) return true;
  const filled = parts.filter(({ hasText }) => hasText);
  if (element.name === "tr") return days.size <= MAX_DAYS && filled.some((cell) => cell.days.size === 0);
  return filled.length === 1 && filled[0]?.element === null && days.size <= MAX_DAYS;
};

/** Rows after dated ones whose own day cannot be read. */
const missingDays = (
  parts: readonly Part[],
  [first = parts.length, ...starts]: readonly number[],
): number[] => {
  const { name } = parts[first]?.element ?? {};
  const cells = (part: Part | undefined): number => part?.parts.length ?? 0;
  const own = parts.flatMap((part, at) => {
    const isAlike = part.element?.name === name && cells(part) === cells(parts[first]);
    return at > first && part.days.size === 0 && isAlike ? [at] : [];
  });
  return name === "tr" && own.length <= starts.length ? own : [];
};

const isTitle = ({ element }: Part): boolean => element !== null && isHeading(element);
const AFTER_SHARE = 0.5;
const BEFORE_SHARE = 0.7;

/** A line of days, each in an element of its own: the element with what follows it. */
const cutLine = (nodes: readonly AnyNode[], context: DateReading): Element[] => {
  const [only] = nodes;
  if (nodes.length === 1 && only && isTag(only)) return cutLine(only.children, context);
  const records: AnyNode[][] = [];
  for (const node of nodes) {
    const isDated = daysIn(gatherText([node], { max: MAX_LINE }).text, context).size > 0;
    if (isDated) records.push([node]);
    else records.at(-1)?.push(node);
  }
  return records.map(joinNodes);
};

/**
 * The records among siblings: each dated one, with the headings before it, or the text after it, where most have
 * them.
 */
const cut = (parts: readonly Part[], context: DateReading): Element[] => {
  const filled = parts.filter(({ hasText }) => hasText);
  const starts: number[] = [];
  /** Records by the place of their first sibling. */
  const found = new Map<number, readonly Element[]>();
  filled.forEach((part, at) => {
    if (part.days.size === 0) return;
    if (part.element === null && part.days.size > MAX_DAYS) found.set(at, cutLine(part.nodes, context));
    else if (part.days.size === 1 || isOne(part)) starts.push(at);
    else found.set(at, cut(part.parts, context));
  });
  const missing = missingDays(filled, starts);
  const undated = (at: number): boolean =>
    filled[at] !== undefined && filled[at].days.size === 0 && !missing.includes(at);
  const headed = starts.filter((at) => undated(at - 1) && isTitle(filled[at - 1] as Part));
  const isHeaded = starts.length > 1 && headed.length >= starts.length * BEFORE_SHARE;
  /** How many siblings after a dated one say nothing about a day. */
  const gaps = starts.map((at, order) => {
    const end = starts[order + 1] ?? filled.length;
    let to = at + 1;
    while (to < end && undated(to) && !isTitle(filled[to] as Part)) to++;
    return to - at - 1;
  });
  const known = gaps.slice(0, -1);
  const follows = known.length > 0 && known.filter((gap) => gap > 0).length >= known.length * AFTER_SHARE;
  const most = Math.max(0, ...(follows ? [middle(known)] : []));
  starts.forEach((at, order) => {
    const from = isHeaded && headed.includes(at) ? at - 1 : at;
    const isLast = order === starts.length - 1;
    const count = follows ? Math.min(gaps[order] ?? 0, isLast ? most : Number.POSITIVE_INFINITY) : 0;
    found.set(at, [recordOf(filled.slice(from, at + 1 + count))]);
  });
  for (const at of missing) found.set(at, [recordOf(filled.slice(at, at + 1))]);
  return [...found].sort(([left], [right]) => left - right).flatMap(([, records]) => records);
};

const recordOf = (parts: readonly Part[]): Element => {
  const [first] = parts;
  return parts.length === 1 && first?.element
    ? first.element
    : joinNodes(parts.flatMap(({ nodes }) => nodes));
};

/** What belongs to each day that an element names, in page order. */
export const cutDays = (top: Element, context: DateReading): readonly Element[] =>
  cut(partsOf(top, context), context);
