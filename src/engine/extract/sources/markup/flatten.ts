/** Entities as facts: every property under its path, with what schema.org means by it. */

import { conceptAt } from "../../vocabulary/concepts.ts";
import vocabulary from "../../vocabulary/units.json" with { type: "json" };
import { type Fact, type FactSource, makeFact } from "../facts.ts";
import { sumTimes } from "../recipes/recipe.ts";
import type { Entity } from "./entities.ts";
import { isRecord } from "./entities.ts";
import { plainText } from "./plainText.ts";
import { listIngredients, listSteps } from "./steps.ts";

const MAX_DEPTH = 3;
const MAX_PROPERTIES = 100;
const NOISE: ReadonlySet<string> = new Set(
  "@context @id @type context id review reviews isRelatedTo isSimilarTo potentialAction breadcrumb mainEntityOfPage publisher isPartOf comment".split(
    " ",
  ),
);

/** An entity as an address: where its picture or its page is. */
export const addressOf = (value: unknown): unknown => {
  if (!isRecord(value)) return value;
  return (
    [value.contentUrl, value.url, value.src, value["@id"]]
      .flat()
      .find((address) => typeof address === "string") ?? null
  );
};

/** UN/CEFACT codes of the units in which shops measure. */
const UNITS: Readonly<Record<string, string>> = vocabulary.units;
const joinQuantity = ({ value, unitText, unitCode }: Record<string, unknown>): string => {
  const unit =
    typeof unitText === "string" ? unitText : typeof unitCode === "string" ? (UNITS[unitCode] ?? "") : "";
  return `${String(value)} ${unit}`.trim();
};

/** "Monday, Tuesday 09:00–18:00". */
const joinHours = ({ dayOfWeek, opens, closes }: Record<string, unknown>): string => {
  const days = asArray(dayOfWeek)
    .filter((day) => typeof day === "string")
    .map((day) => day.replace(/^.*[/#]/, ""));
  return `${days.join(", ")} ${String(opens)}–${String(closes)}`.trim();
};

/** "38000–45000 EUR / YEAR". */
const joinPay = ({ value, currency }: Record<string, unknown>): string | null => {
  if (!isRecord(value)) return null;
  const { value: sole, minValue, maxValue, unitText } = value;
  const ends = sole === undefined ? [minValue, maxValue] : [sole];
  const amount = ends.filter((end) => typeof end === "number" || typeof end === "string").join("–");
  return amount === ""
    ? null
    : [amount, currency, ...(unitText === undefined ? [] : ["/", unitText])]
        .filter((part) => typeof part === "string")
        .join(" ");
};

/** An entity as one value: what it is called. */
export const nameOf = (value: unknown): unknown => {
  if (!isRecord(value)) return typeof value === "string" ? plainText(value) : value;
  if (value.streetAddress !== undefined || value.addressLocality !== undefined) return joinAddress(value);
  if (value.opens !== undefined && value.closes !== undefined) return joinHours(value);
  if (isRecord(value.value) && value.currency !== undefined) return joinPay(value);
  if (value.value !== undefined && (value.unitCode !== undefined || value.unitText !== undefined))
    return joinQuantity(value);
  for (const name of ["name", "text", "value", "contentUrl", "url", "ratingValue", "price", "streetAddress"])
    if (Object.hasOwn(value, name) && !isRecord(value[name])) return nameOf(value[name]);
  return null;
};

const ADDRESS_PARTS = ["streetAddress", "postalCode", "addressLocality", "addressRegion", "addressCountry"];
const joinAddress = (value: Record<string, unknown>): string =>
  ADDRESS_PARTS.map((part) => nameOf(value[part]))
    .filter((part) => typeof part === "string" && part !== "")
    .join(", ");

/** What people say of a thing is told as a whole, and is nothing that the thing says of itself. */
const SAID: ReadonlySet<string> = new Set(["review", "reviews", "comment"]);

const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const flattenInto = (
  facts: Fact[],
  source: FactSource,
  label: string,
  value: Record<string, unknown>,
  path: string,
  depth: number,
): void => {
  for (const [name, raw] of Object.entries(value)) {
    if (SAID.has(name) && depth === 0) {
      const told = asArray(raw).filter(isRecord);
      if (told.length > 0)
        facts.push(makeFact(source, name, told, { concept: null, path: `${label}.${name}` }));
    }
    if (NOISE.has(name) || name.startsWith("__") || raw === null || raw === undefined) continue;
    if (name === "additionalProperty") {
      for (const { name: called, value: own } of asArray(raw).filter(isRecord).slice(0, MAX_PROPERTIES))
        if (typeof called === "string" && (typeof own === "string" || typeof own === "number"))
          facts.push(makeFact(source, called, [own], { factor: 0.9, path: `${label}.${name} "${called}"` }));
      continue;
    }
    const at = path === "" ? name : `${path}.${name}`;
    const concept = conceptAt(at);
    const values =
      concept === "instructions"
        ? listSteps(raw)
        : concept === "ingredients"
          ? listIngredients(raw)
          : asArray(raw).filter((entry) => entry !== null);
    if (values.length === 0) continue;
    const records = values.filter(isRecord);
    const shown = values.map((entry) => (isRecord(entry) ? entry : nameOf(entry)));
    const factor = depth === 0 || concept !== null ? 1 : 0.8;
    facts.push(makeFact(source, depth === 0 ? name : at, shown, { concept, factor, path: `${label}.${at}` }));
    const first = records[0];
    if (first && depth < MAX_DEPTH) flattenInto(facts, source, label, first, at, depth + 1);
  }
};

export const flattenEntity = ({ source, types, properties }: Entity): Fact[] => {
  const facts: Fact[] = [];
  flattenInto(facts, source, types[0] ?? "Thing", properties, "", 0);
  return [...facts, ...sumTimes(facts)];
};

export const flattenRecord = (value: Record<string, unknown>, source: FactSource, label: string): Fact[] => {
  const facts: Fact[] = [];
  flattenInto(facts, source, label, value, "", 0);
  return facts;
};
