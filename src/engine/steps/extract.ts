import type { AnyNode } from "domhandler";
import { type Currencies, currenciesOf, joinCurrencies } from "../../contract/currencies.ts";
import { type Field, isBare, parseField } from "../../contract/fields/fields.ts";
import type { OutputSchema } from "../../contract/fields/outputSchema.ts";
import type { NestedStep } from "../../contract/steps/steps.ts";
import { counted } from "../../contract/wording.ts";
import { TargetError } from "../egress/index.ts";
import {
  bareSchema,
  type ExtractedData,
  extractData,
  extractMarkdown,
  extractRecords,
  type MatchedItem,
  nestedField,
  PAGE_NUMBER_PATH,
  pricesIn,
  tellJoined,
  withDataElements,
  withMeaning,
} from "../extract/extract.ts";
import { extractHealing } from "../extract/slots/healing/index.ts";
import { readProductOf } from "./product.ts";
import { type Item, nameStep, type PageScope, type RunStep } from "./scope.ts";
import { readOutputs } from "./wholePage.ts";

type ExtractLike = Extract<NestedStep, { type: "extract" }>;

/** Key of a nested list of records whose step has no label. */
const DEFAULT_LIST_KEY = "items";

const fieldsOf = (step: ExtractLike, schema: OutputSchema): Field[] => {
  const names = step.fields ?? Object.keys(schema);
  // Without fields, a record is its visible text.
  return names.length > 0 ? names.map(parseField) : [parseField("text: :scope")];
};

/** Adds the values found on another page, without overwriting known values with null. */
const merge = (record: Item, found: Item, onlyMissing: boolean): void => {
  for (const [name, value] of Object.entries(found)) {
    const isMissing = !Object.hasOwn(record, name) || record[name] === null;
    if (isMissing || (!onlyMissing && value !== null)) record[name] = value;
  }
};

/** Reads the step's records, with healed selectors if the page was rebuilt. */
const readRecords = (step: ExtractLike, scope: PageScope, schema: OutputSchema, path: readonly number[]) => {
  const { url } = scope.page;
  const document = withDataElements(scope.page.document);
  const query = {
    selector: step.selector,
    fields: fieldsOf(step, schema),
    schema,
    limit: step.limit,
    now: scope.now(),
  };
  if (!scope.healing) return extractRecords(document, query);
  const found = extractHealing(scope.healing, path, { document, url, query });
  for (const news of found.news) scope.log("warn", `${nameStep(step, path)}: ${news} on ${url}`);
  return found;
};

interface Found {
  readonly records: readonly Item[];
  readonly elements: readonly (AnyNode | null)[];
  readonly warnings: readonly string[];
  /** Doubts about how the page was read. They are part of the entry that says what was read, because many pages can have some. */
  readonly doubt?: string;
  readonly stopped?: readonly string[];
  readonly currencies?: Currencies;
}

/** @throws TargetError if a pattern took too long, so that its values are missing */
const refuseSlowPatterns = ({ stopped = [] }: Found, { page }: PageScope): void => {
  if (stopped.length === 0) return;
  throw new TargetError(
    "timeout",
    `The pattern of ${stopped.map((name) => `"${name}"`).join(" and ")} takes too long on ${page.url} and was stopped. ` +
      "Simplify it: alternatives that overlap and nested repetitions, such as (a|a)+ and (a+)+, can take forever.",
    { retryable: false },
  );
};

const runPage = (step: ExtractLike, scope: PageScope, path: readonly number[]): Found => {
  const { page, asked, schema, now } = scope;
  const query = { fields: fieldsOf(step, schema), schema: asked, now: now() };
  return withMeaning(readRecords(step, scope, schema, path), page.document, query);
};

/** JSON and tables: their values are found by name, unless a selector locates them. */
const isData = ({ page }: PageScope): boolean => page.document.data !== undefined;

const hasSelectors = (step: ExtractLike): boolean =>
  step.selector !== undefined || !(step.fields ?? []).map(parseField).every(isBare);

/** @throws TargetError if selectors match nothing because the target returned data instead of a page */
const refuseOtherData = (step: ExtractLike, { page }: PageScope, { records }: Found): void => {
  if (!hasSelectors(step) || records.some((record) => Object.values(record).some((value) => value !== null)))
    return;
  const what = page.document.format === "csv" ? "a table" : "JSON";
  throw new TargetError(
    "target-failed",
    `The page is ${what}, and the selectors find nothing in it: write a key as a class, such as \`.price\`, name the fields only, or leave them out.`,
    { retryable: false },
  );
};

/** Rows of a document move from page to page when others come before them, which is no change of theirs. */
const withoutPageNumber = ({ item, provenance }: MatchedItem): Item => {
  const { page: _, ...others } = item;
  return provenance.page?.path === PAGE_NUMBER_PATH ? others : { ...item };
};

/** Where a page does not have what `records` asks for. */
const UNMET: Readonly<Record<string, string>> = {
  "all detail": "has no list of records, and was read as one item",
  "one list": "is nothing but a list, and all of its records were read",
};

/** Says that the page could also be read the other way, and how to choose. */
const tellOther = ({ kind, results, likelihood }: NonNullable<ExtractedData["other"]>): string => {
  const [instead, records] =
    kind === "list" ? [`a list of ${results.length} records`, "all"] : ["one item", "one"];
  return `The page could also be read as ${instead} (confidence ${likelihood.toFixed(2)}): set \`"records": "${records}"\` for that`;
};

/** Extracts the page without selectors: one record, or one per entry of a list. */
const runWhole = (step: ExtractLike, scope: PageScope, path: readonly number[]): Found => {
  const { page, asked, now } = scope;
  const wanted = step.fields ? bareSchema(step.fields.map(parseField), asked) : asked;
  // A page opened from a list is one record.
  const number = step.records ?? (path.length > 1 ? "one" : undefined);
  // Where the flow could choose the other reading, the log says so; not for pages that are found by links, of which there can be thousands.
  const withOther = scope.isFirst && number === undefined;
  const { kind, results, other } = extractData(page.document, {
    schema: wanted,
    records: number,
    withOther,
    now: now(),
  });
  const isUnasked = scope.isWatched && !Object.hasOwn(wanted, "page");
  const records = results
    .slice(0, step.limit)
    .map((result) => (isUnasked ? withoutPageNumber(result) : { ...result.item }));
  if (records.length < results.length) scope.notePartial("records");
  const isMissed = records.length === 0 && scope.isFirst && step.optional !== true;
  const unmet = records.length > 0 && scope.isFirst ? UNMET[`${step.records} ${kind}`] : undefined;
  const joined = tellJoined(results);
  const warnings = [
    ...(isMissed ? [`nothing was found on ${page.url}`] : []),
    ...(unmet ? [`${page.url} ${unmet}`] : []),
    ...(joined === null ? [] : [`${page.url}: ${joined}`]),
  ];
  const currencies = results.map(({ provenance }) => currenciesOf(provenance)).reduce(joinCurrencies, {});
  return { records, elements: [], warnings, currencies, ...(other && { doubt: tellOther(other) }) };
};

/** The page, or the selected parts of it, as Markdown; no record if there is no text. */
const runMarkdown = ({ selector }: ExtractLike, { page, now }: PageScope): Found => {
  const { title, markdown, language, date } = extractMarkdown(page.document, now(), selector);
  const records = markdown === "" ? [] : [{ url: page.url, title, markdown, language, date }];
  const nothing = selector === undefined ? "says nothing" : `has no text in "${selector}"`;
  const warnings = markdown === "" ? [`${page.url} ${nothing}`] : [];
  return { records, elements: [], warnings };
};

/** The page's product, with a word on where its values were found. */
const runProduct = (step: ExtractLike, scope: PageScope, path: readonly number[]): Found => {
  const { source, ...found } = readProductOf(scope);
  if (source) scope.log("info", `${nameStep(step, path)}: ${source} (${scope.page.url})`);
  return { ...found, elements: [] };
};

const readPage = (step: ExtractLike, scope: PageScope, path: readonly number[]): Found => {
  if (step.as === "page") return readOutputs(step, scope);
  if (step.as === "product") return runProduct(step, scope, path);
  if (step.as === "markdown") return runMarkdown(step, scope);
  if ((isData(scope) || step.records !== undefined) && !hasSelectors(step))
    return runWhole(step, scope, path);
  const asksForNothing = step.fields === undefined && Object.keys(scope.schema).length === 0;
  // A page that completes a record, or is one of many, is one record with all requested fields.
  return asksForNothing || (step.fields === undefined && path.length <= 1)
    ? runWhole(step, scope, path)
    : runPage(step, scope, path);
};

/** The page's record, which a labelled step completes: the last one without an element, or a new one. */
const pageRecord = (scope: PageScope): Item => {
  const last = scope.yields.at(-1);
  if (last?.record && last.element === null && scope.lastList === null) return last.record;
  const record: Item = {};
  scope.yields.push({ record, visits: [], element: null });
  return record;
};

/** Reads a nested record, or a list of them, into its field of the page's record. */
const runNested = (
  step: ExtractLike,
  scope: PageScope,
  path: readonly number[],
  { inner, fill }: NonNullable<ReturnType<typeof nestedField>>,
): void => {
  const read: Found = readRecords(step, scope, inner, path);
  refuseSlowPatterns(read, scope);
  pageRecord(scope)[step.label ?? DEFAULT_LIST_KEY] = fill(read.records);
  const name = nameStep(step, path);
  scope.log("info", `${name}: ${counted(read.records.length, "record")} extracted from ${scope.page.url}`);
  for (const warning of read.warnings) scope.log("warn", `${name}: ${warning}`);
};

export const runExtract: RunStep<ExtractLike> = (step, scope, path) => {
  const nested = scope.completes === null ? nestedField(scope.schema, step.label) : null;
  if (nested) return runNested(step, scope, path, nested);
  const startedAt = scope.now();
  const { completes, page } = scope;
  const isList = step.selector !== undefined && step.as === undefined;
  const key = step.label ?? DEFAULT_LIST_KEY;
  // A list that a page adds to the record it completes.
  const isNested = completes !== null && (isList || step.records === "all");
  const schema = isNested ? (nestedField(scope.schema, key)?.inner ?? {}) : scope.schema;
  const read: Found = isList
    ? readRecords(step, scope, schema, path)
    : readPage(step, isNested ? { ...scope, schema, asked: schema } : scope, path);
  refuseSlowPatterns(read, scope);
  if (isData(scope)) refuseOtherData(step, scope, read);
  const { records, elements, warnings } = read;
  // A nested list's fields are not the record's own.
  if (!isNested) scope.noteCurrencies(pricesIn(read, page.document, schema));

  if (completes && isNested) completes[key] = records;
  else if (completes) for (const record of records) merge(completes, record, step.fields === undefined);
  else {
    const found = records.map((record, index) => ({ record, visits: [], element: elements[index] ?? null }));
    for (const each of found) scope.yields.push(each);
    scope.lastList = isList ? found : null;
  }

  const isBounded = isList && !completes && step.limit !== undefined && records.length >= step.limit;
  if (isBounded) scope.notePartial("records");
  const name = nameStep(step, path);
  if (isList && records.length === 0 && scope.isFirst && step.optional !== true)
    scope.log("warn", `${name}: 0 records matched \`${step.selector}\` on ${page.url}`);
  const done = `${name}: ${counted(records.length, "record")} extracted from ${page.url} in ${scope.now() - startedAt} ms`;
  scope.log(read.doubt ? "warn" : "info", [done, read.doubt].filter(Boolean).join(". "));
  for (const warning of warnings) scope.log("warn", `${name}: ${warning}`);
};
