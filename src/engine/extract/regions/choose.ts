/** Which records of a page are its list, in the order of the page and each of them once. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findOne } from "domutils";
import type { MainContent } from "../content/content.ts";
import { textOf } from "../page/text.ts";
import { PRICED } from "../values/prices.ts";
import { likeness } from "./looks.ts";
import { findLoneCards } from "./passages.ts";
import { type Candidate, LIKELY } from "./rate.ts";
import { overlaps } from "./regions.ts";

const LESS_LIKELY = 2.5;
const SECOND_SCORE = 0.02;
/** Records of one list may be this many times as long as others. */
const MUCH_LONGER = 5;
const LESS_FILLED = 0.15;

const LIKE = 0.3;
const areCards = ({ shape }: Pick<Candidate, "shape">): boolean =>
  Math.max(shape.pictured, shape.priced) >= 0.5;
/** Rows of a table and the notes below it are two things, though both lead somewhere. */
const areAlike = (left: Element | undefined, right: Element | undefined): boolean =>
  left !== undefined && right !== undefined && left.name === right.name && likeness(left, right) >= LIKE;

/** Whether what stands elsewhere on the page is of the same sort: news in several sections, not menus beside goods. */
const isOfSort = ({ region, shape, points, filled }: Candidate, main: Candidate): boolean =>
  points >= Math.max(LIKELY, main.points - LESS_LIKELY) &&
  region.score >= main.region.score * SECOND_SCORE &&
  (filled === null || filled >= (main.filled ?? 0) - LESS_FILLED) &&
  (region.leads || !main.region.leads) &&
  (!shape.isAside || main.shape.isAside) &&
  (shape.priced >= 0.5 || main.shape.priced < 0.5) &&
  (shape.pictured >= 0.5 || main.shape.pictured < 0.6) &&
  ((areCards({ shape }) && areCards(main)) || areAlike(region.records[0], main.region.records[0])) &&
  Math.max(shape.words, main.shape.words) <= Math.min(shape.words, main.shape.words) * MUCH_LONGER;

/** Neighbours that are called otherwise were set apart by the page: adverts among posts. */
const isSetApart = (candidate: Candidate, main: Candidate): boolean =>
  candidate.region.records[0]?.parent === main.region.records[0]?.parent;

const CLONE = /(?:^|[\s_-])(?:cloned?|duplicate)(?:[\s_-]|$)/i;
/** Sliders that never end repeat their first slides behind the last. */
const isClone = ({ attribs }: Element): boolean => CLONE.test(attribs.class ?? "");

const MANY = 6;
const CARDS_SHARE = 0.8;
const isTelling = ({ name, attribs }: Element): boolean =>
  (name === "a" && attribs.href !== undefined) || name === "img" || name === "picture";
/** Boxes among cards that lead nowhere and show nothing: adverts, forms, notes. */
const isFiller = (record: Element): boolean =>
  !isTelling(record) &&
  !(record.parent && isTag(record.parent) && isTelling(record.parent)) &&
  findOne(isTelling, record.children, true) === null &&
  !PRICED.test(textOf(record));

const inPageOrder = (top: Element, records: readonly Element[]): Element[] => {
  const owners = new Map<AnyNode, Element>();
  for (const record of records)
    for (const node of record.parent === null ? record.children : [record]) owners.set(node, record);
  const found = new Set<Element>();
  const visit = (node: AnyNode): void => {
    const owner = owners.get(node);
    if (owner) found.add(owner);
    else if (isTag(node)) for (const child of node.children) visit(child);
  };
  visit(top);
  return [...found];
};

export interface Choice {
  readonly records: readonly Element[];
  /** What stands among them and is none. */
  readonly fillers: readonly Element[];
}

/** The records of the list that the page is about, from its candidates, the likeliest first: of the likeliest region, and of all beside it that are of the same sort. */
export const chooseRecords = (candidates: readonly Candidate[], content: MainContent): Choice => {
  const [main, ...others] = candidates;
  const { top } = content;
  if (!main || !top) return { records: [], fillers: [] };
  const chosen = [main];
  for (const other of others)
    if (
      isOfSort(other, main) &&
      !isSetApart(other, main) &&
      !chosen.some(({ region }) => overlaps(region, other.region))
    )
      chosen.push(other);
  const isRecord = ({ region, shape }: Candidate): ((record: Element) => boolean) => {
    const areCards = Math.max(shape.pictured, shape.priced) >= CARDS_SHARE && region.records.length >= MANY;
    return (record) => !isClone(record) && !(areCards && isFiller(record));
  };
  const records = chosen.flatMap((candidate) => candidate.region.records.filter(isRecord(candidate)));
  const taken = new Set(records);
  const all = chosen.flatMap(({ region }) => region.records);
  const lone = main.region.leads && main.shape.pictured >= CARDS_SHARE ? findLoneCards(content, all) : [];
  return {
    records: chosen.length + lone.length === 1 ? records : inPageOrder(top, [...records, ...lone]),
    fillers: all.filter((record) => !taken.has(record)),
  };
};
