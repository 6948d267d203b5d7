/** Previews a new flow on the page it was written for. */
import { joinCurrencies } from "../../contract/currencies.ts";
import { type Field, parseField } from "../../contract/fields.ts";
import type { GeneratedFlow } from "../../contract/generate.ts";
import type { OutputSchema } from "../../contract/outputSchema.ts";
import type { FieldPlace, Preview } from "../../contract/recordExamples.ts";
import {
  extractRecords,
  type PageDocument,
  pricesIn,
  withDataElements,
  withMeaning,
} from "../extract/extract.ts";
import { collectsFrom, type GeneratePage } from "./assemble.ts";
import type { ExtractStep } from "./draft.ts";

const MAX_SHOWN = 10;
const MAX_SHOWN_OF_OTHER = 3;
const MAX_TEXT = 200;

type ReadStep = Pick<ExtractStep, "selector" | "fields">;

/** A page of the same kind as the flow's. */
export interface OtherPage {
  readonly url: string;
  readonly document: PageDocument;
}

const cut = (value: unknown): unknown =>
  typeof value === "string" && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT - 1)}…` : value;

const shorten = (records: readonly Readonly<Record<string, unknown>>[], most: number) =>
  records
    .slice(0, most)
    .map((record) => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, cut(value)])));

/** Reads one step from a page, as a run does. */
export const readStep = (
  page: PageDocument,
  { selector, fields = [] }: ReadStep,
  schema: OutputSchema,
  now: number,
) => {
  const query = { selector, fields: fields.map(parseField), schema, now };
  const found = extractRecords(withDataElements(page), query);
  return selector === undefined ? withMeaning(found, page, query) : found;
};

export const previewOf = (
  page: PageDocument,
  steps: readonly ReadStep[],
  schema: OutputSchema,
  places: readonly FieldPlace[],
  now: number,
  others: readonly OtherPage[] = [],
): Preview => {
  const collect = (document: PageDocument) => {
    const found = steps.map((step) => readStep(document, step, schema, now));
    const records = found.flatMap((each) => each.records);
    const currencies = found.map((each) => each.currencies).reduce(joinCurrencies, {});
    return { records, currencies: pricesIn({ records, currencies }, document, schema) };
  };
  const { records, currencies } = collect(page);
  const pages = others.map(({ url, document }) => {
    const { records: own } = collect(document);
    return { url, recordCount: own.length, records: shorten(own, MAX_SHOWN_OF_OTHER) };
  });
  return {
    recordCount: records.length,
    records: shorten(records, MAX_SHOWN),
    ...(Object.keys(currencies).length > 0 && { currencies }),
    fields: [...places],
    ...(pages.length > 0 && { pages }),
  };
};

/** Adds a preview, unless the flow acts on the page before it extracts. */
export const withPreview = (page: GeneratePage, flow: GeneratedFlow, now: number): GeneratedFlow => {
  if (flow.preview !== undefined || flow.steps[1]?.type !== "extract") return flow;
  const steps = flow.steps.filter((step): step is ExtractStep => step.type === "extract");
  const { document } = collectsFrom(page);
  return { ...flow, preview: previewOf(document, steps, flow.outputSchema, [], now) };
};

const MAX_TOLD = 500;

/** A field's source in plain words. `kind` is the sort of element, such as "heading ". */
export const tellSource = ({ source }: Field, kind = ""): string => {
  if (source === null) return "by its name, wherever the page shows it";
  const where = `"${source.selector || "the record"}"`;
  return source.attribute === null
    ? `the text of ${kind}${where}`
    : `the attribute ${source.attribute} of ${where}`;
};

/** How a field is found, with a confidence from 0 to 1. */
export const placeOf = (field: string, found: string, confidence: number): FieldPlace => ({
  field,
  confidence: Number(confidence.toFixed(2)),
  found: found.slice(0, MAX_TOLD),
});
