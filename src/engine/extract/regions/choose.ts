/** Chooses the records that form the page's list, in page order and without duplicates. */
import { type AnyNode, type Element, isTag } from "domhandler";
import type { MainContent } from "../content/content.ts";
import { isWithin, outerOf } from "../page/tree.ts";
import { findLoneArticles } from "./loneArticles.ts";
import { likeness } from "./looks.ts";
import { ownersOf } from "./markers.ts";
import { findLoneCards } from "./passages.ts";
import { type Candidate, LIKELY } from "./rate.ts";
import { coveredBy, isDaily, overlaps } from "./regions.ts";

const LESS_LIKELY = 2.5;
const SECOND_SCORE = 0.02;
/** Records of one list can differ in length by this factor. */
const MUCH_LONGER = 5;
const LESS_FILLED = 0.15;

const LIKE = 0.3;
const areCards = ({ shape }: Pick<Candidate, "shape">): boolean =>
  Math.max(shape.pictured, shape.priced) >= 0.5;
/** A table's rows and the notes below it are separate things, even if both contain links. */
const areAlike = (left: Element | undefined, right: Element | undefined): boolean =>
  left !== undefined && right !== undefined && left.name === right.name && likeness(left, right) >= LIKE;

/**
 * Whether a region elsewhere on the page belongs to the same list: news in several sections, but not menus beside
 * products.
 */
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

/** Siblings with different class names are separated by the page on purpose: ads among posts. */
const isSetApart = (candidate: Candidate, main: Candidate): boolean =>
  candidate.region.records[0]?.parent === main.region.records[0]?.parent;

const CARDS_SHARE = 0.8;
const inPageOrder = (top: Element, records: readonly Element[]): Element[] => {
  const owners = ownersOf(records);
  const found = new Set<Element>();
  const visit = (node: AnyNode): void => {
    const owner = owners.get(node);
    if (owner) found.add(owner);
    else if (isTag(node)) for (const child of node.children) visit(child);
  };
  visit(top);
  return [...found];
};

/** What stands apart from the list: cards with a picture, or articles of its template. */
const findLone = (
  content: MainContent,
  { region, shape }: Candidate,
  records: readonly Element[],
): readonly Element[] => {
  const cards = region.leads && shape.pictured >= CARDS_SHARE ? findLoneCards(content, records) : [];
  return cards.length > 0 ? cards : (findLoneArticles(content, records)?.lone ?? []);
};

/** Tells whether a record shares elements with any of the given ones. */
const createOverlap = (records: readonly Element[]): ((record: Element) => boolean) => {
  const covered = coveredBy(records);
  const around = new Set<AnyNode>(covered);
  for (const node of covered)
    for (let outer = outerOf(node); outer && !around.has(outer); outer = outerOf(outer)) around.add(outer);
  return (record) => [...coveredBy([record])].some((node) => around.has(node) || isWithin(node, covered));
};

const MOST = 0.5;
/**
 * The records of a list by day that the page's list lacks: it has most of that list's records, and further days in other
 * sections or with other markup.
 */
const findOtherDays = (
  main: Candidate,
  candidates: readonly Candidate[],
  records: readonly Element[],
): readonly Element[] => {
  if (isDaily(main.region)) return [];
  const daily = candidates.find(({ region, crowded }) => {
    if (!isDaily(region) || crowded >= MOST) return false;
    return records.filter(createOverlap(region.records)).length >= records.length * MOST;
  });
  const isKnown = createOverlap(records);
  return daily?.region.records.filter((record) => !isKnown(record)) ?? [];
};

/**
 * The records of the page's list: those of the likeliest region and of similar regions elsewhere on the page. Expects
 * candidates with the likeliest first.
 *
 * @param isByDay whether the records are events, so that all days of the page belong to them
 */
export const chooseRecords = (
  candidates: readonly Candidate[],
  content: MainContent,
  isByDay = false,
): readonly Element[] => {
  const [main, ...others] = candidates;
  const { top } = content;
  if (!main || !top) return [];
  const chosen = [main];
  for (const other of others)
    if (
      isOfSort(other, main) &&
      !isSetApart(other, main) &&
      !chosen.some(({ region }) => overlaps(region, other.region))
    )
      chosen.push(other);
  const records = chosen.flatMap(({ region }) => region.records);
  const lone = isByDay ? findOtherDays(main, others, records) : findLone(content, main, records);
  return chosen.length + lone.length === 1 ? records : inPageOrder(top, [...records, ...lone]);
};
