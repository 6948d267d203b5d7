/** Turns picked elements into a flow: they are examples whose places are known. */
import { type Element, isTag } from "domhandler";
import { findOne } from "domutils";
import type { GeneratedFlow } from "../../../contract/extraction/generate.ts";
import { isValuePick, type PickedElement } from "../../../contract/extraction/inspections.ts";
import type { FieldNote } from "../../../contract/fields/fieldNotes.ts";
import type { ValueType } from "../../../contract/fields/outputSchema.ts";
import type { ExampleRecord } from "../../../contract/fields/recordExamples.ts";
import { contextOf, extractData, type PageDocument, resolveUrl, textOf } from "../../extract/extract.ts";
import { outward } from "../../extract/page/tree.ts";
import { viewPage } from "../../extract/scorer/pageFacts.ts";
import type { Found } from "../../extract/slots/examples/findPlaces.ts";
import { WHOLE } from "../../extract/slots/examples/parts.ts";
import { coerceValue } from "../../extract/values/coerce.ts";
import type { GeneratePage } from "../assemble.ts";
import { extractStepOf, isThere } from "../draft.ts";
import type { FoundFields } from "../examples/findExamples.ts";
import { type FlowFromExamples, generateFromExamples } from "../examples/index.ts";
import type { RuledOut } from "../examples/ruledOut.ts";
import { typesOf } from "../examples/values.ts";
import { stepThrough } from "../page/paging.ts";
import { listRegions } from "../page/regions.ts";
import type { OtherPage } from "../preview.ts";
import { proposeName } from "./names.ts";
import type { MarkedPage } from "./read.ts";
import { withPlaces } from "./shown.ts";

type Take = "text" | "link" | "image";

interface Picked {
  readonly name: string;
  readonly take: Take;
  readonly element: Element;
  /** The value as a person would write it; null if a link or image has no URL. */
  readonly value: string | null;
}

const elementAt = ({ elements }: MarkedPage, { node }: PickedElement): Element => {
  const element = elements.get(node);
  if (!element) throw new RangeError(`The page has no element ${node}.`);
  return element;
};

const isImage = (element: Element): boolean => element.name === "img";
const isLink = ({ name, attribs }: Element): boolean => name === "a" && attribs.href !== undefined;

/** The element that has the value: a link is often an ancestor of the picked element. */
const holderOf = (element: Element, take: Take): Element => {
  if (take === "text") return element;
  if (take === "image") return findOne(isImage, [element]) ?? element;
  return outward(element).find(isLink) ?? findOne(isLink, [element]) ?? element;
};

const takenFrom = (element: Element, take: Take, baseUrl: string): string | null => {
  const { src, href } = element.attribs;
  return take === "text" ? textOf(element) : resolveUrl((take === "image" ? src : href) ?? "", baseUrl);
};

/** The place of a picked value: the element itself. */
const findPicked = ({ name, take, element, value }: Picked, document: PageDocument, now: number): Found => {
  const place = { element, attribute: null, core: element, parts: [WHOLE] };
  const found = { places: [place], within: [] };
  if (take !== "text") return { type: take === "image" ? "image" : "url", value, ...found };
  const read = (type: ValueType): unknown => coerceValue(value ?? "", type, contextOf(document, now));
  const type = typesOf(name, value ?? "").find((each) => isThere(read(each))) ?? "string";
  return { type, value: read(type), ...found };
};

/** The picked values, each with a name. */
const readPicked = (
  page: MarkedPage,
  picks: readonly PickedElement[],
  recordOf: (element: Element) => Element | null,
  now: number,
): Picked[] => {
  const { document } = page;
  const taken = new Set(picks.flatMap(({ name }) => name ?? []));
  return picks.filter(isValuePick).map((pick): Picked => {
    const at = elementAt(page, pick);
    const take = (pick.take ?? (isImage(at) ? "image" : "text")) as Take;
    const element = holderOf(at, take);
    const name = pick.name ?? proposeName(at, take, { document, record: recordOf(at), now }, taken);
    taken.add(name);
    return { name, take, element, value: takenFrom(element, take, document.baseUrl) };
  });
};

/** Groups picks by record: the first value of each field, the second of each, and so on. */
const toExamples = (picked: readonly Picked[]): ReadonlyMap<string, Picked>[] => {
  const examples: Map<string, Picked>[] = [];
  for (const each of picked) {
    const free = examples.find((example) => !example.has(each.name));
    if (free) free.set(each.name, each);
    else examples.push(new Map([[each.name, each]]));
  }
  return examples;
};

/** Where an element stands in its record: tags, each with its place among those of its name. */
const pathIn = (record: Element, element: Element): string => {
  const around = outward(element);
  return around
    .slice(0, around.indexOf(record))
    .map((each) => {
      const twins = (each.parent?.children ?? []).filter((other) => isTag(other) && other.name === each.name);
      return `${each.name}${twins.indexOf(each)}`;
    })
    .join(" ");
};

/** The innermost of some records around an element, if any. */
type RecordIn = (element: Element) => Element | null;
const among = (records: readonly Element[]): RecordIn => {
  const known = new Set(records);
  return (element) => outward(element).find((each) => known.has(each)) ?? null;
};

/** The records of the innermost region that has all of the values: a card's link and its footer are both lists, too. */
const findCommon = (picked: readonly Picked[], records: readonly RecordIn[]): RecordIn | null => {
  const depthOf = (record: Element): number => outward(record).length;
  const common = records.flatMap((recordIn) => {
    const [first = null, ...rest] = picked.map(({ element }) => recordIn(element));
    return first === null || rest.includes(null) ? [] : [{ recordIn, depth: depthOf(first) }];
  });
  const [innermost] = common.sort((left, right) => right.depth - left.depth);
  return innermost?.recordIn ?? null;
};

/**
 * The values of one list, an example for each record that they are in; null if they are not of one list. Values at the same
 * place of several records are several fields of one thing, such as the rows of its data sheet.
 */
const examplesInRecords = (
  picked: readonly Picked[],
  records: readonly RecordIn[],
): ReadonlyMap<string, Picked>[] | null => {
  const recordIn = findCommon(picked, records);
  if (!recordIn) return null;
  const placed = picked.map((each) => ({ each, record: recordIn(each.element) as Element }));
  const groups = [...Map.groupBy(placed, ({ record }) => record)];
  const names = new Map<string, string>();
  for (const { each, record } of groups.length > 1 ? placed : []) {
    const path = pathIn(record, each.element);
    if ((names.get(path) ?? each.name) !== each.name) return null;
    names.set(path, each.name);
  }
  return groups.flatMap(([, own]) => toExamples(own.map(({ each }) => each)));
};

const ruledOutBy = (page: MarkedPage, picks: readonly PickedElement[]): RuledOut => {
  const out = Map.groupBy(picks, ({ name }) => name ?? null);
  const values = [...out].map(([name, each]) => [name, each.map((pick) => elementAt(page, pick))] as const);
  return {
    records: values.flatMap(([name, elements]) => (name === null ? elements : [])),
    values: new Map(values.flatMap(([name, elements]) => (name === null ? [] : [[name, elements]]))),
  };
};

const MAX_EXAMPLE = 500;
const MAX_EXAMPLES = 5;

/** The picks as examples for healing, as a person would write them; long or missing values are left out. */
const writtenExamples = (shown: readonly ReadonlyMap<string, Picked>[]): ExampleRecord[] =>
  shown
    .map((example): ExampleRecord => {
      const values = [...example].flatMap(([name, { value }]) =>
        value && value.length <= MAX_EXAMPLE ? [[name, value] as const] : [],
      );
      return Object.fromEntries(values);
    })
    .filter((example) => Object.keys(example).length > 0)
    .slice(0, MAX_EXAMPLES);

const refuse = (field: string, why: string): FlowFromExamples => {
  const problem: FieldNote = { field, why };
  return { flow: null, problems: [problem] };
};
const NOT_TOLD =
  "Nothing tells this element apart from the ones you want. Remove it, or pick a second example.";
const NO_WAY_ON =
  "Nothing tells this link or button apart from others on the page. Pick the one whose text leads to the next page, such as Next.";

/** The flow with a paginate step for the picked link or button; null if no selector matches it. */
const withNextPage = (flow: GeneratedFlow, document: PageDocument, picked: Element): GeneratedFlow | null => {
  const step = stepThrough(document, flow.url, picked);
  if (!step) return null;
  const steps = [...flow.steps.filter(({ type }) => type !== "paginate"), step];
  if (step.method === undefined) return { ...flow, steps };
  // Only a browser presses a button.
  const inBrowser = flow.mode === "monitor" ? { render: "browser" as const } : { mode: "interact" as const };
  return { ...flow, ...inBrowser, steps };
};

/**
 * Generates the flow that reads the picked elements.
 *
 * @throws RangeError if the page has no element of a pick's number
 */
export const generateFromPicks = (
  marked: MarkedPage,
  page: GeneratePage,
  picks: readonly PickedElement[],
  prompt: string | undefined,
  now: number,
  others: readonly OtherPage[],
): FlowFromExamples => {
  const { document } = marked;
  const regions = listRegions(viewPage(document, now));
  const inside = regions.map(({ records }) => among(records));
  const recordOf = among(regions.flatMap(({ records }) => records));
  const picked = readPicked(marked, picks, recordOf, now);
  const inRecords = examplesInRecords(picked, inside);
  const shown = inRecords ?? toExamples(picked);
  const examples = shown.map(
    (example): ExampleRecord =>
      Object.fromEntries([...example].map(([name, { element }]) => [name, textOf(element) || "picked"])),
  );
  const find = (_: PageDocument, example: ExampleRecord): FoundFields => {
    const own = shown[examples.indexOf(example)] ?? [];
    return new Map([...own].map(([name, each]) => [name, findPicked(each, document, now)]));
  };
  const [first = null, ...rest] = [...(shown[0]?.values() ?? [])].map(({ element }) => recordOf(element));
  const isInRecord = first !== null && rest.every((record) => record === first);
  // Lazy: classifying the page takes as long as everything else.
  const looksLikeList = () => extractData(document, { now }).kind === "list";
  const kind = inRecords || isInRecord ? "list" : looksLikeList() ? null : "detail";
  const out = picks.filter(({ not }) => not === true);
  const ruledOut = ruledOutBy(marked, out);
  const made = generateFromExamples(page, examples, prompt, now, others, { find, kind, ruledOut });
  const isList = extractStepOf(made.flow?.steps ?? [])?.selector !== undefined;
  if (out.length > 0 && (!made.flow || (kind === "list" && !isList))) return refuse("not", NOT_TOLD);
  if (!made.flow) return made;
  const { examples: _, ...unpaged } = made.flow;
  const next = picks.findLast(({ take }) => take === "next");
  const flow = next ? withNextPage(unpaged, document, elementAt(marked, next)) : unpaged;
  if (!flow) return refuse("next", NO_WAY_ON);
  const written = writtenExamples(shown);
  return {
    flow: withPlaces(marked, { ...flow, ...(written.length > 0 && { examples: written }) }, now),
    problems: [],
  };
};
