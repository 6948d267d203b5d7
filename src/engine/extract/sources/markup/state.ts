/** State that pages embed for their own scripts: `__NEXT_DATA__`, `window.__STATE__ = {…}`, JSON scripts, dataLayer. */

import { findAll, textContent } from "domutils";
import type { PageDocument } from "../../page/document.ts";
import { elementsNamed } from "../../page/tags.ts";
import { lettersOf } from "../../values/text.ts";
import { conceptOf } from "../../vocabulary/concepts.ts";
import { conceptsOf } from "../../vocabulary/fields.ts";
import type { Fact } from "../facts.ts";
import { isRecord, parseLoosely } from "./entities.ts";
import { flattenRecord } from "./flatten.ts";

const ASSIGNED =
  /(?<![\w$])(__[A-Z0-9_]+__|dataLayer|digitalData|utag_data|[A-Za-z_$]*(?:State|STATE|Data|DATA|product|Product|meta))(?:["']\s*\])?\s*=\s*(?=[[{])/g;
/** `dataLayer.push({…})` and its like: what a shop tells its statistics. */
const PUSHED =
  /(?:dataLayer|_learnq|digitalData|gtag|_satellite)\s*\.?(?:push|track)?\s*\((?:\s*["']\w+["']\s*,)*\s*(?=\{)/g;
const MAX_SCRIPT = 3_000_000;
const MAX_STATES = 30;

/** The JSON value that begins at a place in a script; undefined where it is not JSON. */
const readValueAt = (script: string, start: number): unknown => {
  let depth = 0;
  let inString = false;
  for (let at = start; at < script.length; at++) {
    const character = script[at];
    if (inString) {
      if (character === "\\") at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") depth++;
    else if ((character === "}" || character === "]") && --depth === 0)
      return parseLoosely(script.slice(start, at + 1));
  }
  return undefined;
};

const MAX_ATTRIBUTES = 40;
const MAX_ATTRIBUTE = 60_000;
/** Attributes of product forms and buttons hold what is sold, as JSON. */
const isJson = (value: string): boolean =>
  value.length > 20 && value.length < MAX_ATTRIBUTE && /^[[{]\s*[{"]/.test(value);

const listStates = (page: PageDocument): { readonly name: string; readonly value: unknown }[] => {
  const states: { name: string; value: unknown }[] = [];
  for (const script of elementsNamed(page.root, "script")) {
    const type = script.attribs.type?.trim().toLowerCase() ?? "";
    if (states.length >= MAX_STATES || script.attribs.src !== undefined || type === "application/ld+json")
      continue;
    const code = textContent(script);
    if (code.length > MAX_SCRIPT || code.length < 20) continue;
    if (/json/.test(type))
      states.push({ name: script.attribs.id || "script[type=application/json]", value: parseLoosely(code) });
    else
      for (const match of [...code.matchAll(ASSIGNED), ...code.matchAll(PUSHED)]) {
        if (states.length >= MAX_STATES) break;
        states.push({ name: match[1] ?? "pushed", value: readValueAt(code, match.index + match[0].length) });
      }
  }
  for (const element of findAll(
    ({ attribs }) => Object.values(attribs).some(isJson),
    page.root.children,
  ).slice(0, MAX_ATTRIBUTES))
    for (const [name, value] of Object.entries(element.attribs))
      if (isJson(value)) states.push({ name: `@${name}`, value: parseLoosely(value) });
  return states.filter(({ value }) => value !== undefined);
};

const TELLING = conceptsOf("ofProduct");
const MAX_VISITED = 20_000;
const MAX_DEPTH = 12;
interface Found {
  readonly record: Record<string, unknown>;
  readonly path: string;
  readonly telling: number;
}

/** Shops that keep the names of a product in its variants only: "Lamp - red" is one of "Lamp". */
const isProductOf = (record: Record<string, unknown>, titles: readonly string[]): boolean => {
  const [variant] = Array.isArray(record.variants) ? (record.variants as unknown[]) : [];
  const name = isRecord(variant) && typeof variant.name === "string" ? lettersOf(variant.name) : "";
  return name !== "" && titles.some((title) => name.startsWith(title));
};

/** What a page's script says of "the product", without its name. */
const isUntitledProduct = (entries: readonly (readonly [string, unknown])[], path: string): boolean =>
  /product/i.test(path) &&
  entries.some(([key, own]) => conceptOf(key) === "sku" && typeof own === "string" && own !== "") &&
  !entries.some(([key]) => conceptOf(key) === "title");

/** Prices of shops that count in cents are not known to be right. */
const withoutCents = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.hasOwn(record, "compare_at_price") || Object.hasOwn(record, "price_min")
    ? Object.fromEntries(Object.entries(record).filter(([name]) => !/price/i.test(name)))
    : record;

/** The object in which the page's own subject is described: it is called as the page is. */
const findSubject = (value: unknown, name: string, titles: readonly string[]): Found | null => {
  let best: Found | null = null;
  let visited = 0;
  const visit = (inner: unknown, path: string, depth: number): void => {
    if (depth > MAX_DEPTH || ++visited > MAX_VISITED || typeof inner !== "object" || inner === null) return;
    if (isRecord(inner)) {
      const entries = Object.entries(inner);
      const called = entries.some(
        ([key, own]) =>
          typeof own === "string" && conceptOf(key) === "title" && titles.includes(lettersOf(own)),
      );
      const isVaried = isProductOf(inner, titles);
      const isNamed = called || isVaried || (depth <= 3 && isUntitledProduct(entries, path));
      const telling = isNamed
        ? new Set(
            entries
              .map(([key, own]) => (own === null || own === "" ? null : conceptOf(key)))
              .filter((concept) => concept !== null && TELLING.has(concept)),
          ).size
        : 0;
      if (telling >= (isVaried ? 1 : 2) && telling > (best?.telling ?? 0))
        best = { record: inner, path, telling };
    }
    for (const [key, own] of Object.entries(inner)) visit(own, `${path}.${key}`, depth + 1);
  };
  visit(value, name, 0);
  return best;
};

/** Shops that have no brands tell their statistics the category for one. */
const withoutFalseBrand = (facts: readonly Fact[]): Fact[] => {
  const category = facts.find(({ concept }) => concept === "category")?.values[0];
  return facts.filter(({ concept, values }) => concept !== "brand" || values[0] !== category);
};

/** Facts of embedded state about the subject of the page, and nothing else of it. */
export const readState = (page: PageDocument, titles: readonly string[]): Fact[] => {
  const names = titles.map(lettersOf).filter((title) => title.length > 2);
  if (names.length === 0) return [];
  const found = listStates(page)
    .map(({ name, value }) => findSubject(value, name, names))
    .filter((subject) => subject !== null)
    .sort((left, right) => right.telling - left.telling)[0];
  return found ? withoutFalseBrand(flattenRecord(withoutCents(found.record), "state", found.path)) : [];
};
