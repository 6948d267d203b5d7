/** Steps that collect the records of a list page. */

import type { Element } from "domhandler";
import type { OutputSchema, OutputType } from "../../contract/outputSchema.ts";
import type { Step } from "../../contract/steps.ts";
import { conceptOf } from "../extract/data/concepts.ts";
import type { CoerceContext, PageDocument } from "../extract/index.ts";
import { writeField, writeSelector } from "../extract/selectors/index.ts";
import { acceptsInRecord } from "./accepts.ts";
import type { Intent } from "./intent.ts";
import { findLists, listsOverlap, type RecordList } from "./records.ts";

export type ExtractStep = Extract<Step, { type: "extract" }>;

/** What was written for one page, and has been checked on it. */
export interface Draft {
  readonly steps: readonly ExtractStep[];
  readonly outputSchema: OutputSchema;
  /** Asked for, and not found. */
  readonly missing: readonly string[];
  /** Records that the steps find on the page. */
  readonly count: number;
}

/** A field that few records have is worth keeping only where it was asked for. */
const MIN_SHARE = 0.3;
const MIN_FIT_ASKED = 0.7;
const MIN_FIT = 0.85;

const isThere = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

const refineType = (type: OutputType, values: readonly unknown[]): OutputType => {
  const known = values.filter(isThere);
  if (type !== "number" || known.length === 0) return type;
  return known.every(Number.isInteger) ? "integer" : "number";
};

const isImplied = ({ fields }: Intent, name: string): boolean =>
  fields.some((field) => field.name === name && field.isImplied === true);

const writeFields = (list: RecordList, intent: Intent, context: CoerceContext) => {
  const texts: string[] = [];
  const schema: [string, OutputType][] = [];
  const missing: string[] = [];
  for (const [name, type] of Object.entries(list.schema)) {
    const values = list.items.map((item) => item[name]);
    const share = values.filter(isThere).length / Math.max(1, values.length);
    const isAsked = intent.fields.some((field) => field.name === name);
    const written =
      share > 0 && (isAsked || share >= MIN_SHARE)
        ? writeField(list.records, { name, type, values }, context, {
            minFit: isAsked ? MIN_FIT_ASKED : MIN_FIT,
            accepts: (element: Element) =>
              // The text of a record is that of all of it.
              conceptOf(name) === "content"
                ? list.records.includes(element)
                : acceptsInRecord(name, type, element),
          })
        : null;
    if (written) {
      texts.push(written.text);
      schema.push([name, refineType(type, values)]);
    } else if (isAsked && !isImplied(intent, name)) missing.push(name);
  }
  return { texts, schema: Object.fromEntries(schema) as OutputSchema, missing };
};

/** Two fields that read the same text of the same place are one. */
const dropTwins = (fields: readonly string[], schema: OutputSchema, intent: Intent): string[] => {
  const seen = new Set<string>();
  return fields.filter((text) => {
    const colon = text.indexOf(":");
    const name = text.slice(0, colon);
    const source = `${JSON.stringify(schema[name.replace("[]", "")])} ${text.slice(colon + 1).trim()}`;
    if (seen.has(source) && !intent.fields.some((field) => field.name === name)) return false;
    seen.add(source);
    return true;
  });
};

const draftOf = (
  page: PageDocument,
  list: RecordList,
  intent: Intent,
  context: CoerceContext,
): ListDraft | null => {
  const selector = writeSelector(page.root, list.records);
  if (!selector) return null;
  const { texts, schema, missing } = writeFields(list, intent, context);
  const fields = dropTwins(texts, schema, intent);
  if (fields.length === 0) return null;
  const names = new Set(fields.map((text) => text.replace(/(?:\[\])?\s*:.*$/s, "")));
  return {
    step: { type: "extract", ...(intent.noun && { label: intent.noun }), selector: selector.css, fields },
    outputSchema: Object.fromEntries(Object.entries(schema).filter(([name]) => names.has(name))),
    missing,
    count: list.records.length,
    list,
  };
};

type ListDraft = Omit<Draft, "steps"> & { readonly step: ExtractStep; readonly list: RecordList };

/** A list this much worse than the best is another thing that stands on the page. */
const SECOND_SHARE = 0.2;
const MAX_STEPS = 4;

/**
 * The best list for which an item selector and at least one field can be written, with the lists of its
 * kind beside it; null where there is none.
 */
export const draftList = (page: PageDocument, intent: Intent, now: number): Draft | null => {
  const context = { baseUrl: page.baseUrl, language: page.language, now };
  const lists = findLists(page, intent, now);
  let best: ListDraft | null = null;
  let bestRating = 0;
  for (const { list, rating } of lists) {
    if (best && rating < bestRating * SECOND_SHARE) break;
    const draft = draftOf(page, list, intent, context);
    if (!draft || (best && draft.missing.length >= best.missing.length)) continue;
    best = draft;
    bestRating = rating;
    if (draft.missing.length === 0) break;
  }
  if (!best) return null;
  const chosen: ListDraft[] = [best];
  for (const { list, rating } of lists) {
    if (chosen.length >= MAX_STEPS || rating < bestRating * SECOND_SHARE) break;
    if (chosen.some((known) => listsOverlap(known.list, list))) continue;
    const draft = draftOf(page, list, intent, context);
    if (draft && draft.missing.length <= best.missing.length) chosen.push(draft);
  }
  return {
    steps: chosen.map(({ step }) => step),
    outputSchema: Object.assign(
      {},
      ...chosen.toReversed().map(({ outputSchema }) => outputSchema),
    ) as OutputSchema,
    missing: best.missing,
    count: chosen.reduce((sum, { count }) => sum + count, 0),
  };
};
