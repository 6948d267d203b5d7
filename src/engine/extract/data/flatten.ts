/** Entities as facts: every property under its path, with what schema.org means by it. */
import { normaliseSpace } from "../text.ts";
import { conceptAt } from "./concepts.ts";
import { parseMinutes } from "./durations.ts";
import { type Entity, isRecord } from "./entities.ts";
import { type Fact, type FactSource, makeFact } from "./facts.ts";

const MAX_DEPTH = 3;
const NOISE: ReadonlySet<string> = new Set([
  "@context",
  "@id",
  "@type",
  "context",
  "id",
  "review",
  "reviews",
  "isRelatedTo",
  "isSimilarTo",
  "potentialAction",
  "breadcrumb",
  "mainEntityOfPage",
  "publisher",
  "isPartOf",
  "comment",
]);

/** Text without the markup that authors leave in structured values. */
export const plainText = (text: string): string =>
  normaliseSpace(
    (text.includes("<") ? text.replace(/<[^<>]*>/g, " ") : text)
      .replace(/&nbsp;|&#160;/g, " ")
      .replace(/&amp;/g, "&")
      .replace(/&#0?39;|&rsquo;|&apos;/g, "'")
      .replace(/&quot;/g, '"')
      .replace(/&#(\d{1,7});/g, (whole, code) =>
        Number(code) < 0x110000 ? String.fromCodePoint(Number(code)) : whole,
      )
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">"),
  );

/** An entity as one value: what it is called. */
export const nameOf = (value: unknown): unknown => {
  if (!isRecord(value)) return typeof value === "string" ? plainText(value) : value;
  for (const name of ["name", "text", "value", "contentUrl", "url", "ratingValue", "price", "streetAddress"])
    if (Object.hasOwn(value, name) && !isRecord(value[name])) return nameOf(value[name]);
  return null;
};

/** Steps of a recipe or a guide: text, lists, sections of steps. */
const listSteps = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(listSteps);
  if (typeof value === "string")
    return value
      .split(/<\/(?:li|p|div)>|<br\s*\/?>|\r?\n+/i)
      .map(plainText)
      .filter((step) => step !== "");
  if (!isRecord(value)) return [];
  const inner = value.itemListElement ?? value.steps;
  const name = typeof value.name === "string" ? plainText(value.name) : "";
  if (inner !== undefined) return [...(name === "" ? [] : [name]), ...listSteps(inner)];
  const text = typeof value.text === "string" ? plainText(value.text) : name;
  return text === "" ? [] : [text];
};

const ADDRESS_PARTS = ["streetAddress", "postalCode", "addressLocality", "addressRegion", "addressCountry"];
const joinAddress = (value: Record<string, unknown>): string =>
  ADDRESS_PARTS.map((part) => nameOf(value[part]))
    .filter((part) => typeof part === "string" && part !== "")
    .join(", ");

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
    if (NOISE.has(name) || raw === null || raw === undefined) continue;
    const at = path === "" ? name : `${path}.${name}`;
    const concept = conceptAt(at);
    const values =
      concept === "instructions" ? listSteps(raw) : asArray(raw).filter((entry) => entry !== null);
    if (values.length === 0) continue;
    const records = values.filter(isRecord);
    const isAddress = records.some(
      (record) => record.streetAddress !== undefined || record.addressLocality !== undefined,
    );
    const shown = isAddress
      ? records.map(joinAddress)
      : values.map((entry) => (isRecord(entry) ? entry : nameOf(entry)));
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

/** The total of a recipe that tells only its parts. */
const sumTimes = (facts: readonly Fact[]): Fact[] => {
  const minutesOf = (concept: Fact["concept"]): number | null =>
    parseMinutes(String(facts.find((fact) => fact.concept === concept)?.values[0] ?? ""));
  const [prep, cook] = [minutesOf("prepTime"), minutesOf("cookTime")];
  if (prep === null || cook === null || minutesOf("totalTime") !== null) return [];
  const source = facts[0]?.source ?? "json-ld";
  return [makeFact(source, "totalTime", [prep + cook], { factor: 0.8, path: "prepTime + cookTime" })];
};

export const flattenRecord = (value: Record<string, unknown>, source: FactSource, label: string): Fact[] => {
  const facts: Fact[] = [];
  flattenInto(facts, source, label, value, "", 0);
  return facts;
};
