/** Finds the lists or pages that contain the examples. */
import type { AnyNode, Element } from "domhandler";
import { findAll } from "domutils";
import type { PageDocument } from "../../extract/extract.ts";
import { outward } from "../../extract/page/tree.ts";
import { likeness } from "../../extract/regions/looks.ts";
import { viewPage } from "../../extract/scorer/pageFacts.ts";
import type { Place } from "../../extract/slots/examples/findPlaces.ts";
import { writeSelector } from "../../extract/slots/selectors/index.ts";
import { listRegions, sameKind } from "../page/regions.ts";
import type { FoundFields, Holding, ShownQuery } from "./findExamples.ts";
import { narrowSelector, withoutRecords } from "./ruledOut.ts";

const MIN_RECORDS = 2;
/** This and the values below are set by hand. */
const MIN_ALIKE = 0.3;
const CELLS: ReadonlySet<string> = new Set(["td", "th", "dt", "dd"]);
const SAMPLE = 40;
const MAX_LISTS = 6;
const IN_LIST = { called: 2.5, text: 1.5 } as const;
const ON_PAGE = { called: 3, text: 3, heading: 4 } as const;

/** The first record that contains all of an example's values. */
const recordOf = (
  records: readonly Element[],
  found: FoundFields,
  isOf: (record: Element) => boolean,
): Element | undefined => {
  const all = new Set(records);
  const holders = [...found.values()].map(
    ({ places, within }) =>
      new Set([...places, ...within].map(({ element }) => outward(element).find((at) => all.has(at)))),
  );
  return records.find((record) => holders.every((holders) => holders.has(record)) && isOf(record));
};

/** The kinds of an element and its nearest ancestors, which records in several groups share. */
const pathOf = (element: Element): string => outward(element).slice(0, PATH).map(sameKind).join(" ");
const PATH = 4;

/** The elements without a box that holds most of the others. */
const withoutBox = (elements: readonly Element[]): Element[] => {
  const all = new Set(elements);
  const inside = Map.groupBy(
    elements.flatMap((element) =>
      outward(element)
        .slice(1)
        .filter((around) => all.has(around)),
    ),
    (around) => around,
  );
  return elements.filter((element) => (inside.get(element)?.length ?? 0) * 2 <= elements.length);
};

/** Similar elements around the values, as siblings or in groups, innermost first: lists that regions miss. */
const repeatsAround = ({ root }: PageDocument, found: FoundFields): Element[][] => {
  const [rarest = []] = [...found.values()]
    .map(({ places, within }) => (places.length > 0 ? places : within))
    .sort((left, right) => left.length - right.length);
  const all = findAll(() => true, root.children);
  const alike = Map.groupBy(all, pathOf);
  const called = Map.groupBy(all, sameKind);
  const around = new Set(rarest.slice(0, SAMPLE).flatMap(({ element }) => outward(element)));
  return [...around].flatMap((element) => {
    const inGroups = alike.get(pathOf(element)) ?? [];
    const beside = inGroups.filter(({ parent }) => parent === element.parent);
    // Records of one list can have different wrappers.
    const wrapped = element.attribs.class ? (called.get(sameKind(element)) ?? []) : [];
    return [beside, inGroups, wrapped]
      .map(withoutBox)
      .filter(({ length }, at, lists) => length >= MIN_RECORDS && length > (lists[at - 1]?.length ?? 0));
  });
};

/** Whether elements are records: cells of a row and dissimilar elements are not. */
const areRecords = (record: Element, records: readonly Element[]): boolean => {
  if (CELLS.has(record.name)) return false;
  const others = records.filter((other) => other !== record).slice(0, SAMPLE);
  const alike = others.reduce((sum, other) => sum + likeness(record, other), 0);
  return alike / Math.max(1, others.length) >= MIN_ALIKE;
};

/** The lists with a record for each example, if a selector matches their records. */
export const listsHolding = (
  page: PageDocument,
  { examples, find, ruledOut, now, isOf = () => true }: ShownQuery,
): Holding[] => {
  const all = examples.map((example) => find(page, example, now));
  const [first] = all;
  if (!first || all.some(({ size }) => size === 0)) return [];
  const regions = listRegions(viewPage(page, now)).map(({ records }) => records);
  const seen = new Set<string>();
  const lists = [...regions, ...repeatsAround(page, first)].flatMap((found) => {
    const { kept: records, dropped } = withoutRecords(found, ruledOut);
    const shown = all.flatMap((fields, at) => recordOf(records, fields, (record) => isOf(record, at)) ?? []);
    const [record] = shown;
    if (!record || shown.length < all.length || !areRecords(record, records)) return [];
    const key = `${outward(record).length} ${records.length}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ records, dropped, shown }];
  });
  return lists.slice(0, MAX_LISTS).flatMap(({ records, dropped, shown }): Holding[] => {
    const written = writeSelector(page.root, records);
    const selector = written && narrowSelector(written.css, page.root, records, dropped);
    if (!written || selector === null) return [];
    const step = Math.max(1, Math.floor(records.length / SAMPLE));
    const spread = records.filter((_, at) => at % step === 0).slice(0, SAMPLE);
    return [
      {
        selector,
        fit: written.fit,
        examples: shown.map((scope, at) => ({ scope, fields: all[at] ?? new Map() })),
        scopes: records,
        sample: [...new Set([...shown, ...spread])],
        worth: ({ attribute }, called) => called * IN_LIST.called + (attribute === null ? IN_LIST.text : 0),
      },
    ];
  });
};

const isHeading = ({ name, parent }: Element): boolean =>
  name === "h1" || (parent !== null && "name" in parent && parent.name === "h1");

const worthOnPage = ({ element, attribute }: Place, called: number): number =>
  called * ON_PAGE.called +
  (attribute === null ? ON_PAGE.text : 0) +
  (isHeading(element) ? ON_PAGE.heading : 0);

/** For each example, the page with most of its values; one example per page. Null if no page has any. */
export const pagesHolding = (
  pages: readonly PageDocument[],
  { examples, find, now }: ShownQuery,
): Holding | null => {
  const free = new Set(pages);
  const found = examples.flatMap((example) => {
    const [best] = [...free]
      .map((page) => ({ page, scope: page.root as AnyNode, fields: find(page, example, now) }))
      .sort((left, right) => right.fields.size - left.fields.size);
    if (!best || best.fields.size === 0) return [];
    free.delete(best.page);
    return [best];
  });
  const roots = pages.map(({ root }) => root);
  return found.length === 0
    ? null
    : { selector: null, fit: 1, examples: found, scopes: roots, sample: roots, worth: worthOnPage };
};
