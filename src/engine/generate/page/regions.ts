/** What of a page repeats, as lists of elements that a selector can find. */
import { type Element, isTag } from "domhandler";
import { findAll, findOne, uniqueSort } from "domutils";
import { textOf } from "../../extract/extract.ts";
import { classesOf } from "../../extract/page/tree.ts";
import { findRegions, overlaps, type Region } from "../../extract/regions/regions.ts";
import type { PageView } from "../../extract/scorer/pageFacts.ts";

const MAX_REGIONS = 30;
const MIN_RECORDS = 2;
const MIN_LINKS_EACH = 3;
const MIN_COUNTS = 3;
const LINK_SHARE = 0.75;

/** Elements that are on the page: a selector can find no others. */
const isSelectable = ({ records }: Region): boolean =>
  records.length >= MIN_RECORDS && records.every((record) => record.parent !== null);

/** Records of several elements in a row, which no element holds: the first of each stands for it. */
const toHeads = (region: Region): Region => {
  if (region.records.every((record) => record.parent !== null)) return region;
  const heads = region.records.map((record) => record.children.find(isTag));
  const [first] = heads;
  const areAlike = heads.every((head) => head?.parent && first && sameKind(head) === sameKind(first));
  return areAlike ? { ...region, records: heads.filter((head) => head !== undefined) } : region;
};

/** What an element is, as far as one word of its author tells. */
export const sameKind = ({ name, attribs }: Element): string =>
  `${name}.${(attribs.class ?? "").split(/\s+/)[0] ?? ""}`;

/** Most of their classes are the same: of those that say no more than `flex`, a page's boxes all have one. */
const areAlike = (left: Element | undefined, right: Element | undefined): boolean => {
  if (!left || !right || left.name !== right.name) return false;
  const own = new Set(classesOf(left));
  const other = new Set(classesOf(right));
  const shared = [...own].filter((name) => other.has(name)).length;
  return shared > 0 && shared * 2 > own.size + other.size - shared;
};

const mergeKinds = (regions: readonly Region[]): Region[] => {
  const merged: Region[] = [];
  for (const region of regions) {
    const at = merged.findIndex(
      (known) => areAlike(known.records[0], region.records[0]) && !overlaps(known, region),
    );
    const known = merged[at];
    if (known)
      merged[at] = {
        ...known,
        records: inPageOrder([...known.records, ...region.records]),
        score: known.score + region.score,
      };
    else merged.push(region);
  }
  return merged;
};

const inPageOrder = (records: readonly Element[]): Element[] => uniqueSort([...records]) as Element[];

/** An index by letter or section holds little but links: each of them is a record. */
const linksWithin = (region: Region): Region | null => {
  const links = region.records.map((record) =>
    findAll(({ name, attribs }) => name === "a" && attribs.href !== undefined, record.children),
  );
  const all = links.flat();
  const lengthOf = (elements: readonly Element[]): number =>
    elements.reduce((sum, element) => sum + textOf(element).length, 0);
  // Cards hold pictures, and as many links each; groups of an index hold more or fewer.
  const isIndex =
    region.records[0]?.name !== "tr" &&
    new Set(links.map(({ length }) => length)).size >= MIN_COUNTS &&
    all.length >= region.records.length * MIN_LINKS_EACH &&
    region.records.every((record) => findOne(({ name }) => name === "img", record.children) === null) &&
    lengthOf(all) >= lengthOf(region.records) * LINK_SHARE;
  return isIndex ? { ...region, records: all } : null;
};

/** What of a page repeats and a selector can find, the likeliest list first. */
export const listRegions = (view: PageView): Region[] => {
  const regions = findRegions(view.content).map(toHeads).filter(isSelectable).slice(0, MAX_REGIONS);
  return mergeKinds(regions.flatMap((region) => [linksWithin(region) ?? [], region].flat()));
};
