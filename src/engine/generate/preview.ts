/** Previews a new flow on the page it was written for. */
import { type Currencies, currenciesOf, joinCurrencies } from "../../contract/currencies.ts";
import type { GeneratedFlow } from "../../contract/extraction/generate.ts";
import { type Field, parseField } from "../../contract/fields/fields.ts";
import type { OutputSchema } from "../../contract/fields/outputSchema.ts";
import type { FieldPlace, Preview } from "../../contract/fields/recordExamples.ts";
import {
  type ExtractedRecords,
  extractData,
  extractRecords,
  nestedField,
  type PageDocument,
  pricesIn,
  withDataElements,
  withMeaning,
} from "../extract/extract.ts";
import { collectsFrom, type GeneratePage } from "./assemble.ts";
import { cut, type ExtractStep } from "./draft.ts";

const MAX_SHOWN = 10;
const MAX_SHOWN_OF_OTHER = 3;

type ReadStep = Pick<ExtractStep, "selector" | "fields" | "label" | "records">;

/** A page of the same kind as the flow's. */
export interface OtherPage {
  readonly url: string;
  readonly document: PageDocument;
  /** It was found on the page, not given. */
  readonly sibling?: true;
}

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

/** Reads a step without selectors, whose records are found by the names of their fields. */
const readByName = (
  page: PageDocument,
  { records }: ReadStep,
  schema: OutputSchema,
  now: number,
): Pick<ExtractedRecords, "records" | "currencies"> => {
  const { results } = extractData(page, { schema, records, now });
  const currencies = results.map(({ provenance }) => currenciesOf(provenance)).reduce(joinCurrencies, {});
  return { records: results.map(({ item }) => item), currencies };
};

/** Reads all extract steps from a page, as a run does: those labelled with a nested field fill it. */
export const readSteps = (
  page: PageDocument,
  steps: readonly ReadStep[],
  schema: OutputSchema,
  now: number,
) => {
  const records: Record<string, unknown>[] = [];
  let currencies: Currencies = {};
  for (const step of steps) {
    const nested = nestedField(schema, step.label);
    if (nested) {
      const { selector, fields = [] } = step;
      const query = { selector, fields: fields.map(parseField), schema: nested.inner, now };
      const found = extractRecords(withDataElements(page), query).records;
      if (records.length === 0) records.push({});
      Object.assign(records[0] as object, { [step.label ?? ""]: nested.fill(found) });
      continue;
    }
    const found = (step.records === undefined ? readStep : readByName)(page, step, schema, now);
    records.push(...found.records.map((record) => ({ ...record })));
    currencies = joinCurrencies(currencies, found.currencies);
  }
  return { records, currencies };
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
    const { records, currencies } = readSteps(document, steps, schema, now);
    return { records, currencies: pricesIn({ records, currencies }, document, schema) };
  };
  const { records, currencies } = collect(page);
  const pages = others.map(({ url, document, sibling }) => {
    const { records: own } = collect(document);
    return {
      url,
      ...(sibling && { sibling }),
      recordCount: own.length,
      records: shorten(own, MAX_SHOWN_OF_OTHER),
    };
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
export const withPreview = (
  page: GeneratePage,
  flow: GeneratedFlow,
  now: number,
  others: readonly OtherPage[] = [],
): GeneratedFlow => {
  if (flow.preview !== undefined || flow.steps[1]?.type !== "extract") return flow;
  const steps = flow.steps.filter((step): step is ExtractStep => step.type === "extract");
  const { document } = collectsFrom(page);
  return { ...flow, preview: previewOf(document, steps, flow.outputSchema, [], now, others) };
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
