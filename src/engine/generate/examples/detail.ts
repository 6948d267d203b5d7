/** The step that reads the one record of a page, as an example shows it. */
import type { FieldNote } from "../../../contract/fieldNotes.ts";
import type { ExampleRecord } from "../../../contract/recordExamples.ts";
import type { PageDocument } from "../../extract/extract.ts";
import { writePlace } from "../../extract/slots/examples/writes.ts";
import { isAround } from "../page/detail.ts";
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
import { type FoundFields, findAllPlaces } from "./list.ts";

const COST_WEIGHT = 0.4;
const CALLED_BONUS = 3;
const TEXT_BONUS = 3;
const HEADING_BONUS = 4;
const AROUND_COST = 3;
const NEAR_WEIGHT = 0.5;
const MAX_PLACES = 20;
const CONFIDENCE = { label: 0.95, named: 0.9, place: 0.75, position: 0.5 } as const;

const optionsOf = (page: PageDocument, found: FoundFields, name: string, now: number): Option[] => {
  const own = found.get(name);
  if (!own) return [];
  const context = { baseUrl: page.baseUrl, language: page.language, now };
  return own.places.slice(0, MAX_PLACES).flatMap((place): Option[] => {
    const [written] = writePlace(name, own, place, page.root, context, { isPage: true });
    if (!written) return [];
    const { element, attribute } = place;
    const score =
      (attribute === null ? TEXT_BONUS : 0) +
      (element.name === "h1" || nearestHeading(place.element) ? HEADING_BONUS : 0) +
      isCalled(name, place, written.label) * CALLED_BONUS -
      (isAround(element) ? AROUND_COST : 0) -
      written.cost * COST_WEIGHT;
    return [{ place, written, reads: written.text, score }];
  });
};

const nearestHeading = (element: Option["place"]["element"]): boolean => {
  const { parent } = element;
  return parent !== null && "name" in parent && parent.name === "h1";
};

/** What stands next to the fields that are sure goes before what stands elsewhere. */
const withNearness = (options: readonly Option[], sure: readonly Chosen[]): Option[] =>
  options.map((option) => ({
    ...option,
    score:
      option.score +
      NEAR_WEIGHT *
        Math.max(0, ...sure.map((other) => nearness(option.place.element, other.option.place.element))),
  }));

const confidenceOf = ({ option: { written } }: Chosen): number => {
  const selector = written.field.source?.selector ?? "";
  if (written.label !== null) return CONFIDENCE.label;
  if (/:nth-/.test(selector)) return CONFIDENCE.position;
  return /^#|\[itemprop|^h1$/.test(selector) ? CONFIDENCE.named : CONFIDENCE.place;
};

/** The fields of the page's own record; null where none of the example's values is on the page. */
export const draftShownPage = (
  page: PageDocument,
  example: ExampleRecord,
  now: number,
): ExampleDraft | null => {
  const context = { baseUrl: page.baseUrl, language: page.language, now };
  const found = findAllPlaces(page.root, example, context);
  const chosen: Chosen[] = [];
  const notes: FieldNote[] = [];
  const options = new Map(Object.keys(example).map((name) => [name, optionsOf(page, found, name, now)]));
  const unsure: string[] = [];
  const take = (name: string, option: Option): void => {
    const own = found.get(name);
    if (own) chosen.push({ name, found: own, option });
  };
  for (const [name, own] of options) {
    const { option } = pickOption(own);
    if (option) take(name, option);
    else unsure.push(name);
  }
  const sure = [...chosen];
  for (const name of unsure) {
    const { option, rivals } = pickOption(withNearness(options.get(name) ?? [], sure));
    const text = example[name] ?? "";
    if (option) take(name, option);
    else notes.push(rivals.length > 0 ? ambiguous(name, text, rivals) : notFound(name, text));
  }
  if (chosen.length === 0 && notes.every(({ code }) => code === "example-not-found")) return null;
  return {
    selector: null,
    chosen,
    notes,
    count: 1,
    filled: 1,
    places: chosen.map((each) => tellPlace(each, false, confidenceOf(each))),
  };
};
