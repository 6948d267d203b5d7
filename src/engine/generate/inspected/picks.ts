/** Turns what a person pointed at into a flow: examples of which the place is known. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findOne } from "domutils";
import { parseField } from "../../../contract/fields.ts";
import type { GeneratedFlow } from "../../../contract/generate.ts";
import type { PickedElement } from "../../../contract/inspections.ts";
import type { ExampleRecord, PickedPlaces } from "../../../contract/recordExamples.ts";
import { compileSelector, extractData, extractRecords, resolveUrl, textOf } from "../../extract/extract.ts";
import { viewPage } from "../../extract/scorer/pageFacts.ts";
import { type Found, findPlaces, type Place } from "../../extract/slots/examples/places.ts";
import type { GeneratePage } from "../assemble.ts";
import type { FindAllPlaces } from "../examples/find.ts";
import { generateFromExamples, type Shown } from "../examples/index.ts";
import { typesOf } from "../examples/values.ts";
import { listRegions } from "../page/records.ts";
import type { OtherPage } from "../preview.ts";
import { proposeName } from "./names.ts";
import type { MarkedPage } from "./read.ts";

interface Picked {
  readonly name: string;
  readonly take: "text" | "link" | "image";
  readonly element: Element;
}

const isImage = (element: Element): boolean => element.name === "img";
const isLink = ({ name, attribs }: Element): boolean => name === "a" && attribs.href !== undefined;

const ancestor = (element: Element, test: (element: Element) => boolean): Element | null => {
  for (let at: AnyNode | null = element; at && isTag(at); at = at.parent) if (test(at)) return at;
  return null;
};

/** The element that has what is taken: a link is often around what a person points at. */
const holderOf = (element: Element, take: Picked["take"]): Element =>
  (take === "text"
    ? element
    : take === "image"
      ? findOne(isImage, [element])
      : (ancestor(element, isLink) ?? findOne(isLink, [element]))) ?? element;

const isAround = (outer: AnyNode, inner: AnyNode): boolean => {
  for (let at: AnyNode | null = inner; at; at = at.parent) if (at === outer) return true;
  return false;
};

const placeAt = (element: Element): Place => ({
  element,
  attribute: null,
  core: element,
  parts: [{ transforms: [], cost: 0, label: null }],
});

const findPicked = ({ name, take, element }: Picked, context: Parameters<FindAllPlaces>[2]): Found => {
  if (take !== "text") {
    const { src, href } = element.attribs;
    const value = resolveUrl((take === "image" ? src : href) ?? "", context.baseUrl);
    return { type: take === "image" ? "image" : "url", value, places: [placeAt(element)], within: [] };
  }
  const text = textOf(element);
  const types = typesOf(name, text);
  const found = element.parent && findPlaces(element.parent, { name, text, types }, context);
  const places = (found?.places ?? []).filter(
    ({ element: holder, attribute, core }) =>
      attribute === null && (core === element || isAround(element, core)) && isAround(element, holder),
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

/** The number of each value's element, of each record, so that they can be shown where they stand. */
const tellPlaces = (
  { document, numbers }: MarkedPage,
  { steps, outputSchema }: GeneratedFlow,
  now: number,
): PickedPlaces | null => {
  const step = steps.find(({ type }) => type === "extract");
  if (step?.type !== "extract") return null;
  const fields = (step.fields ?? []).map(parseField);
  const { elements } = extractRecords(document, {
    selector: step.selector,
    fields: [],
    schema: outputSchema,
    now,
  });
  const shown = elements.slice(0, MAX_TOLD);
  const numberOf = (element: AnyNode | undefined): number | null =>
    (element && isTag(element) && numbers.get(element)) || null;
  return {
    records: shown.map(numberOf),
    fields: fields.map(({ name, source }) => {
      const { selector = "" } = source ?? {};
      const find = selector === "" ? null : compileSelector(selector, true);
      return { field: name, nodes: shown.map((record) => numberOf(find ? find(record)[0] : record)) };
    }),
  };
};
const MAX_TOLD = 300;

/** The flow with where each of its values stands on the inspected page. */
export const withPlaces = (page: MarkedPage, flow: GeneratedFlow, now: number): GeneratedFlow => {
  const places = tellPlaces(page, flow, now);
  return flow.preview && places ? { ...flow, preview: { ...flow.preview, places } } : flow;
};

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
  const recordOf = (element: Element): Element | null => ancestor(element, (each) => records.has(each));
  const taken = new Set(picks.flatMap(({ name }) => name ?? []));
  const picked = picks.map(({ node, name, take: given }): Picked => {
    const at = elements.get(node);
    if (!at) throw new RangeError(`The page has no element ${node}.`);
    const take = given ?? (isImage(at) ? "image" : "text");
    const element = holderOf(at, take);
    const called = name ?? proposeName(at, take, { document, record: recordOf(at), now }, taken);
    taken.add(called);
    return { name: called, take, element };
  });
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
  const made = generateFromExamples(page, examples, prompt, now, others, { find, kind });
  return made.flow ? { ...made, flow: withPlaces(marked, made.flow, now) } : made;
};
