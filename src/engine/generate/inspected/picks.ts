/** Turns what a person pointed at into a flow: examples of which the place is known. */
import type { Element } from "domhandler";
import { findOne } from "domutils";
import type { FieldNote } from "../../../contract/fieldNotes.ts";
import type { GeneratedFlow } from "../../../contract/generate.ts";
import { isValuePick, type PickedElement } from "../../../contract/inspections.ts";
import type { ExampleRecord } from "../../../contract/recordExamples.ts";
import { extractData, type PageDocument, resolveUrl, textOf } from "../../extract/extract.ts";
import { holds, outward } from "../../extract/page/tree.ts";
import { viewPage } from "../../extract/scorer/pageFacts.ts";
import { type Found, findPlaces, type Place } from "../../extract/slots/examples/places.ts";
import type { GeneratePage } from "../assemble.ts";
import { extractStepOf } from "../draft.ts";
import type { FindAllPlaces } from "../examples/find.ts";
import { generateFromExamples, type Shown } from "../examples/index.ts";
import type { RuledOut } from "../examples/ruledOut.ts";
import { typesOf } from "../examples/values.ts";
import { listRegions } from "../page/regions.ts";
import type { OtherPage } from "../preview.ts";
import { proposeName } from "./names.ts";
import { withNextPage } from "./next.ts";
import type { MarkedPage } from "./read.ts";
import { withPlaces } from "./shown.ts";

type Take = "text" | "link" | "image";

interface Picked {
  readonly name: string;
  readonly take: Take;
  readonly element: Element;
}

const isImage = (element: Element): boolean => element.name === "img";
const isLink = ({ name, attribs }: Element): boolean => name === "a" && attribs.href !== undefined;

/** The element that has what is taken: a link is often around what a person points at. */
const holderOf = (element: Element, take: Picked["take"]): Element =>
  (take === "text"
    ? element
    : take === "image"
      ? findOne(isImage, [element])
      : (outward(element).find(isLink) ?? findOne(isLink, [element]))) ?? element;

const addressOf = ({ attribs }: Element, take: Take, baseUrl: string): string | null =>
  resolveUrl((take === "image" ? attribs.src : attribs.href) ?? "", baseUrl);

const placeAt = (element: Element): Place => ({
  element,
  attribute: null,
  core: element,
  parts: [{ transforms: [], cost: 0, label: null }],
});

const findPicked = ({ name, take, element }: Picked, context: Parameters<FindAllPlaces>[2]): Found => {
  if (take !== "text") {
    const value = addressOf(element, take, context.baseUrl);
    return { type: take === "image" ? "image" : "url", value, places: [placeAt(element)], within: [] };
  }
  const text = textOf(element);
  const types = typesOf(name, text);
  const found = element.parent && findPlaces(element.parent, { name, text, types }, context);
  const places = (found?.places ?? []).filter(
    ({ element: holder, attribute, core }) =>
      attribute === null && (core === element || holds(element, core)) && holds(element, holder),
  );
  if (found && places.length > 0) return { ...found, places, within: [] };
  return { type: "string", value: text, places: [placeAt(element)], within: [] };
};

/** Fields of the first record that was pointed at, of the second, and so on. */
const toExamples = (picked: readonly Picked[]): ReadonlyMap<string, Picked>[] => {
  const examples: Map<string, Picked>[] = [];
  for (const each of picked) {
    const free = examples.find((example) => !example.has(each.name));
    if (free) free.set(each.name, each);
    else examples.push(new Map([[each.name, each]]));
  }
  return examples;
};

/** The values that were pointed at, each with a name. */
const readPicked = (
  { document, elements }: MarkedPage,
  picks: readonly PickedElement[],
  recordOf: (element: Element) => Element | null,
  now: number,
): Picked[] => {
  const taken = new Set(picks.flatMap(({ name }) => name ?? []));
  return picks.filter(isValuePick).map(({ node, name, take: given }): Picked => {
    const at = elementAt(elements, node);
    const take = (given ?? (isImage(at) ? "image" : "text")) as Take;
    const element = holderOf(at, take);
    const called = name ?? proposeName(at, take, { document, record: recordOf(at), now }, taken);
    taken.add(called);
    return { name: called, take, element };
  });
};

const elementAt = (elements: MarkedPage["elements"], node: number): Element => {
  const element = elements.get(node);
  if (!element) throw new RangeError(`The page has no element ${node}.`);
  return element;
};

const ruledOutBy = (picks: readonly PickedElement[], elements: MarkedPage["elements"]): RuledOut => {
  const out = picks.filter(({ not }) => not === true);
  const named = Map.groupBy(
    out.filter(({ name }) => name !== undefined),
    ({ name = "" }) => name,
  );
  return {
    records: out.filter(({ name }) => name === undefined).map(({ node }) => elementAt(elements, node)),
    values: new Map(
      [...named].map(([name, each]) => [name, each.map(({ node }) => elementAt(elements, node))]),
    ),
  };
};

const MAX_EXAMPLE = 500;

/** What was picked as a person would write it, to heal by; null where it cannot be written. */
const writtenExample = (
  example: ReadonlyMap<string, Picked>,
  { baseUrl }: PageDocument,
): ExampleRecord | null => {
  const entries = [...example].flatMap(([name, { take, element }]) => {
    const value = take === "text" ? textOf(element) : addressOf(element, take, baseUrl);
    return value && value.length <= MAX_EXAMPLE ? [[name, value] as const] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : null;
};

const NOT_TOLD: FieldNote = {
  field: "not",
  why: "Nothing tells this element apart from the ones you want. Remove it, or pick a second example.",
};

const NO_WAY_ON: FieldNote = {
  field: "next",
  why: "Nothing tells this link or button apart from others on the page. Pick the one whose text leads to the next page, such as Next.",
};

/** The flow with the rest of what was pointed at. */
const complete = (
  { document, elements }: MarkedPage,
  flow: GeneratedFlow,
  picks: readonly PickedElement[],
  examples: readonly ExampleRecord[],
): Shown => {
  const { examples: _, ...rest } = flow;
  const kept: GeneratedFlow = {
    ...rest,
    ...(examples.length > 0 && { examples: examples.slice(0, MAX_EXAMPLES) }),
  };
  const next = picks.findLast(({ take }) => take === "next");
  if (!next) return { flow: kept, problems: [] };
  const paged = withNextPage(kept, document, flow.url, elementAt(elements, next.node));
  return paged ? { flow: paged, problems: [] } : { flow: null, problems: [NO_WAY_ON] };
};
const MAX_EXAMPLES = 5;

/**
 * The flow that reads what was pointed at.
 *
 * @throws RangeError for a number that no element of the page has
 */
export const generateFromPicks = (
  marked: MarkedPage,
  page: GeneratePage,
  picks: readonly PickedElement[],
  prompt: string | undefined,
  now: number,
  others: readonly OtherPage[],
): Shown => {
  const { document, elements } = marked;
  const records = new Set<Element>(listRegions(viewPage(document, now)).flatMap((region) => region.records));
  const recordOf = (element: Element): Element | null =>
    outward(element).find((each) => records.has(each)) ?? null;
  const picked = readPicked(marked, picks, recordOf, now);
  const shown = toExamples(picked);
  const examples = shown.map(
    (example): ExampleRecord =>
      Object.fromEntries([...example].map(([name, { element }]) => [name, textOf(element) || "picked"])),
  );
  const placesOf = new Map(examples.map((example, at) => [example, shown[at]]));
  const find: FindAllPlaces = (_scope, example, context) =>
    new Map([...(placesOf.get(example) ?? [])].map(([name, each]) => [name, findPicked(each, context)]));
  const first = [...(shown[0]?.values() ?? [])].map(({ element }) => recordOf(element));
  const isInRecord = first.every((record) => record !== null && record === first[0]);
  // What the page looks like takes as long to tell as all the rest.
  const looksLikeList = () => extractData(document, { now }).kind === "list";
  const kind = isInRecord ? "list" : looksLikeList() ? null : "detail";
  const ruledOut = ruledOutBy(picks, elements);
  const made = generateFromExamples(page, examples, prompt, now, others, { find, kind, ruledOut });
  const isList = extractStepOf(made.flow?.steps ?? [])?.selector !== undefined;
  if (picks.some(({ not }) => not === true) && (!made.flow || (kind === "list" && !isList)))
    return { flow: null, problems: [NOT_TOLD] };
  if (!made.flow) return made;
  const written = shown.map((example) => writtenExample(example, document)).filter((each) => each !== null);
  const done = complete(marked, made.flow, picks, written);
  return done.flow ? { ...done, flow: withPlaces(marked, done.flow, now) } : done;
};
