/** The repeated regions of a page, as lists of elements that a selector can match. */
import { type Element, isTag } from "domhandler";
import { findAll, findOne, uniqueSort } from "domutils";
import { textOf } from "../../extract/extract.ts";
import { withoutHeads } from "../../extract/regions/columns.ts";
import { findLoneArticles } from "../../extract/regions/loneArticles.ts";
import { findRegions, type Region } from "../../extract/regions/regions.ts";
import type { PageView } from "../../extract/scorer/pageFacts.ts";

const MAX_REGIONS = 30;
const MIN_RECORDS = 2;
const MIN_LINKS_EACH = 3;
const MIN_COUNTS = 3;
const LINK_SHARE = 0.75;

/** Whether all records are elements of the page: a selector can match no others. */
const isSelectable = ({ records }: Region): boolean =>
  records.length >= MIN_RECORDS && records.every((record) => record.parent !== null);

/** Replaces records that span several siblings with the first element of each. */
const toHeads = (region: Region): Region => {
  if (region.records.every((record) => record.parent !== null)) return region;
  const heads = region.records.map((record) => record.children.find(isTag));
  const [first] = heads;
  const areAlike = heads.every((head) => head?.parent && first && sameKind(head) === sameKind(first));
  return areAlike ? { ...region, records: heads.filter((head) => head !== undefined) } : region;
};

/** An element's tag and first class name. */
export const sameKind = ({ name, attribs }: Element): string =>
  `${name}.${(attribs.class ?? "").split(/\s+/)[0] ?? ""}`;

const inPageOrder = (records: readonly Element[]): Element[] => uniqueSort([...records]) as Element[];

/** The links of an index by letter or section, each one a record; null if the region is not an index. */
const linksWithin = (region: Region): Region | null => {
  const links = region.records.map((record) =>
    findAll(({ name, attribs }) => name === "a" && attribs.href !== undefined, record.children),
  );
  const all = links.flat();
  const lengthOf = (elements: readonly Element[]): number =>
    elements.reduce((sum, element) => sum + textOf(element).length, 0);
  // Cards have images and equal numbers of links; groups of an index vary in size.
  const isIndex =
    region.records[0]?.name !== "tr" &&
    new Set(links.map(({ length }) => length)).size >= MIN_COUNTS &&
    all.length >= region.records.length * MIN_LINKS_EACH &&
    region.records.every((record) => findOne(({ name }) => name === "img", record.children) === null) &&
    lengthOf(all) >= lengthOf(region.records) * LINK_SHARE;
  return isIndex ? { ...region, records: all } : null;
};

/** A region whose articles include those that stand apart from it. */
const withLoneArticles = (view: PageView, region: Region): Region => {
  const found = findLoneArticles(view.content, region.records);
  return found ? { ...region, records: inPageOrder([...found.lone, ...found.articles]) } : region;
};

/** The page's repeated regions that a selector can match, likeliest list first. */
export const listRegions = (view: PageView): Region[] => {
  const regions = findRegions(view.content)
    .map(toHeads)
    .map((region) => ({ ...region, records: withoutHeads(region.records) }))
    .filter(isSelectable)
    .slice(0, MAX_REGIONS)
    .map((region) => withLoneArticles(view, region));
  return regions.flatMap((region) => [linksWithin(region) ?? [], region].flat());
};
