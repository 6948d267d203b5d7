/** The step that collects the one thing a page is about. */
import type { Element } from "domhandler";
import type { OutputSchema } from "../../../contract/outputSchema.ts";
import { type CoerceContext, extractData, ONE_THING, type PageDocument } from "../../extract/extract.ts";
import { outward } from "../../extract/page/tree.ts";
import { viewPage } from "../../extract/scorer/pageFacts.ts";
import { type WrittenField, writeField, writeSelector } from "../../extract/slots/selectors/index.ts";
import { type Draft, isThere } from "../draft.ts";
import { accepts, isRefused } from "../model/accepts.ts";
import { type Intent, isExcluded } from "../sentence/intent.ts";
import { TYPES } from "../sentence/words.ts";

/** Found by its meaning at each run: no one element holds it. */
const BY_MEANING: ReadonlySet<string> = new Set(
  "content text markdown language url link currency".split(" "),
);
/** Where a page speaks of other things than its subject. */
const AROUND = /^(?:nav|header|footer|aside|head|script|noscript|template|form)$/;
const AROUND_NAMES =
  /(?:^|[\s_-])(?:nav|menu|footer|sidebar|related|recommend\w*|breadcrumb\w*|cart|modal|carousel|cookie)(?:[\s_-]|$)/i;

/** Whether an element stands where a page speaks of other things than its subject. */
export const isAround = (element: Element): boolean => {
  for (const { name, attribs } of outward(element)) {
    if (name === "article" || name === "main" || name === "body") return false;
    if (AROUND.test(name) && !(name === "header" && element.name === "h1")) return true;
    if (AROUND_NAMES.test(`${attribs.class ?? ""} ${attribs.id ?? ""}`)) return true;
  }
  return false;
};

/** Left out where nobody asked: long, or of no use beside the rest. */
const UNASKED: ReadonlySet<string> = new Set(["content", "markdown", "language", "currency"]);
const MAX_FIELDS = 16;
const MAX_FIELD_TEXT = 200;

/** By position, or by a tag that any text may have: what is found by its meaning lasts longer. */
const isLasting = ({ field, text }: WrittenField): boolean =>
  text.length < MAX_FIELD_TEXT &&
  !/:nth-/.test(text) &&
  !/^(?:a|b|em|i|p|li|td|th|dd|div|span|strong|small|label)$/.test(
    field.source?.selector.split(/[\s>]+/)[0] ?? "",
  ) &&
  // A list's item may be that of any list.
  !/(?:^|[\s>])li$/.test(field.source?.selector ?? "");

const writeText = (
  page: PageDocument,
  name: string,
  type: OutputSchema[string],
  value: unknown,
  context: CoerceContext,
): string => {
  if (BY_MEANING.has(name) || typeof type === "object") return name;
  const written = writeField([page.root], { name, type, values: [value] }, context, {
    accepts: (element) =>
      !isAround(element) &&
      // What a picture shows is said of the picture.
      (element.name !== "img" || type === "image") &&
      !isRefused(name, type, element) &&
      accepts(name, value, element),
    minFit: 1,
  });
  return written && isLasting(written) ? written.text : name;
};

/** What pages about one thing often tell of it, and the plain reading leaves out. */
const USUAL: OutputSchema = Object.fromEntries(
  "price availability rating reviewCount brand sku author date organization location salary image"
    .split(" ")
    .map((name) => [name, TYPES[name] ?? "string"]),
);
const MIN_CONFIDENCE = 0.7;

/** Of the usual, what the page surely has. */
const findUsual = (
  page: PageDocument,
  known: Readonly<Record<string, unknown>>,
  now: number,
): [string, unknown][] => {
  const [result] = extractData(page, { schema: USUAL, instructions: ONE_THING, now }).results;
  return Object.entries(result?.item ?? {}).filter(
    ([name]) => !isThere(known[name]) && (result?.provenance[name]?.confidence ?? 0) >= MIN_CONFIDENCE,
  );
};

/** The main content of a shop's page is what it says of the thing; what stands around that is part of the offer too. */
const OFFERED = "price";
const ALL_TEXT = "text";

/** The whole text of the smallest element that holds all of the main content: item numbers, what reviews say, delivery. */
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

/** Fields of what the page is about, by selector where an element holds them, else by their meaning. */
export const draftDetail = (page: PageDocument, intent: Intent, now: number): Draft | null => {
  const context = { baseUrl: page.baseUrl, language: page.language, now };
  const asked: OutputSchema = Object.fromEntries(intent.fields.map(({ name, type }) => [name, type]));
  const schema = intent.fields.length > 0 ? asked : undefined;
  const [result] = extractData(page, { schema, instructions: ONE_THING, now }).results;
  if (!result) return null;
  const found = [...Object.entries(result.item), ...(schema ? [] : findUsual(page, result.item, now))].filter(
    ([, value]) => isThere(value),
  );
  const kept = schema
    ? found
    : found.filter(([name]) => !UNASKED.has(name) && !isExcluded(intent, name)).slice(0, MAX_FIELDS);
  if (kept.length === 0) return null;
  const types = Object.fromEntries(
    kept.map(([name, value]) => [name, schema?.[name] ?? typeOf(name, value)]),
  );
  const isAllAsked = intent.isWhole && types[OFFERED] !== undefined && !isExcluded(intent, ALL_TEXT);
  const all = isAllAsked ? writeAllText(page, now) : null;
  const texts = kept
    .filter(([name]) => all === null || name !== ALL_TEXT)
    .map(([name, value]) => writeText(page, name, types[name] ?? "string", value, context));
  return {
    steps: [{ type: "extract", fields: all === null ? texts : [...texts, all] }],
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
