/** Turns example records into a flow: finds each value on the page, and reads that place from then on. */
import type { Element } from "domhandler";
import { findOne } from "domutils";
import type { GeneratedFlow } from "../../../contract/extraction/generate.ts";
import type { FieldNote } from "../../../contract/fields/fieldNotes.ts";
import { parseField } from "../../../contract/fields/fields.ts";
import type { OutputSchema } from "../../../contract/fields/outputSchema.ts";
import type { Questions } from "../../../contract/fields/questions.ts";
import type { ExampleRecord, ShownRecord } from "../../../contract/fields/recordExamples.ts";
import { contextOf, extractData, type PageDocument, withDataElements } from "../../extract/extract.ts";
import { outward } from "../../extract/page/tree.ts";
import type { Learned } from "../../extract/slots/healing/index.ts";
import { assembleFlow, collectsFrom, type GeneratePage } from "../assemble.ts";
import { extractStepOf } from "../draft.ts";
import { type Intent, readIntent } from "../intent.ts";
import { type OtherPage, previewOf } from "../preview.ts";
import { type Chosen, decide, notFound } from "./choose.ts";
import { splitDays } from "./days.ts";
import { findAllPlaces, type Holding, type ShownQuery } from "./findExamples.ts";
import { tellPlace } from "./found.ts";
import { listsHolding, pagesHolding } from "./holdings.ts";
import { type InnerDraft, writeInner } from "./nested.ts";
import { optionsOfAll } from "./options.ts";
import { NOTHING_RULED_OUT } from "./ruledOut.ts";
import { splitRecords } from "./shown.ts";

/** A flow, or why the examples gave none. */
export interface FlowFromExamples {
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
  readonly questions: Questions;
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
/** The page's own title is not part of a list, unless each record has such a title. */
const isPageTitle = (element: Element): boolean => outward(element).some(({ name }) => name === "h1");
const areTitled = ([, second]: Holding["scopes"]): boolean =>
  second !== undefined &&
  "children" in second &&
  findOne(({ name }) => name === "h1", second.children) !== null;

/**
 * Scores how well a list matches the examples; 0 is no match. Boxes around several records score lower
 * because there are fewer of them; cells because their values are dissimilar.
 */
const worthOf = ({ holding, chosen }: ExampleDraft): number => {
  const meanOf = (pick: "filled" | "likeness"): number =>
    chosen.reduce((sum, { option }) => sum + option[pick], 0) / Math.max(1, chosen.length);
  const filled = meanOf("filled");
  const isTitled = chosen.some(({ option }) => isPageTitle(option.place.element));
  const isRead = filled >= MIN_FILLED && (!isTitled || areTitled(holding.scopes));
  return isRead ? filled * meanOf("likeness") ** LIKENESS_POWER * Math.cbrt(holding.scopes.length) : 0;
};

/** The best list that contains the examples, one record each. */
const bestList = (page: PageDocument, query: ShownQuery): ExampleDraft | null => {
  const [best] = listsHolding(page, query)
    .flatMap((holding) => draftFrom(page, holding, query) ?? [])
    .map((draft) => ({ draft, worth: worthOf(draft) }))
    .sort((left, right) => right.worth - left.worth);
  return best && best.worth > 0 ? best.draft : null;
};

/** The same, with the day above the records, or its year, if the records do not say it: a day's box can hold several. */
const draftList = (page: PageDocument, query: ShownQuery): ExampleDraft | null => {
  const list = bestList(page, query);
  const days = query.find === findAllPlaces ? splitDays(page, query.examples, query.now) : null;
  if (!days) return list;
  const { plain: examples, isOf, choose } = days;
  const dated = bestList(page, { ...query, examples, isOf });
  const isDated = list?.chosen.some(({ name }) => name === days.name) === true;
  if (!dated || (isDated && list.holding.scopes.length >= dated.holding.scopes.length)) return list;
  return { ...dated, chosen: [...dated.chosen, ...choose(dated.holding)] };
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

/** @param isAlone whether no other page is given: pages that were found do not make a list a page */
const draftExamples = (
  page: PageDocument,
  others: readonly PageDocument[],
  isAlone: boolean,
  said: Intent["kind"],
  query: ShownQuery,
): ExampleDraft | null => {
  const { examples, now } = query;
  // A single value means a list only if the page looks like one or the sentence says so.
  const isOneValue = examples.length === 1 && Object.keys(examples[0] ?? {}).length === 1;
  const mayBeList = said === null ? !isOneValue || looksLikeList(page, now) : said === "list";
  const list = mayBeList ? draftList(page, query) : null;
  // Pages of one kind are each a record, or each a list.
  if (list && (isAlone || said === "list" || looksLikeList(page, now))) return list;
  if (isAlone && examples.length > 1) return null;
  return draftPages([page, ...others], query) ?? list;
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

const typesOfChosen = (chosen: readonly Chosen[]): OutputSchema =>
  Object.fromEntries(chosen.map(({ name, found: { type } }) => [name, type]));

/** The draft of examples that hold only lists and nested records. */
const NOTHING_PLAIN = { holding: null, chosen: [], notes: [], questions: [] } as const;

/** The draft of a nested record, or of a list of them. */
const draftNested = (
  page: PageDocument,
  others: readonly PageDocument[],
  { isList, records }: { readonly isList: boolean; readonly records: readonly ExampleRecord[] },
  now: number,
): InnerDraft | null => {
  const query = { examples: records, now, find: findAllPlaces, ruledOut: NOTHING_RULED_OUT };
  const found = isList ? draftList(page, query) : draftPages([page, ...others], query);
  if (!found || found.chosen.length === 0) return null;
  const { holding, chosen } = found;
  return {
    selector: holding.selector,
    fields: chosen.map(({ option }) => option.written.text),
    schema: typesOfChosen(chosen),
    fit: holding.fit,
  };
};

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
  shown: readonly ShownRecord[],
  prompt: string | undefined,
  now: number,
  others: readonly OtherPage[] = [],
  { kind: picked, ...known }: Known = UNKNOWN,
): FlowFromExamples => {
  const asked = readIntent(prompt ?? "", page.timezone);
  const document = withDataElements(collectsFrom(page).document);
  const documents = others.map((other) => withDataElements(other.document));
  const split = splitRecords(shown, contextOf(document, now));
  const examples = split.plain;
  // Nested records belong to the page's own record.
  const kind = picked ?? (split.nested.size > 0 && shown.length === 1 ? "detail" : null);
  const query = { examples, now, ...known };
  const isAlone = others.every(({ sibling }) => sibling === true);
  const found =
    examples.length > 0
      ? draftExamples(document, documents, isAlone, kind ?? asked.kind, query)
      : NOTHING_PLAIN;
  const inner = writeInner(
    document,
    split,
    found?.holding ?? null,
    (nested) => draftNested(document, documents, nested, now),
    now,
  );
  const hasInner = inner.fields.length + inner.steps.length > 0;
  if (!found || (found.chosen.length === 0 && !hasInner))
    return { flow: null, problems: [...(found?.notes ?? missingOf(document, query)), ...inner.notes] };
  const { holding, chosen } = found;
  const outputSchema = { ...typesOfChosen(chosen), ...inner.schema };
  const fields = [...chosen.map(({ option }) => option.written.text), ...inner.fields];
  const selector = holding?.selector ?? null;
  const step = { type: "extract" as const, ...(selector !== null && { selector }), fields };
  const steps = [...(fields.length > 0 ? [step] : []), ...inner.steps];
  const count = holding === null || selector === null ? 1 : holding.scopes.length;
  const draft = { steps, outputSchema, missing: [], count, questions: found.questions };
  const flow = assembleFlow(page, { ...asked, fields: [] }, draft);
  const isTold = (name: string): boolean =>
    Object.hasOwn(outputSchema, name) || found.notes.some(({ field }) => field === name);
  const unshown = asked.fields
    .filter(({ name, isImplied, isGuess }) => !isImplied && !isGuess && !isTold(name))
    .map(({ name }) => ({ field: name, why: "No example shows this field. Add it to the examples." }));
  const notes = [...(flow.notes ?? []), ...found.notes, ...inner.notes, ...unshown];
  const places = [
    ...(holding === null ? [] : chosen.map((each) => tellPlace(each, holding))),
    ...inner.places,
  ];
  const kept = shownOf(examples, typesOfChosen(chosen));
  return {
    flow: {
      ...flow,
      ...(kept.length > 0 && { examples: kept }),
      ...(notes.length > 0 && { notes }),
      preview: previewOf(document, steps, outputSchema, places, now, others),
    },
    problems: [],
  };
};

/** Finds a flow's examples on its current page, or returns null. */
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
