/** The step that reads all records of the list in which an example stands. */
import type { AnyNode, Element } from "domhandler";
import { findAll } from "domutils";
import type { ExampleRecord } from "../../../contract/recordExamples.ts";
import type { PageDocument } from "../../extract/extract.ts";
import { outward } from "../../extract/page/tree.ts";
import { likeness } from "../../extract/regions/looks.ts";
import { viewPage } from "../../extract/scorer/pageFacts.ts";
import { writeSelector } from "../../extract/slots/selectors/index.ts";
import type { CoerceContext } from "../../extract/values/coerce.ts";
import { listRegions, sameKind } from "../page/regions.ts";
import { decide, nearness, optionsOfAll, tellPlace } from "./choose.ts";
import type { ExampleDraft } from "./draft.ts";
import type { FindAllPlaces, FoundFields } from "./find.ts";
import type { Option } from "./options.ts";
import { NOTHING_RULED_OUT, narrowSelector, type RuledOut, withoutRecords } from "./ruledOut.ts";

/** Records that hold an example each, and those beside them. */
interface ShownList {
  readonly records: readonly Element[];
  /** Beside them, those that were ruled out. */
  readonly dropped: readonly Element[];
  /** Of each example, its record. */
  readonly shown: readonly Element[];
}

const MIN_RECORDS = 2;
/** This and what follows is set by hand. */
const MIN_ALIKE = 0.3;
const CELLS: ReadonlySet<string> = new Set(["td", "th", "dt", "dd"]);
const SAMPLE = 40;
const MIN_FILLED = 0.5;
const CALLED_BONUS = 2.5;
const TEXT_BONUS = 1.5;

const ownersOf = (records: readonly Element[]): ((element: AnyNode) => Element | null) => {
  const all = new Set<AnyNode>(records);
  return (element) => outward(element).find((at) => all.has(at)) ?? null;
};

/** The record that holds all of an example's values; the first where several do. */
const recordOf = (records: readonly Element[], found: FoundFields): Element | null => {
  const owner = ownersOf(records);
  const held = [...found.values()].map(
    ({ places, within }) =>
      new Set(
        [...places, ...within].map(({ element }) => owner(element)).filter((record) => record !== null),
      ),
  );
  return records.find((record) => held.every((holders) => holders.has(record))) ?? null;
};

/** What an element and those around it are: records in several groups have this in common. */
const pathOf = (element: Element): string => outward(element).slice(0, PATH).map(sameKind).join(" ");
const PATH = 4;

/** Elements alike, side by side or in groups, from the smallest around the values outwards: what regions of main content pass over. */
const repeatsAround = (root: AnyNode, found: FoundFields): Element[][] => {
  const [rarest] = [...found.values()]
    .map(({ places, within }) => (places.length > 0 ? places : within))
    .sort((left, right) => left.length - right.length);
  const all = "children" in root ? findAll(() => true, root.children) : [];
  const alike = Map.groupBy(all, pathOf);
  const called = Map.groupBy(all, sameKind);
  const around = new Set<Element>();
  for (const { element } of rarest?.slice(0, SAMPLE) ?? []) for (const at of outward(element)) around.add(at);
  return [...around].flatMap((element) => {
    const inGroups = alike.get(pathOf(element)) ?? [];
    const beside = inGroups.filter(({ parent }) => parent === element.parent);
    // Records of one list may be wrapped in several ways.
    const wrapped = element.attribs.class ? (called.get(sameKind(element)) ?? []) : [];
    return [beside, inGroups, wrapped].filter(
      ({ length }, at, lists) => length >= MIN_RECORDS && length > (lists[at - 1]?.length ?? 0),
    );
  });
};

/** Cells of a row are no records, nor are parts that are unlike each other. */
const likenessAround = (record: Element, records: readonly Element[]): number => {
  if (CELLS.has(record.name)) return 0;
  const others = records.filter((other) => other !== record).slice(0, SAMPLE);
  return others.reduce((sum, other) => sum + likeness(record, other), 0) / Math.max(1, others.length);
};

/** The lists whose records hold an example each. */
const listsWith = (
  page: PageDocument,
  all: readonly FoundFields[],
  ruledOut: RuledOut,
  now: number,
): ShownList[] => {
  const [first] = all;
  if (!first) return [];
  const regions = listRegions(viewPage(page, now)).map(({ records }) => records);
  const seen = new Set<string>();
  return [...regions, ...repeatsAround(page.root, first)].flatMap((found): ShownList[] => {
    const { kept: records, dropped } = withoutRecords(found, ruledOut);
    const shown = all.map((fields) => recordOf(records, fields)).filter((record) => record !== null);
    const [record] = shown;
    if (!record || shown.length < all.length || likenessAround(record, records) < MIN_ALIKE) return [];
    const key = `${nearness(record, record)} ${records.length}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ records, dropped, shown }];
  });
};

/** Of a list, a spread of its records with the examples' own. */
const sampleOf = ({ records, shown }: ShownList): Element[] => {
  const step = Math.max(1, Math.floor(records.length / SAMPLE));
  return [...new Set([...shown, ...records.filter((_, at) => at % step === 0).slice(0, SAMPLE)])];
};

/** The page's own title stands in none of its lists. */
const isPageTitle = (element: Element): boolean => outward(element).some(({ name }) => name === "h1");

const draftFrom = (
  page: PageDocument,
  list: ShownList,
  examples: readonly ExampleRecord[],
  all: readonly FoundFields[],
  ruledOut: RuledOut,
  context: CoerceContext,
): ExampleDraft | null => {
  const selector = writeSelector(page.root, list.records);
  const css = selector && narrowSelector(selector.css, page.root, list.records, list.dropped);
  if (!selector || css === null) return null;
  const fields = optionsOfAll({
    examples,
    held: list.shown.map((scope, at) => ({ scope, fields: all[at] ?? new Map() })),
    sample: sampleOf(list),
    scopes: list.records,
    isPage: false,
    context,
    ruledOut,
    worth: ({ attribute }, called) => called * CALLED_BONUS + (attribute === null ? TEXT_BONUS : 0),
  });
  // It stands in the record, and no selector tells it from the rest: this is no record.
  if (fields.some(({ found, options }) => found && options.length === 0)) return null;
  const { chosen, notes } = decide(fields);
  if (chosen.length === 0 || chosen.some(({ option }) => isPageTitle(option.place.element))) return null;
  const meanOf = (pick: (option: Option) => number): number =>
    chosen.reduce((sum, { option }) => sum + pick(option), 0) / chosen.length;
  return {
    selector: css,
    chosen,
    notes,
    count: list.records.length,
    filled: meanOf(({ filled }) => filled),
    likeness: meanOf(({ likeness }) => likeness),
    places: chosen.map((each) => tellPlace(each, true, selector.fit * (0.5 + 0.5 * each.option.filled))),
  };
};

const MAX_LISTS = 6;

/**
 * The list in which the examples stand, one record each; null where they stand in none.
 *
 * Of several that hold them, the one of the most records that have the fields, too.
 */
export const draftShownList = (
  page: PageDocument,
  examples: readonly ExampleRecord[],
  now: number,
  find: FindAllPlaces,
  ruledOut: RuledOut = NOTHING_RULED_OUT,
): ExampleDraft | null => {
  const context = { baseUrl: page.baseUrl, language: page.language, now };
  const all = examples.map((example) => find(page.root, example, context));
  if (all.some(({ size }) => size === 0)) return null;
  const drafts = listsWith(page, all, ruledOut, now)
    .slice(0, MAX_LISTS)
    .map((list) => draftFrom(page, list, examples, all, ruledOut, context))
    .filter((draft) => draft !== null)
    .filter(({ filled }) => filled >= MIN_FILLED)
    .sort((left, right) => worthOf(right) - worthOf(left));
  return drafts[0] ?? null;
};

/** Boxes around several records are fewer than the records; cells are more, and their values look like anything. */
const worthOf = ({ filled, likeness, count }: ExampleDraft): number =>
  filled * likeness ** LIKENESS_POWER * Math.cbrt(count);
/** Set by hand. */
const LIKENESS_POWER = 4;
