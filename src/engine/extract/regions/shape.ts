/** The shape of a region's records: how similar they are, and what each of them contains. */

import { type AnyNode, type Element, isTag } from "domhandler";
import { findOne } from "domutils";
import { bitOf, groupsOf } from "../page/groups.ts";
import { startText } from "../page/shortText.ts";
import { textOf } from "../page/text.ts";
import { isHeading, outerOf, outward } from "../page/tree.ts";
import { middle, shareOf } from "../values/averages.ts";
import { PRICED } from "../values/prices.ts";
import { countSpaced } from "../values/text.ts";
import { conceptOf } from "../vocabulary/concepts.ts";
import { asLabel } from "../vocabulary/labels.ts";
import words from "../vocabulary/pages.json" with { type: "json" };
import { buildOf, similarity } from "./looks.ts";
import { comeInTurns } from "./markers.ts";

export interface RecordShape {
  /** 0 to 1: median similarity of a record to the others. */
  readonly alike: number;
  /** Average similarity: lower if some records differ from the rest. */
  readonly even: number;
  /** Median number of elements with text of their own per record. */
  readonly fields: number;
  readonly words: number;
  /** Shares of the records with a price, a picture or a date. */
  readonly priced: number;
  readonly pictured: number;
  readonly dated: number;
  /** Label and value pairs: the properties of one thing. */
  readonly isPairs: boolean;
  /** Outside the page's main subject: "You may also like". */
  readonly isAside: boolean;
  /** Readers' comments. */
  readonly isSaid: boolean;
  /** In a slider, or under "New" or "Popular": usually beside the list rather than the list itself. */
  readonly isFeatured: boolean;
  /** Each follows a heading outside it: only half of a record. */
  readonly isHeadless: boolean;
  /** Parts of records that alternate: a title, a line about it. */
  readonly isInTurns: boolean;
  /** Whether the records count up or down: "1.", "2.", "3.". */
  readonly isRanked: boolean;
}

const SAMPLE = 10;

const cellsOf = (record: Element): Element[] => record.children.filter(isTag);

/** The label of a record that is a label and a value; null for other records. */
const labelOf = (record: Element): string | null => {
  const cells = cellsOf(record);
  const [first] = cells;
  if (!first || cells.length !== 2) return null;
  const text = textOf(first);
  const label = asLabel(text);
  if (label === null) return null;
  const isNamed = text.trimEnd().endsWith(":") || first.name === "dt" || conceptOf(label) !== null;
  return isNamed || (record.name === "tr" && first.name === "th" && cells[1]?.name === "td") ? label : null;
};

const MAX_VALUE_WORDS = 8;
const PAIRS_SHARE = 0.5;
/** Rows like "Weight: 3 kg". Terms explained in full sentences are records. */
const arePairs = (records: readonly Element[], words: number): boolean => {
  const labels = records.map(labelOf).filter((label) => label !== null);
  if (labels.length < records.length * PAIRS_SHARE) return false;
  const areCells = records.every(({ name }) => name === "tr");
  return areCells || words <= MAX_VALUE_WORDS || labels.some((label) => conceptOf(label) !== null);
};

const FEATURED = bitOf("related");
const SAID = bitOf("comments");
const RELATED =
  /(?:^|[\s_-])(?:related|similar|recommend\p{L}*|recos?|upsells?|cross-?sells?|alternatives|also-?(?:like|bought|viewed|read)|you-?may\p{L}*|suggest\p{L}*|recently-?viewed|more-?(?:from|like))(?:[\s_-]|$)/iu;
const namesOf = ({ attribs }: Element): string => `${attribs.class ?? ""} ${attribs.id ?? ""}`;
const RELATED_WORDS = new RegExp(`(?:${words.related.join("|")})`, "iu");
const MAX_CLIMB = 5;
const MAX_HEADING = 60;

/** The heading above a list: the last one before it, or before the boxes around it. */
const headingOver = (record: Element, isBeside: boolean): { text: string; isFirst: boolean } | null => {
  let at: Element | null = record;
  for (let climbed = 0; at && at.name !== "body" && climbed < MAX_CLIMB; climbed++) {
    for (let before: AnyNode | null = at.prev; before; before = before.prev) {
      if (!isTag(before)) continue;
      const heading = isHeading(before) ? before : before.children.filter(isTag).findLast(isHeading);
      if (heading && (isBeside || climbed > 0))
        return { text: textOf(heading), isFirst: heading.name === "h1" };
    }
    at = outerOf(at);
  }
  return null;
};

/** Whether a box around a record matches, up to the page's main element. */
const isAmong = (record: Element, test: (outer: Element) => boolean): boolean => {
  const around = outward(record);
  const end = around.findIndex(({ name }) => name === "body" || name === "main");
  return around.slice(1, end < 0 ? around.length : Math.max(1, end)).some(test);
};

/** Whether an element is outside the page's main subject: in an aside, or below a heading like "Related". */
export const standsAside = (record: Element, isBeside = true): boolean => {
  if (isAmong(record, (outer) => outer.name === "aside" || RELATED.test(namesOf(outer)))) return true;
  const over = headingOver(record, isBeside);
  return over !== null && !over.isFirst && over.text.length <= MAX_HEADING && RELATED_WORDS.test(over.text);
};

/** Dates as pages write them: "6 March 2026", "Mar 6, 2026", "06.03.2026", "2026年3月6日", "3 days ago". */
const DATED =
  /(?<!\d)(?:(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)?\d\d|\p{L}{3,10}\.? \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d\d|\d{1,2}\.? (?:de |d[’'])?\p{L}{3,10}\.?,? (?:de )?(?:19|20)\d\d|(?:19|20)\d\d年|\d+ \p{L}+ ago)(?!\d)|(?<!\p{L})(?:vor|hace|il y a) \d+ \p{L}|\d+\s*(?:日|天|時間|小时|시간)(?:前|전)/u;
const MAX_DATED = 600;

const HEADLESS_SHARE = 0.8;
const followsHeading = (record: Element): boolean => {
  let before: AnyNode | null = record.prev;
  while (before && !isTag(before)) before = before.prev;
  return (
    before !== null &&
    isTag(before) &&
    isHeading(before) &&
    findOne(isHeading, record.children, true) === null
  );
};

/** "1.", "#1", "No. 1", "Platz 1", "第1位" */
const RANK = new RegExp(String.raw`^(?:${words.rank.join("|")})?\s*(\d{1,3})(?=[.):\s位–—-]|$)`, "iu");
const MIN_RANKED = 3;
const RANKED_SHARE = 0.8;

/** Whether the numbers before the titles count up or down. */
const areRanked = (records: readonly Element[]): boolean => {
  if (records.length < MIN_RANKED) return false;
  const ranks = records.slice(0, MAX_RANKED).map((record) => RANK.exec(startText(record, MAX_FIRST))?.[1]);
  const steps = ranks.slice(1).map((rank, at) => Number(rank) - Number(ranks[at]));
  const isMost = (step: number): boolean =>
    steps.filter((own) => own === step).length >= steps.length * RANKED_SHARE;
  return isMost(1) || isMost(-1);
};
const MAX_RANKED = 50;
const MAX_FIRST = 40;

export const shapeOf = (records: readonly Element[]): RecordShape => {
  const step = Math.max(1, records.length / SAMPLE);
  const sample = records.slice(0, SAMPLE).flatMap((_, at) => records[Math.floor(at * step)] ?? []);
  const looks = sample.map((record) => ({ ...buildOf(record), text: textOf(record) }));
  const typical = looks.map(({ parts }) =>
    middle(looks.map((other) => (other.parts === parts ? 1 : similarity(parts, other.parts)))),
  );
  const words = middle(looks.map(({ text }) => countSpaced(text)));
  const [first] = sample;
  const isHeadless = sample.filter(followsHeading).length >= sample.length * HEADLESS_SHARE;
  const outer = first && first.parent === null ? first.children.find(isTag) : first;
  return {
    alike: middle(typical),
    even: typical.reduce((sum, share) => sum + share, 0) / Math.max(1, typical.length),
    fields: middle(looks.map(({ texts }) => texts)),
    words,
    priced: shareOf(looks, ({ text }) => PRICED.test(text.slice(0, 2_000))),
    pictured: shareOf(looks, ({ hasImage }) => hasImage),
    dated: shareOf(looks, ({ hasTime, text }) => hasTime || DATED.test(text.slice(0, MAX_DATED))),
    isPairs: arePairs(sample, words),
    isAside: outer !== undefined && standsAside(outer, !isHeadless && first?.parent !== null),
    isSaid:
      outer !== undefined &&
      ((groupsOf(outer) & SAID) !== 0 || isAmong(outer, (around) => (groupsOf(around) & SAID) !== 0)),
    isFeatured: outer !== undefined && isAmong(outer, (around) => (groupsOf(around) & FEATURED) !== 0),
    isHeadless,
    isInTurns: comeInTurns(records.slice(0, MAX_RANKED)),
    isRanked: areRanked(records),
  };
};
