import { type Field, parseField } from "../../contract/fields.ts";
import type { OutputSchema, OutputType } from "../../contract/outputSchema.ts";
import type { NestedStep } from "../../contract/steps.ts";
import { extractHealing } from "../extract/healing/index.ts";
import { extractData, extractRecords, summarisePage } from "../extract/index.ts";
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

/** Reads the step's records, by selectors that are mended where the page was rebuilt. */
const readRecords = (step: ExtractLike, scope: PageScope, schema: OutputSchema, path: readonly number[]) => {
  const { document, url } = scope.page;
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

/**
 * Fields of a page that are given by name only, found by their meaning: what the page says for machines,
 * then its content and labels. What is merely called so is left to the reader of names.
 */
const findByMeaning = (step: ExtractLike, { page, schema, now }: PageScope): Item => {
  const bare = fieldsOf(step, schema).filter(({ source, transforms }) => !source && transforms.length === 0);
  if (bare.length === 0) return {};
  const typeOf = ({ name, list }: Field): OutputType =>
    (Object.hasOwn(schema, name) ? schema[name] : undefined) ?? (list ? "string[]" : "string");
  const wanted = Object.fromEntries(bare.map((field) => [field.name, typeOf(field)]));
  const query = { schema: wanted, instructions: ONE_THING, now: now() };
  const [found] = extractData(page.document, query).results;
  const isSure = (name: string): boolean =>
    found?.provenance[name] !== undefined && found.provenance[name].source !== "name";
  return Object.fromEntries(Object.entries(found?.item ?? {}).filter(([name]) => isSure(name)));
};

const runPage = (step: ExtractLike, scope: PageScope, path: readonly number[]) => {
  const found = readRecords(step, scope, scope.schema, path);
  const meant = findByMeaning(step, scope);
  return { ...found, records: found.records.map((record) => ({ ...record, ...meant })) };
};

/** The page as one record: asked-for fields, or what it says of itself where nothing is asked. */
const runSingle = (step: ExtractLike, scope: PageScope, path: readonly number[]) =>
  step.fields === undefined && Object.keys(scope.schema).length === 0
    ? {
        records: [summarisePage(scope.page.document, scope.page.url)],
        elements: [scope.page.document.root],
        warnings: [],
      }
    : runPage(step, scope, path);

export const runExtract: RunStep<ExtractLike> = (step, scope, path) => {
  const startedAt = scope.now();
  const { completes, page } = scope;
  const isList = step.selector !== undefined;
  const key = step.label ?? DEFAULT_LIST_KEY;
  const schema = completes && isList ? nestedSchema(scope.schema, key) : scope.schema;
  const { records, elements, warnings } = isList
    ? readRecords(step, scope, schema, path)
    : runSingle(step, scope, path);

  if (completes && isList) completes[key] = records;
  else if (completes) for (const record of records) merge(completes, record, step.fields === undefined);
  else {
    const found = records.map((record, index) => ({ record, visits: [], element: elements[index] ?? null }));
    scope.yields.push(...found);
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
