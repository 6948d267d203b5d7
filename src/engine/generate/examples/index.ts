/** Turns examples of records into a flow: each value is found where it stands, and read there from then on. */
import type { FieldNote } from "../../../contract/fieldNotes.ts";
import type { GeneratedFlow } from "../../../contract/generate.ts";
import type { ExampleRecord } from "../../../contract/recordExamples.ts";
import { extractData, type PageDocument, withDataElements } from "../../extract/extract.ts";
import { assembleFlow, collectsFrom, type GeneratePage } from "../assemble.ts";
import type { Draft } from "../draft.ts";
import { type OtherPage, previewOf } from "../preview.ts";
import { readIntent } from "../sentence/intent.ts";
import { notFound } from "./choose.ts";
import { draftShownPage } from "./detail.ts";
import type { ExampleDraft } from "./draft.ts";
import { type FindAllPlaces, findAllPlaces } from "./find.ts";
import { draftShownList } from "./list.ts";
import type { RuledOut } from "./ruledOut.ts";

/** A flow, or why the examples come to none. */
export interface Shown {
  readonly flow: GeneratedFlow | null;
  /** Where there is no flow, what is wrong with the examples; none: they stand in no one list. */
  readonly problems: readonly FieldNote[];
}

const toDraft = ({ selector, chosen, count }: ExampleDraft): Draft => ({
  steps: [
    {
      type: "extract",
      ...(selector !== null && { selector }),
      fields: chosen.map(({ option }) => option.written.text),
    },
  ],
  outputSchema: Object.fromEntries(chosen.map(({ name, found }) => [name, found.type])),
  missing: [],
  count,
});

const looksLikeList = (page: PageDocument, now: number): boolean =>
  extractData(page, { now }).kind === "list";

/** One value alone is one of a list only where the page is one, or the sentence says so. */
const mayBeList = (
  page: PageDocument,
  examples: readonly ExampleRecord[],
  said: "list" | "detail" | null,
  now: number,
): boolean => {
  const isOneValue = examples.length === 1 && Object.keys(examples[0] ?? {}).length === 1;
  return said === null ? !isOneValue || looksLikeList(page, now) : said === "list";
};

const draftExamples = (
  page: PageDocument,
  others: readonly PageDocument[],
  examples: readonly ExampleRecord[],
  said: "list" | "detail" | null,
  now: number,
  find: FindAllPlaces,
  ruledOut: RuledOut | undefined,
): ExampleDraft | null => {
  const list = mayBeList(page, examples, said, now)
    ? draftShownList(page, examples, now, find, ruledOut)
    : null;
  const isAlone = others.length === 0;
  // Pages of one kind are each a record, or each a list of them.
  if (list && (isAlone || said === "list" || looksLikeList(page, now))) return list;
  if (isAlone && examples.length > 1) return null;
  return draftShownPage([page, ...others], examples, now, find, ruledOut) ?? list;
};

/** What of the examples is not on the page at all; none where no one record holds it. */
const missingOf = (page: PageDocument, examples: readonly ExampleRecord[], now: number): FieldNote[] => {
  const context = { baseUrl: page.baseUrl, language: page.language, now };
  return examples.flatMap((example) => {
    const found = findAllPlaces(page.root, example, context);
    return Object.entries(example)
      .filter(([name]) => !found.has(name))
      .map(([name, text]) => notFound(name, text));
  });
};

/** The examples of the fields that are collected. */
const shownOf = (
  examples: readonly ExampleRecord[],
  schema: GeneratedFlow["outputSchema"],
): ExampleRecord[] =>
  examples
    .map((example) =>
      Object.fromEntries(Object.entries(example).filter(([name]) => Object.hasOwn(schema, name))),
    )
    .filter((example) => Object.keys(example).length > 0);

/** What was pointed at. */
interface Known {
  readonly find: FindAllPlaces;
  readonly kind: "list" | "detail" | null;
  readonly ruledOut: RuledOut;
}

/**
 * The flow that reads what the examples show.
 *
 * @param prompt what else the flow is to do: limits, schedule, what to watch; its fields are those of the examples
 * @param others pages of the same kind: they settle what is always there and what differs
 * @param known where the values stand, whether in a list, and what was ruled out, where that was pointed at
 */
export const generateFromExamples = (
  page: GeneratePage,
  examples: readonly ExampleRecord[],
  prompt: string | undefined,
  now: number,
  others: readonly OtherPage[] = [],
  known: Known | null = null,
): Shown => {
  const asked = readIntent(prompt ?? "");
  const document = withDataElements(collectsFrom(page).document);
  const documents = others.map((other) => withDataElements(other.document));
  const found = draftExamples(
    document,
    documents,
    examples,
    known?.kind ?? asked.kind,
    now,
    known?.find ?? findAllPlaces,
    known?.ruledOut,
  );
  if (!found || found.chosen.length === 0)
    return { flow: null, problems: found?.notes ?? missingOf(document, examples, now) };
  const draft = toDraft(found);
  const flow = assembleFlow(page, { ...asked, fields: [] }, draft);
  const unshown = asked.fields
    .filter(
      ({ name, isImplied, isGuess }) => !isImplied && !isGuess && !Object.hasOwn(draft.outputSchema, name),
    )
    .filter(({ name }) => !found.notes.some(({ field }) => field === name))
    .map(
      ({ name }): FieldNote => ({ field: name, why: "No example of it is given: add it to the examples." }),
    );
  const notes = [...(flow.notes ?? []), ...found.notes, ...unshown];
  return {
    flow: {
      ...flow,
      examples: shownOf(examples, draft.outputSchema),
      ...(notes.length > 0 && { notes }),
      preview: previewOf(document, draft.steps, draft.outputSchema, found.places, now, others),
    },
    problems: [],
  };
};
