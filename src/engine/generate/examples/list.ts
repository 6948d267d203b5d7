/** The step that reads all records of the list in which an example stands. */
import { type AnyNode, type Element, isTag } from "domhandler";
import type { FieldNote } from "../../../contract/fieldNotes.ts";
import type { ExampleRecord } from "../../../contract/recordExamples.ts";
import type { PageDocument } from "../../extract/extract.ts";
import { likeness } from "../../extract/regions/looks.ts";
import { viewPage } from "../../extract/scorer/pageFacts.ts";
import { type Found, findPlaces } from "../../extract/slots/examples/places.ts";
import { writePlace } from "../../extract/slots/examples/writes.ts";
import { isEmpty, plain } from "../../extract/slots/selectors/fields.ts";
import { writeSelector } from "../../extract/slots/selectors/index.ts";
import type { CoerceContext } from "../../extract/values/coerce.ts";
import { listRegions } from "../page/records.ts";
import {
  ambiguous,
  type Chosen,
  isCalled,
  nearness,
  notFound,
  type Option,
  pickOption,
  tellPlace,
} from "./choose.ts";
import type { ExampleDraft } from "./draft.ts";
import { namesOf, typesOf } from "./values.ts";

export type FoundFields = ReadonlyMap<string, Found>;

/** Records that hold an example each, and those beside them. */
interface ShownList {
  readonly records: readonly Element[];
  /** Of each example, its record. */
  readonly shown: readonly Element[];
}

const MIN_RECORDS = 2;
const MIN_ALIKE = 0.3;
const CELLS: ReadonlySet<string> = new Set(["td", "th", "dt", "dd"]);
const SAMPLE = 40;
const MIN_FILLED = 0.5;
/** Of a field's score, what its values in the other records count. */
const FILL_WEIGHT = 8;
const COST_WEIGHT = 0.5;
const CALLED_BONUS = 2.5;
const TEXT_BONUS = 1.5;

const ownersOf = (records: readonly Element[]): ((element: AnyNode) => Element | null) => {
  const all = new Set<AnyNode>(records);
  return (element) => {
    for (let at: AnyNode | null = element; at; at = at.parent) if (all.has(at)) return at as Element;
    return null;
  };
};

/** The record that holds all of an example's values; the first where several do. */
const recordOf = (records: readonly Element[], found: FoundFields): Element | null => {
  const owner = ownersOf(records);
  const held = [...found.values()].map(
    ({ places }) => new Set(places.map(({ element }) => owner(element)).filter((record) => record !== null)),
  );
  return records.find((record) => held.every((holders) => holders.has(record))) ?? null;
};

const classOf = ({ name, attribs }: Element): string =>
  `${name}.${(attribs.class ?? "").split(/\s+/)[0] ?? ""}`;

/** Elements alike side by side, from the smallest around the values outwards: what regions of main content pass over. */
const repeatsAround = (found: FoundFields): Element[][] => {
  const [rarest] = [...found.values()].sort((left, right) => left.places.length - right.places.length);
  const repeats: Element[][] = [];
  for (const { element } of rarest?.places.slice(0, SAMPLE) ?? [])
    for (let at: AnyNode | null = element; at && isTag(at) && at.parent; at = at.parent) {
      const own = at;
      const alike = at.parent.children.filter(
        (child): child is Element => isTag(child) && classOf(child) === classOf(own),
      );
      if (alike.length >= MIN_RECORDS) repeats.push(alike);
    }
  return repeats;
};

/** Cells of a row are no records, nor are parts that are unlike each other. */
const likenessAround = (record: Element, records: readonly Element[]): number => {
  if (CELLS.has(record.name)) return 0;
  const others = records.filter((other) => other !== record).slice(0, SAMPLE);
  return others.reduce((sum, other) => sum + likeness(record, other), 0) / Math.max(1, others.length);
};

/** The lists whose records hold an example each. */
const listsWith = (page: PageDocument, all: readonly FoundFields[], now: number): ShownList[] => {
  const [first] = all;
  if (!first) return [];
  const regions = listRegions(viewPage(page, now)).map(({ records }) => records);
  const seen = new Set<string>();
  return [...regions, ...repeatsAround(first)].flatMap((records): ShownList[] => {
    const shown = all.map((found) => recordOf(records, found)).filter((record) => record !== null);
    const [record] = shown;
    if (!record || shown.length < all.length || likenessAround(record, records) < MIN_ALIKE) return [];
    const key = `${nearness(record, record)} ${records.length}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ records, shown }];
  });
};

/** Of a list, a spread of its records with the examples' own. */
const sampleOf = ({ records, shown }: ShownList): Element[] => {
  const step = Math.max(1, Math.floor(records.length / SAMPLE));
  return [...new Set([...shown, ...records.filter((_, at) => at % step === 0).slice(0, SAMPLE)])];
};

interface Example {
  readonly record: Element;
  readonly found: Found;
}

/** The places of a value in the first example's record that give the right values in the others', too. */
const optionsFor = (
  name: string,
  examples: readonly Example[],
  sample: readonly Element[],
  context: CoerceContext,
): Option[] => {
  const [first, ...others] = examples;
  if (!first) return [];
  const { record, found } = first;
  const owner = ownersOf([record]);
  return found.places
    .filter(({ element }) => owner(element) !== null)
    .flatMap((place) => {
      const options = writePlace(name, found, place, record, context, { isPage: false })
        .filter(({ read }) => others.every((other) => plain(read(other.record)) === plain(other.found.value)))
        .map((written): Option => {
          const values = sample.map((element) => written.read(element));
          const filled = values.filter((value) => !isEmpty(value)).length / values.length;
          const score =
            Math.min(filled, 0.9) * FILL_WEIGHT -
            written.cost * COST_WEIGHT +
            isCalled(name, place, written.label) * CALLED_BONUS +
            (place.attribute === null ? TEXT_BONUS : 0);
          return { place, written, reads: JSON.stringify(values), score };
        });
      return options.sort((left, right) => right.score - left.score).slice(0, 1);
    });
};

/** The page's own title stands in none of its lists. */
const isPageTitle = (element: Element): boolean => {
  for (let at: AnyNode | null = element; at && isTag(at); at = at.parent) if (at.name === "h1") return true;
  return false;
};

const fillOf = (chosen: readonly Chosen[], sample: readonly Element[]): number[] =>
  chosen.map(
    ({ option }) =>
      sample.filter((record) => !isEmpty(option.written.read(record))).length / Math.max(1, sample.length),
  );

const draftFrom = (
  page: PageDocument,
  list: ShownList,
  examples: readonly ExampleRecord[],
  all: readonly FoundFields[],
  context: CoerceContext,
): ExampleDraft | null => {
  const selector = writeSelector(page.root, list.records);
  if (!selector) return null;
  const sample = sampleOf(list);
  const chosen: Chosen[] = [];
  const notes: FieldNote[] = [];
  for (const name of namesOf(examples)) {
    const shown = all.flatMap((found, at): Example[] => {
      const own = found.get(name);
      const record = list.shown[at];
      return own && record ? [{ record, found: own }] : [];
    });
    const text = examples.find((example) => example[name] !== undefined)?.[name] ?? "";
    const { option, rivals } = pickOption(optionsFor(name, shown, sample, context));
    const [first] = shown;
    if (option && first) chosen.push({ name, found: first.found, option });
    else if (rivals.length > 0) notes.push(ambiguous(name, text, rivals));
    // It stands in the record, and no selector tells it from the rest: this is no record.
    else if (first) return null;
    else notes.push(notFound(name, text));
  }
  if (chosen.length === 0 || chosen.some(({ option }) => isPageTitle(option.place.element))) return null;
  const fills = fillOf(chosen, sample);
  return {
    selector: selector.css,
    chosen,
    notes,
    count: list.records.length,
    filled: fills.reduce((sum, fill) => sum + fill, 0) / fills.length,
    places: chosen.map((each, at) => tellPlace(each, true, selector.fit * (0.5 + 0.5 * (fills[at] ?? 0)))),
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
): ExampleDraft | null => {
  const context = { baseUrl: page.baseUrl, language: page.language, now };
  const all = examples.map((example) => findAllPlaces(page.root, example, context));
  if (all.some(({ size }) => size === 0)) return null;
  const drafts = listsWith(page, all, now)
    .slice(0, MAX_LISTS)
    .map((list) => draftFrom(page, list, examples, all, context))
    .filter((draft) => draft !== null)
    .filter(({ filled }) => filled >= MIN_FILLED)
    .sort((left, right) => worthOf(right) - worthOf(left));
  return drafts[0] ?? null;
};

/** Boxes around several records are fewer than the records. */
const worthOf = ({ filled, count }: ExampleDraft): number => filled * Math.sqrt(count);

/** All places of each of an example's values; fields that the page does not hold are left out. */
export const findAllPlaces = (scope: AnyNode, example: ExampleRecord, context: CoerceContext): FoundFields =>
  new Map(
    Object.entries(example).flatMap(([name, text]) => {
      const found = findPlaces(scope, { name, text, types: typesOf(name, text) }, context);
      return found ? [[name, found] as const] : [];
    }),
  );
