/** The step that collects the item a page is about. */

import type { Element } from "domhandler";
import type { OutputSchema } from "../../../contract/fields/outputSchema.ts";
import type { Questions } from "../../../contract/fields/questions.ts";
import { type CoerceContext, contextOf, extractData, type PageDocument } from "../../extract/extract.ts";
import { outward } from "../../extract/page/tree.ts";
import { viewPage } from "../../extract/scorer/pageFacts.ts";
import { type WrittenField, writeField, writeSelector } from "../../extract/slots/selectors/index.ts";
import { TYPES } from "../../extract/vocabulary/fields.ts";
import { mayHold } from "../accepts.ts";
import { cut, type Draft, isThere } from "../draft.ts";
import { type Intent, isExcluded } from "../intent.ts";
import { settleWith } from "./settle.ts";

/** Found by meaning on each run: no single element holds it. */
const BY_MEANING: ReadonlySet<string> = new Set(
  "content text markdown language url link currency".split(" "),
);
/** Left out unless asked for: long, or of little use. */
const UNASKED: ReadonlySet<string> = new Set(["content", "markdown", "language", "currency"]);
const MAX_FIELDS = 16;
const MAX_CANDIDATES = 5;
/** Highest confidence in a value that has rivals. Set by hand. */
const UNSURE = 0.5;

/** Whether a selector lasts. Positions and generic tags do not: finding the field by meaning lasts longer. */
const isLasting = ({ text, field: { source } }: WrittenField): boolean =>
  !/:nth-/.test(text) &&
  !/^(?:a|b|em|i|p|li|td|th|dd|div|span|strong|small|label)(?:[\s>]|$)|(?:^|[\s>])li$/.test(
    source?.selector ?? "",
  );

/** The field by a selector, and whether that lasts; null if no single element holds the value. */
const writeSelected = (
  page: PageDocument,
  name: string,
  type: OutputSchema[string],
  value: unknown,
  context: CoerceContext,
): { readonly text: string; readonly lasts: boolean } | null => {
  if (BY_MEANING.has(name) || typeof type === "object") return null;
  const written = writeField([page.root], { name, type, values: [value] }, context, {
    // An image's text describes the image, not the item.
    accepts: (element) => (element.name !== "img" || type === "image") && mayHold(name, type, element),
    minFit: 1,
  });
  return written && { text: written.text, lasts: isLasting(written) };
};

/** On a product page, the main content is the description; the text around it is part of the offer too. */
const OFFERED = "price";
const ALL_TEXT = "text";

/** The text of the smallest element around the main content: includes item numbers, reviews and delivery. */
const writeAllText = (page: PageDocument, now: number): string | null => {
  const { top, kept } = viewPage(page, now).content;
  const elements = new Set([...kept].map(({ box }) => box.element));
  const [box] =
    [...elements].reduce<Element[] | null>((holders, element) => {
      const own = new Set(outward(element));
      return (holders ?? [...own]).filter((holder) => own.has(holder));
    }, null) ?? [];
  const written = box && box !== top ? writeSelector(page.root, [box]) : null;
  return written?.fit === 1 ? `${ALL_TEXT}: ${written.css}` : null;
};

/** Drafts the fields of the page's item: by selector if one element holds the value, else by meaning. */
export const draftDetail = (
  page: PageDocument,
  intent: Intent,
  now: number,
  others: readonly PageDocument[] = [],
): Draft | null => {
  const context = contextOf(page, now);
  const asked: OutputSchema = Object.fromEntries(intent.fields.map(({ name, type }) => [name, type]));
  const schema = intent.fields.length > 0 ? asked : undefined;
  const [result] = extractData(page, { schema, records: "one", now }).results;
  if (!result) return null;
  const found = Object.entries(result.item).filter(([, value]) => isThere(value));
  const kept = schema
    ? found
    : found.filter(([name]) => !UNASKED.has(name) && !isExcluded(intent, name)).slice(0, MAX_FIELDS);
  if (kept.length === 0) return null;
  const types = Object.fromEntries(
    kept.map(([name, value]) => [name, schema?.[name] ?? typeOf(name, value)]),
  );
  const isAllAsked = intent.isWhole && types[OFFERED] !== undefined && !isExcluded(intent, ALL_TEXT);
  const all = isAllAsked ? writeAllText(page, now) : null;
  const wanted = kept.filter(([name]) => all === null || name !== ALL_TEXT);
  const write = (name: string, value: unknown) =>
    writeSelected(page, name, types[name] ?? "string", value, context);
  const settle = settleWith(page, others, types, now);
  const texts = wanted.map(([name, value]) => settle(name, write(name, value)));
  const questions = Object.entries(result.rivals ?? {}).flatMap(([field, rivals]): Questions => {
    const taken = wanted.findIndex(([name]) => name === field);
    if (taken < 0) return [];
    const scale = Math.min(1, UNSURE / Math.max(UNSURE, rivals[0]?.confidence ?? 0));
    const candidates = rivals.flatMap(({ value, confidence }, at) => {
      const where = at === 0 ? texts[taken] : write(field, value)?.text;
      const sure = Number((confidence * scale).toFixed(2));
      return where === undefined ? [] : [{ value: cut(value), where, confidence: sure }];
    });
    return candidates.length > 1 ? [{ field, candidates: candidates.slice(0, MAX_CANDIDATES) }] : [];
  });
  return {
    steps: [{ type: "extract", fields: all === null ? texts : [...texts, all] }],
    ...(questions.length > 0 && { questions }),
    outputSchema: all === null ? types : { ...types, [ALL_TEXT]: "string" },
    missing: intent.fields
      .filter(({ isImplied }) => !isImplied)
      .map(({ name }) => name)
      .filter((name) => !kept.some(([kept]) => kept === name)),
    count: 1,
  };
};

const typeOf = (name: string, value: unknown): OutputSchema[string] => {
  const known = TYPES[name];
  if (known !== undefined && String(known).endsWith("[]") === Array.isArray(value)) return known;
  if (Array.isArray(value))
    return value.every((entry) => typeof entry === "number") ? "number[]" : "string[]";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "boolean" ? "boolean" : "string";
};
