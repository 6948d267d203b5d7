import type { AnyNode } from "domhandler";
import { type Currencies, currenciesOf, joinCurrencies } from "../../contract/currencies.ts";
import { type Field, parseField } from "../../contract/fields.ts";
import type { OutputSchema, OutputType } from "../../contract/outputSchema.ts";
import type { NestedStep } from "../../contract/steps.ts";
import { TargetError } from "../egress/index.ts";
import {
  extractData,
  extractMarkdown,
  extractRecords,
  findPageCurrency,
  withDataElements,
} from "../extract/extract.ts";
import { extractHealing } from "../extract/slots/healing/index.ts";
import { type Item, nameStep, type PageScope, type RunStep } from "./scope.ts";

type ExtractLike = Extract<NestedStep, { type: "extract" }>;

/** Key of a nested list of records whose step has no label. */
const DEFAULT_LIST_KEY = "items";

const nestedSchema = (schema: OutputSchema, key: string): OutputSchema => {
  const type = Object.hasOwn(schema, key) ? schema[key] : undefined;
  const element = Array.isArray(type) ? type[0] : type;
  return typeof element === "object" ? (element as OutputSchema) : {};
};

const fieldsOf = (step: ExtractLike, schema: OutputSchema): Field[] => {
  const names = step.fields ?? Object.keys(schema);
  // Records of which nothing is said are what a reader sees of them.
  return names.length > 0 ? names.map(parseField) : [parseField("text: :scope")];
};

/** A page that completes a record does not wipe out what an earlier page gave. */
const merge = (record: Item, found: Item, onlyMissing: boolean): void => {
  for (const [name, value] of Object.entries(found)) {
    const isMissing = !Object.hasOwn(record, name) || record[name] === null;
    if (isMissing || (!onlyMissing && value !== null)) record[name] = value;
  }
};

/** Reads the step's records, by selectors that are fixed where the page was rebuilt. */
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

/** Makes the extraction read the page as one thing, whatever lists stand on it. */
const ONE_THING = "this page";

const isBare = ({ source, transforms }: Field): boolean => source === null && transforms.length === 0;

/** Fields that are given by name only, with their types. */
const bareSchema = (fields: readonly Field[], schema: OutputSchema): OutputSchema => {
  const typeOf = ({ name, list }: Field): OutputType =>
    (Object.hasOwn(schema, name) ? schema[name] : undefined) ?? (list ? "string[]" : "string");
  return Object.fromEntries(fields.filter(isBare).map((field) => [field.name, typeOf(field)]));
};

/**
 * Fields of a page that are given by name only, found by their meaning: what the page says for machines,
 * then its content and labels. What is merely called so is left to the reader of names.
 */
const findByMeaning = (
  step: ExtractLike,
  { page, schema, now }: PageScope,
): { item: Item; currencies: Currencies } => {
  const wanted = bareSchema(fieldsOf(step, schema), schema);
  if (Object.keys(wanted).length === 0) return { item: {}, currencies: {} };
  const query = { schema: wanted, instructions: ONE_THING, now: now() };
  const [found] = extractData(page.document, query).results;
  const isSure = (name: string): boolean =>
    found?.provenance[name] !== undefined && found.provenance[name].source !== "name";
  const item = Object.fromEntries(Object.entries(found?.item ?? {}).filter(([name]) => isSure(name)));
  const currencies = found
    ? Object.entries(currenciesOf(found.provenance)).filter(([name]) => isSure(name))
    : [];
  return { item, currencies: Object.fromEntries(currencies) };
};

interface Found {
  readonly records: readonly Item[];
  readonly elements: readonly (AnyNode | null)[];
  readonly warnings: readonly string[];
  readonly stopped?: readonly string[];
  readonly currencies?: Currencies;
}

/** @throws TargetError where a pattern took too long: what it would have found is missing */
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
  const found = readRecords(step, scope, scope.schema, path);
  const meant = findByMeaning(step, scope);
  return {
    ...found,
    records: found.records.map((record) => ({ ...record, ...meant.item })),
    currencies: { ...found.currencies, ...meant.currencies },
  };
};

/** JSON and tables: their values are found by name, unless a selector says where they stand. */
const isData = ({ page }: PageScope): boolean => page.document.data !== undefined;

const hasSelectors = (step: ExtractLike): boolean =>
  step.selector !== undefined || !(step.fields ?? []).map(parseField).every(isBare);

/** @throws TargetError where data came instead of the page that the selectors are of */
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

/** What the page holds, as it is found without selectors: one record, or one for each of a list. */
const runWhole = (step: ExtractLike, scope: PageScope, path: readonly number[]): Found => {
  const { page, schema, now } = scope;
  const wanted = step.fields ? bareSchema(step.fields.map(parseField), schema) : schema;
  // A page that a list leads to is one thing.
  const instructions = path.length > 1 ? ONE_THING : undefined;
  const { results } = extractData(page.document, { schema: wanted, instructions, now: now() });
  const records = results.slice(0, step.limit).map(({ item }) => ({ ...item }));
  if (records.length < results.length) scope.notePartial("records");
  const isMissed = records.length === 0 && scope.isFirst && step.optional !== true;
  const warnings = isMissed ? [`nothing was found on ${page.url}`] : [];
  const currencies = results.map(({ provenance }) => currenciesOf(provenance)).reduce(joinCurrencies, {});
  return { records, elements: [], warnings, currencies };
};

/** Tells the currencies of the prices found; those that stand in no price are the page's, if it names one. */
const tellCurrencies = (
  { records, currencies = {} }: Found,
  { page, noteCurrencies }: PageScope,
  schema: OutputSchema,
): void => {
  const isFilled = (name: string) => records.some((record) => typeof record[name] === "number");
  const prices = Object.keys(schema).filter((name) => schema[name] === "price" && isFilled(name));
  const unsaid = prices.filter((name) => !Object.hasOwn(currencies, name));
  const ofPage = unsaid.length > 0 ? findPageCurrency(page.document) : null;
  const rest = ofPage === null ? [] : unsaid.map((name) => [name, ofPage]);
  noteCurrencies({ ...currencies, ...Object.fromEntries(rest) });
};

/** The page as readers and language models want it; none where it says nothing. */
const runMarkdown = ({ page, now }: PageScope): Found => {
  const { title, markdown, language, date } = extractMarkdown(page.document, now());
  const records = markdown === "" ? [] : [{ url: page.url, title, markdown, language, date }];
  const warnings = markdown === "" ? [`${page.url} says nothing`] : [];
  return { records, elements: [], warnings };
};

const readPage = (step: ExtractLike, scope: PageScope, path: readonly number[]): Found => {
  if (step.as === "markdown") return runMarkdown(scope);
  if (isData(scope) && !hasSelectors(step)) return runWhole(step, scope, path);
  const asksForNothing = step.fields === undefined && Object.keys(scope.schema).length === 0;
  // A page that completes a record, or is one of many, is one record with all that is asked for.
  return asksForNothing || (step.fields === undefined && path.length <= 1)
    ? runWhole(step, scope, path)
    : runPage(step, scope, path);
};

export const runExtract: RunStep<ExtractLike> = (step, scope, path) => {
  const startedAt = scope.now();
  const { completes, page } = scope;
  const isList = step.selector !== undefined;
  const key = step.label ?? DEFAULT_LIST_KEY;
  const schema = completes && isList ? nestedSchema(scope.schema, key) : scope.schema;
  const read: Found = isList ? readRecords(step, scope, schema, path) : readPage(step, scope, path);
  refuseSlowPatterns(read, scope);
  if (isData(scope)) refuseOtherData(step, scope, read);
  const { records, elements, warnings } = read;
  // A nested list's fields are not the record's own.
  if (!(completes && isList)) tellCurrencies(read, scope, schema);

  if (completes && isList) completes[key] = records;
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
  const count = records.length === 1 ? "1 record" : `${records.length} records`;
  scope.log("info", `${name}: ${count} extracted from ${page.url} in ${scope.now() - startedAt} ms`);
  for (const warning of warnings) scope.log("warn", `${name}: ${warning}`);
};
