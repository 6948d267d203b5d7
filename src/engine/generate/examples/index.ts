/** Turns example records into a flow: finds each value on the page, and reads that place from then on. */
import type { Element } from "domhandler";
import type { FieldNote } from "../../../contract/fieldNotes.ts";
import { parseField } from "../../../contract/fields.ts";
import type { GeneratedFlow } from "../../../contract/generate.ts";
import type { ExampleRecord, FieldPlace } from "../../../contract/recordExamples.ts";
import { extractData, type PageDocument, withDataElements } from "../../extract/extract.ts";
import { outward } from "../../extract/page/tree.ts";
import type { Learned } from "../../extract/slots/healing/index.ts";
import { assembleFlow, collectsFrom, type GeneratePage } from "../assemble.ts";
import { contextOf, extractStepOf } from "../draft.ts";
import { type OtherPage, placeOf, previewOf, readStep, tellSource } from "../preview.ts";
import { type Intent, readIntent } from "../sentence/intent.ts";
import { type Chosen, decide, notFound } from "./choose.ts";
import { listsHolding, pagesHolding } from "./holdings.ts";
import { optionsOfAll } from "./options.ts";
import { findAllPlaces, type Holding, type ShownQuery } from "./places.ts";
import { NOTHING_RULED_OUT } from "./ruledOut.ts";

/** A flow, or why the examples gave none. */
export interface Shown {
  readonly flow: GeneratedFlow | null;
  /** If there is no flow, what is wrong with the examples; empty if no single list contains them. */
  readonly problems: readonly FieldNote[];
}

/** A draft from examples on a page. */
interface ExampleDraft {
  readonly holding: Holding;
  readonly chosen: readonly Chosen[];
  /** Fields whose example was not found, or was found in several places. */
  readonly notes: readonly FieldNote[];
}

const draftFrom = (
  page: PageDocument,
  holding: Holding,
  { examples, ruledOut, now }: ShownQuery,
): ExampleDraft | null => {
  const fields = optionsOfAll(examples, holding, ruledOut, contextOf(page, now));
  // If no selector reads a value that is in the record, this is not a record.
  const isReached = fields.every(({ found, options }) => !found || options.length > 0);
  return holding.selector === null || isReached ? { holding, ...decide(fields) } : null;
};

/** This and the values below are set by hand. */
const MIN_FILLED = 0.5;
const LIKENESS_POWER = 4;
/** The page's own title is not part of a list. */
const isPageTitle = (element: Element): boolean => outward(element).some(({ name }) => name === "h1");

/**
 * Scores how well a list matches the examples; 0 is no match. Boxes around several records score lower
 * because there are fewer of them; cells because their values are dissimilar.
 */
const worthOf = ({ holding, chosen }: ExampleDraft): number => {
  const meanOf = (pick: "filled" | "likeness"): number =>
    chosen.reduce((sum, { option }) => sum + option[pick], 0) / Math.max(1, chosen.length);
  const filled = meanOf("filled");
  const isRead = filled >= MIN_FILLED && !chosen.some(({ option }) => isPageTitle(option.place.element));
  return isRead ? filled * meanOf("likeness") ** LIKENESS_POWER * Math.cbrt(holding.scopes.length) : 0;
};

/** The best list that contains the examples, one record each. */
const draftList = (page: PageDocument, query: ShownQuery): ExampleDraft | null => {
  const [best] = listsHolding(page, query)
    .flatMap((holding) => draftFrom(page, holding, query) ?? [])
    .map((draft) => ({ draft, worth: worthOf(draft) }))
    .sort((left, right) => right.worth - left.worth);
  return best && best.worth > 0 ? best.draft : null;
};

/** The fields of the pages' own record; null if no example value is on a page. */
const draftPages = (
  pages: readonly [PageDocument, ...PageDocument[]],
  query: ShownQuery,
): ExampleDraft | null => {
  const holding = pagesHolding(pages, query);
  const draft = holding && draftFrom(pages[0], holding, query);
  const isFound = draft?.chosen.length !== 0 || draft.notes.some(({ code }) => code !== "example-not-found");
  return isFound ? draft : null;
};

const looksLikeList = (page: PageDocument, now: number): boolean =>
  extractData(page, { now }).kind === "list";

const draftExamples = (
  page: PageDocument,
  others: readonly PageDocument[],
  said: Intent["kind"],
  query: ShownQuery,
): ExampleDraft | null => {
  const { examples, now } = query;
  // A single value means a list only if the page looks like one or the sentence says so.
  const isOneValue = examples.length === 1 && Object.keys(examples[0] ?? {}).length === 1;
  const mayBeList = said === null ? !isOneValue || looksLikeList(page, now) : said === "list";
  const list = mayBeList ? draftList(page, query) : null;
  const isAlone = others.length === 0;
  // Pages of one kind are each a record, or each a list.
  if (list && (isAlone || said === "list" || looksLikeList(page, now))) return list;
  if (isAlone && examples.length > 1) return null;
  return draftPages([page, ...others], query) ?? list;
};

/** Confidence by how a place is found; other pages settle the rest. Set by hand. */
const CONFIDENCE = { label: 0.95, named: 0.9, place: 0.75, position: 0.5 } as const;
const SETTLED = 0.5;

const confidenceOf = (
  { option: { written, filled } }: Chosen,
  { selector, fit, scopes }: Holding,
): number => {
  if (selector !== null) return fit * (1 - SETTLED + SETTLED * filled);
  const css = written.field.source?.selector ?? "";
  const found = /:nth-/.test(css) ? "position" : /^#|\[itemprop|^h1$/.test(css) ? "named" : "place";
  const byLook = CONFIDENCE[written.label === null ? found : "label"];
  return scopes.length < 2 ? byLook : byLook * (1 - SETTLED) + filled * SETTLED;
};

const KINDS: Readonly<Record<string, string>> = { a: "link ", img: "picture " };
const kindOf = ({ name }: Element): string => (/^h[1-6]$/.test(name) ? "heading " : (KINDS[name] ?? ""));

/** How a field is found, in plain words. */
const tellPlace = (chosen: Chosen, holding: Holding): FieldPlace => {
  const { place, written, isConstant } = chosen.option;
  const isList = holding.selector !== null;
  const where = isList ? "of each record" : isConstant ? "of the pages" : "of the page";
  const how =
    written.label === null
      ? tellSource(written.field, kindOf(place.element))
      : `the value after "${written.label}"`;
  const same = isConstant ? ", the same on all of them" : "";
  return placeOf(chosen.name, `${how} ${where}${same}`, confidenceOf(chosen, holding));
};

/** Example values that are not on the page at all; empty if they are, but not in one record. */
const missingOf = (page: PageDocument, { examples, now }: ShownQuery): FieldNote[] =>
  examples.flatMap((example) => {
    const found = findAllPlaces(page, example, now);
    return Object.entries(example).flatMap(([name, text]) => (found.has(name) ? [] : notFound(name, text)));
  });

/** The examples, with collected fields only. */
const shownOf = (examples: readonly ExampleRecord[], schema: object): ExampleRecord[] =>
  examples
    .map((example) =>
      Object.fromEntries(Object.entries(example).filter(([name]) => Object.hasOwn(schema, name))),
    )
    .filter((example) => Object.keys(example).length > 0);

/** What picks say: where the values are, whether in a list, and what is ruled out. */
type Known = Pick<ShownQuery, "find" | "ruledOut"> & { readonly kind: Intent["kind"] };
const UNKNOWN: Known = { find: findAllPlaces, ruledOut: NOTHING_RULED_OUT, kind: null };

/**
 * Generates the flow that reads what the examples show.
 *
 * @param prompt for limits, schedule and monitoring; the fields are those of the examples
 * @param others pages of the same kind: they show what is constant and what differs
 * @param known what picks say about the examples
 */
export const generateFromExamples = (
  page: GeneratePage,
  examples: readonly ExampleRecord[],
  prompt: string | undefined,
  now: number,
  others: readonly OtherPage[] = [],
  { kind, ...known }: Known = UNKNOWN,
): Shown => {
  const asked = readIntent(prompt ?? "");
  const document = withDataElements(collectsFrom(page).document);
  const documents = others.map((other) => withDataElements(other.document));
  const query = { examples, now, ...known };
  const found = draftExamples(document, documents, kind ?? asked.kind, query);
  if (!found || found.chosen.length === 0)
    return { flow: null, problems: found?.notes ?? missingOf(document, query) };
  const { holding, chosen } = found;
  const outputSchema = Object.fromEntries(chosen.map(({ name, found: { type } }) => [name, type]));
  const step = {
    type: "extract" as const,
    ...(holding.selector !== null && { selector: holding.selector }),
    fields: chosen.map(({ option }) => option.written.text),
  };
  const count = holding.selector === null ? 1 : holding.scopes.length;
  const draft = { steps: [step], outputSchema, missing: [], count };
  const flow = assembleFlow(page, { ...asked, fields: [] }, draft);
  const isTold = (name: string): boolean =>
    Object.hasOwn(outputSchema, name) || found.notes.some(({ field }) => field === name);
  const unshown = asked.fields
    .filter(({ name, isImplied, isGuess }) => !isImplied && !isGuess && !isTold(name))
    .map(({ name }) => ({ field: name, why: "No example of it is given: add it to the examples." }));
  const notes = [...(flow.notes ?? []), ...found.notes, ...unshown];
  const places = chosen.map((each) => tellPlace(each, holding));
  return {
    flow: {
      ...flow,
      examples: shownOf(examples, outputSchema),
      ...(notes.length > 0 && { notes }),
      preview: previewOf(document, [step], outputSchema, places, now, others),
    },
    problems: [],
  };
};

/** Finds a flow's examples on its page as it is today; null if they are not there. */
export const learnFromExamples = (
  document: PageDocument,
  url: string,
  examples: readonly ExampleRecord[],
  now: number,
): Learned | null => {
  const { flow } = generateFromExamples({ url, document, isRendered: false }, examples, undefined, now);
  const step = extractStepOf(flow?.steps ?? []);
  if (!step) return null;
  const places = flow?.preview?.fields ?? [];
  return {
    selector: step.selector ?? null,
    fields: new Map((step.fields ?? []).map((text) => [parseField(text).name, text])),
    confidence: Math.min(1, ...places.map(({ confidence }) => confidence)),
  };
};

interface ShownRecord {
  readonly item: Readonly<Record<string, unknown>>;
  /** How each value was found. */
  readonly provenance: Readonly<
    Record<string, { readonly source: "example"; readonly confidence: number; readonly path: string }>
  >;
}

const NO_RECORD = "No record of the page holds the values of each example.";

/** The records of a page that are like the examples, with a warning for each field that was not found. */
export const readLikeExamples = (
  url: string,
  document: PageDocument,
  examples: readonly ExampleRecord[],
  instructions: string | undefined,
  now: number,
): { readonly results: readonly ShownRecord[]; readonly warnings: readonly string[] } => {
  const page = { url, document, isRendered: false };
  const { flow, problems } = generateFromExamples(page, examples, instructions, now);
  const warnings = (flow?.notes ?? problems).map(({ field, why }) => `${field}: ${why}`);
  const step = extractStepOf(flow?.steps ?? []);
  if (!flow || !step) return { results: [], warnings: warnings.length > 0 ? warnings : [NO_RECORD] };
  const places = new Map(
    flow.preview?.fields.map(({ field, confidence, found }) => [
      field,
      { source: "example" as const, confidence, path: found },
    ]),
  );
  const results = readStep(document, step, flow.outputSchema, now).records.flatMap((item): ShownRecord[] => {
    const known = Object.keys(item).filter((name) => item[name] !== null);
    const told = known.flatMap((name) => {
      const place = places.get(name);
      return place ? [[name, place] as const] : [];
    });
    return known.length > 0 ? [{ item, provenance: Object.fromEntries(told) }] : [];
  });
  return { results, warnings };
};
