/** Entities as facts: every property under its path, with what schema.org means by it. */
import { normaliseSpace } from "../text.ts";
import { conceptAt } from "./concepts.ts";
import { type Entity, isRecord } from "./entities.ts";
import { type Fact, type FactSource, makeFact } from "./facts.ts";
import { sumTimes } from "./recipe.ts";

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

/** An entity as an address: where its picture or its page is. */
export const addressOf = (value: unknown): unknown => {
  if (!isRecord(value)) return value;
  return (
    [value.contentUrl, value.url, value.src, value["@id"]].find((address) => typeof address === "string") ??
    null
  );
};

/** An entity as one value: what it is called. */
export const nameOf = (value: unknown): unknown => {
  if (!isRecord(value)) return typeof value === "string" ? plainText(value) : value;
  if (value.streetAddress !== undefined || value.addressLocality !== undefined) return joinAddress(value);
  for (const name of ["name", "text", "value", "contentUrl", "url", "ratingValue", "price", "streetAddress"])
    if (Object.hasOwn(value, name) && !isRecord(value[name])) return nameOf(value[name]);
  return null;
};

/** "1. Chop. 2. Fry." in one text: numbers that count up from one. */
const splitNumbered = (text: string): string[] => {
  const parts = text.split(/(?:^|\s)(?=\d{1,2}[.)]\s*\p{L})/u).map((part) => part.trim());
  const numbers = parts.filter((part) => part !== "").map((part) => Number.parseInt(part, 10));
  return numbers.length >= 2 && numbers.every((number, index) => number === index + 1)
    ? parts.filter((part) => part !== "").map((part) => part.replace(/^\d{1,2}[.)]\s*/, ""))
    : [text];
};

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** Steps of a recipe or a guide: text, lists, sections of steps. */
const listSteps = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(listSteps);
  if (typeof value === "string")
    return value
      .split(/<\/(?:li|p|div)>|<br\s*\/?>|\r?\n+/i)
      .map(plainText)
      .flatMap(splitNumbered)
      .filter((step) => step !== "");
  if (!isRecord(value)) return [];
  const inner = value.itemListElement ?? value.steps ?? value.step;
  const name = typeof value.name === "string" ? plainText(value.name) : "";
  const texts = typeof value.text === "string" ? listSteps(value.text) : [];
  const steps = [...texts, ...(inner === undefined || texts.length > 0 ? [] : listSteps(inner))];
  // Many pages number their steps in the name, or repeat their beginning.
  const repeats = /^\p{L}*\s*\d{1,2}[.:)]?$/u.test(name) || bare(steps[0] ?? "").startsWith(bare(name));
  return name === "" || repeats ? steps : [name, ...steps];
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
    if (NOISE.has(name) || name.startsWith("__") || raw === null || raw === undefined) continue;
    const at = path === "" ? name : `${path}.${name}`;
    const concept = conceptAt(at);
    const values =
      concept === "instructions" ? listSteps(raw) : asArray(raw).filter((entry) => entry !== null);
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
