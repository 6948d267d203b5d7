/** What a flow that was just written gives on the page it was written for. */
import { parseField } from "../../contract/fields.ts";
import type { GeneratedFlow } from "../../contract/generate.ts";
import type { OutputSchema } from "../../contract/outputSchema.ts";
import type { FieldPlace, Preview } from "../../contract/recordExamples.ts";
import { extractRecords, type PageDocument, withDataElements } from "../extract/extract.ts";
import { collectsFrom, type GeneratePage } from "./assemble.ts";

const MAX_SHOWN = 10;
const MAX_TEXT = 200;

const cut = (value: unknown): unknown =>
  typeof value === "string" && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT - 1)}…` : value;

interface ReadStep {
  readonly selector?: string | undefined;
  readonly fields?: readonly string[] | undefined;
}

/** A page of the same kind as the flow's. */
export interface OtherPage {
  readonly url: string;
  readonly document: PageDocument;
}

const MAX_SHOWN_OF_OTHER = 3;

const shorten = (records: readonly Readonly<Record<string, unknown>>[], most: number) =>
  records
    .slice(0, most)
    .map((record) => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, cut(value)])));

export const previewOf = (
  page: PageDocument,
  step: ReadStep | undefined,
  schema: OutputSchema,
  places: readonly FieldPlace[],
  now: number,
  others: readonly OtherPage[] = [],
): Preview => {
  const fields = (step?.fields ?? []).map(parseField);
  const read = (document: PageDocument) =>
    extractRecords(withDataElements(document), { selector: step?.selector, fields, schema, now });
  const { records, currencies } = read(page);
  const pages = others.map(({ url, document }) => {
    const { records: own } = read(document);
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

/** The flow with the records that it gives, unless what it does first decides what there is. */
export const withPreview = (page: GeneratePage, flow: GeneratedFlow, now: number): GeneratedFlow => {
  const [, step] = flow.steps ?? [];
  if (flow.preview !== undefined || step?.type !== "extract") return flow;
  const { document } = collectsFrom(page);
  return { ...flow, preview: previewOf(document, step, flow.outputSchema ?? {}, [], now) };
};
