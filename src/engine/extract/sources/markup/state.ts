/** Data for a page's own scripts, theme and analytics: `__NEXT_DATA__`, `window.__STATE__ = {…}`, `dataLayer`. */
import { findAll, textContent } from "domutils";
import type { PageDocument } from "../../page/document.ts";
import { elementsNamed } from "../../page/tags.ts";
import { parseStock } from "../../values/stock.ts";
import { lettersOf } from "../../values/text.ts";
import { type Concept, conceptOf } from "../../vocabulary/concepts.ts";
import { conceptsOf } from "../../vocabulary/fields.ts";
import { type Fact, makeFact } from "../facts.ts";
import { isRecord } from "./entities.ts";
import { flattenRecord } from "./flatten.ts";
import { parseLoosely, readLiterals } from "./literals.ts";

interface State {
  readonly name: string;
  readonly value: unknown;
}
type PlainRecord = Record<string, unknown>;

const MIN_CODE = 20;
const MAX_SCRIPT = 3_000_000;
const MAX_TOTAL = 6_000_000;
const MAX_ATTRIBUTES = 40;
const MAX_ATTRIBUTE = 60_000;
/** Attributes of product forms and buttons can contain the product as JSON. */
const isJson = (value: string): boolean =>
  value.length > MIN_CODE && value.length < MAX_ATTRIBUTE && /^[[{]\s*[{"]/.test(value);

const listStates = (page: PageDocument): State[] => {
  let left = MAX_TOTAL;
  const scripts = elementsNamed(page.root, "script").flatMap((script): State[] => {
    const { src, type = "", id = "script" } = script.attribs;
    if (src !== undefined || /ld\+json/i.test(type)) return [];
    const code = textContent(script);
    if (code.length < MIN_CODE || code.length > Math.min(left, MAX_SCRIPT)) return [];
    left -= code.length;
    return [{ name: id, value: /json/i.test(type) ? parseLoosely(code) : readLiterals(code) }];
  });
  const attributes = findAll(({ attribs }) => Object.values(attribs).some(isJson), page.root.children)
    .slice(0, MAX_ATTRIBUTES)
    .flatMap(({ attribs }) => Object.entries(attribs).filter(([, value]) => isJson(value)))
    .map(([name, value]) => ({ name: `@${name}`, value: parseLoosely(value) }));
  return [...scripts, ...attributes];
};

const TELLING = conceptsOf("ofProduct");
const MAX_VISITED = 50_000;
const MAX_DEPTH = 16;

/** An object that describes the subject of the page. */
interface Found {
  readonly record: PlainRecord;
  readonly path: string;
  readonly telling: number;
}

const variantsOf = (record: PlainRecord): PlainRecord[] =>
  Array.isArray(record.variants) ? record.variants.filter(isRecord) : [];

/** Named like the page, or with variants that are: "Lamp - red" is a variant of "Lamp". */
const isCalled = (record: PlainRecord, titles: readonly string[]): boolean =>
  Object.entries(record).some(
    ([key, own]) => typeof own === "string" && TITLE.test(key) && titles.includes(lettersOf(own)),
  ) ||
  variantsOf(record)
    .slice(0, 1)
    .some(({ name }) => titles.some((title) => lettersOf(name).startsWith(title)));
const TITLE = /name|title|headline/i;

/** A "product" with an SKU but no title. */
const isUntitled = (record: PlainRecord, path: string): boolean =>
  /product[^.]*(?:\.[^.]*){0,2}$/i.test(path) &&
  typeof record.sku === "string" &&
  record.sku !== "" &&
  !Object.keys(record).some((key) => conceptOf(key) === "title");

const countTelling = (record: PlainRecord): number =>
  new Set(
    Object.entries(record)
      .filter(([, own]) => own !== null && own !== "")
      .map(([key]) => conceptOf(key))
      .filter((concept) => TELLING.has(concept)),
  ).size;

/** Visits all objects within a state, outer ones first. */
const walk = ({ name, value }: State, look: (record: PlainRecord, path: string) => void): void => {
  let left = MAX_VISITED;
  const visit = (inner: unknown, path: string, depth: number): void => {
    if (depth > MAX_DEPTH || left-- <= 0 || typeof inner !== "object" || inner === null) return;
    if (isRecord(inner)) look(inner, path);
    for (const [key, own] of Object.entries(inner)) visit(own, `${path}.${key}`, depth + 1);
  };
  visit(value, name, 0);
};

/** Objects about the subject, those with the most product fields first. */
const findSubjects = (states: readonly State[], titles: readonly string[]): Found[] => {
  const found: Found[] = [];
  for (const state of states)
    walk(state, (record, path) => {
      const telling = isCalled(record, titles) || isUntitled(record, path) ? countTelling(record) : 0;
      if (telling > 0) found.push({ record, path, telling });
    });
  return found.sort((left, right) => right.telling - left.telling);
};

/** A record with only the variant selected in the URL, if one is. */
const withVariant = (record: PlainRecord, address: string): PlainRecord => {
  const wanted = URL.parse(address)?.searchParams.get("variant");
  const variant = wanted && variantsOf(record).find(({ id }) => String(id) === wanted);
  return variant ? { ...record, variants: [variant] } : record;
};

/** Database ids are plain numbers or 16 or more hex digits; SKUs are codes that people can read. */
const isCode = (id: unknown): boolean =>
  typeof id === "string" &&
  /^(?=.*[A-Z-])[A-Z0-9][A-Z0-9._/-]{1,23}$/.test(id) &&
  !/^[\dA-F-]{16,}$/.test(id);

const EMPTY = /^(?:|null|undefined|none|n\/a|0|false)$/i;
const STOCK: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [true, "InStock"],
  [false, "OutOfStock"],
  [1, "InStock"],
]);
const stockOf = (value: unknown): string | null =>
  STOCK.get(value) ?? (typeof value === "string" ? parseStock(value) : null);

const PRICES: ReadonlySet<Concept | null> = new Set(["price", "originalPrice", "lowPrice", "highPrice"]);
/** Shops that count in cents have these keys next to their prices. */
const countsCents = (record: PlainRecord): boolean =>
  ["compare_at_price", "price_min", "price_max"].some((key) => Object.hasOwn(record, key));

/** Prices of a Shopify object, recognised by its keys; Shopify counts in hundredths of any currency. */
const readHundredths = ({ price_varies, price_min, price_max }: PlainRecord): [Concept, number][] => {
  if (price_varies === undefined || typeof price_min !== "number" || typeof price_max !== "number") return [];
  const [low, high] = [price_min / 100, price_max / 100];
  return low === high
    ? [["price", low]]
    : [
        ["lowPrice", low],
        ["highPrice", high],
      ];
};

/** Facts of one object. `isFirst`: it has the most product fields, so its prices and unknown names count too. */
const readSubject = ({ record, path }: Found, page: PageDocument, isFirst: boolean): Fact[] => {
  const facts = flattenRecord(withVariant(record, page.baseUrl), "state", path);
  const categories = facts
    .filter(({ concept }) => concept === "category")
    .map(({ values: [first] }) => first);
  const priced = isFirst && !countsCents(record);
  const hundredths = readHundredths(record).map(([concept, value]) =>
    makeFact("state", concept, [value], { concept, factor: 0.8, path }),
  );
  const own = facts.flatMap((fact): Fact[] => {
    const { concept, name, values } = fact;
    const [value] = values;
    if (EMPTY.test(String(value)) && concept !== "availability") return [];
    if (concept === "availability") {
      const stock = stockOf(value);
      return stock === null ? [] : [{ ...fact, values: [stock], confidence: fact.confidence * 0.75 }];
    }
    if (PRICES.has(concept)) return priced ? [fact] : [];
    // Analytics often use a database id as the SKU.
    if (concept === "sku" && name.endsWith("id") && !isCode(value)) return [];
    // Shops without brands often use the category as the brand in analytics.
    if (concept === "brand" && categories.includes(value)) return [];
    return concept !== null || isFirst ? [fact] : [];
  });
  return [...hundredths, ...own];
};

/** The shop's currency, if its scripts name only one. */
const findCurrency = (states: readonly State[]): string | null => {
  const found = new Set<unknown>();
  for (const state of states)
    walk(state, (record) => {
      for (const [key, own] of Object.entries(record))
        if (typeof own === "string" && /^[A-Z]{3}$/.test(own) && conceptOf(key) === "currency")
          found.add(own);
    });
  const [currency] = found;
  return found.size === 1 ? String(currency) : null;
};

/** Facts in scripts, only from objects about the page's subject. */
export const readState = (page: PageDocument, titles: readonly string[]): Fact[] => {
  const names = titles.map(lettersOf).filter((title) => title.length > 2);
  if (names.length === 0) return [];
  const states = listStates(page);
  const found = findSubjects(states, names);
  const facts = found.flatMap((subject, at) => readSubject(subject, page, at === 0));
  const currency = found.length > 0 ? findCurrency(states) : null;
  // For each name, the fact of the object with the most product fields is kept.
  const [...groups] = Map.groupBy(facts, ({ concept, name }) => concept ?? name).values();
  return [
    ...groups.flatMap((same) => same.slice(0, 1)),
    ...(currency ? [makeFact("state", "currency", [currency], { factor: 0.7, path: "script" })] : []),
  ];
};
