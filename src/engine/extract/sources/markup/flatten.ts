/** Flattens records into facts: every value with its path, and the concept the path usually means. */
import { isUnsafeName } from "../../../../contract/common.ts";
import { parseDocument } from "../../page/document.ts";
import { textOf } from "../../page/text.ts";
import { type Concept, conceptAt, conceptOf, foldedWords } from "../../vocabulary/concepts.ts";
import { remembered } from "../../vocabulary/remember.ts";
import vocabulary from "../../vocabulary/units.json" with { type: "json" };
import { type Fact, type FactSource, labelOf, makeFact, pathOf } from "../facts.ts";
import { sumTimes } from "../times.ts";
import type { Entity } from "./entities.ts";
import { entriesOf, isRecord } from "./entities.ts";
import { plainText } from "./plainText.ts";
import { listIngredients, listSteps } from "./steps.ts";

type Properties = Readonly<Record<string, unknown>>;

/** The URL of an entity: its picture or its page. Other values are returned unchanged. */
export const addressOf = (value: unknown): unknown => {
  if (!isRecord(value)) return value;
  return (
    [value.contentUrl, value.url, value.src, value["@id"]]
      .flat()
      .find((address) => typeof address === "string") ?? null
  );
};

/** Units of measurement by their UN/CEFACT codes. */
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

/** An entity as a single value: its address, hours, pay or quantity, otherwise its name or main property. */
export const nameOf = (value: unknown): unknown => {
  if (!isRecord(value)) return typeof value === "string" ? plainText(value) : value;
  if (value.streetAddress !== undefined || value.addressLocality !== undefined) return joinAddress(value);
  if (value.opens !== undefined && value.closes !== undefined) return joinHours(value);
  if (isRecord(value.value) && value.currency !== undefined) return joinPay(value);
  if (value.value !== undefined && (value.unitCode !== undefined || value.unitText !== undefined))
    return joinQuantity(value);
  const core = CORES.find((name) => Object.hasOwn(value, name) && !isRecord(value[name]));
  return core === undefined ? null : nameOf(value[core]);
};
/** Properties with an entity's main value, in schema.org or not: `{"amount": 5, "currency": "EUR"}`. */
const CORES =
  "name text value amount rendered label raw plain formatted display contentUrl url ratingValue price streetAddress".split(
    " ",
  );

const ADDRESS_PARTS = ["streetAddress", "postalCode", "addressLocality", "addressRegion", "addressCountry"];
const joinAddress = (value: Record<string, unknown>): string =>
  ADDRESS_PARTS.map((part) => nameOf(value[part]))
    .filter((part) => typeof part === "string" && part !== "")
    .join(", ");

const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const MARKED = /<\/?[a-z][^<>]*>/i;
const BOX = /^(?:body|div|article|section|main)$/;

/** Text without markup, paragraph by paragraph. */
const plainParagraphs = (text: unknown): unknown => {
  if (typeof text !== "string" || !MARKED.test(text)) return text;
  let { children } = parseDocument(text, { url: "http://localhost/" }).root;
  for (let [only] = children; only && children.length === 1; [only] = children) {
    if (!("children" in only) || !("name" in only) || !BOX.test(only.name)) break;
    children = only.children;
  }
  return children.map(textOf).filter(Boolean).join("\n\n");
};

const valuesOf = (raw: unknown, concept: Concept | null): readonly unknown[] => {
  if (concept === "instructions") return listSteps(raw);
  if (concept === "ingredients") return listIngredients(raw);
  const values = asArray(raw).filter((value) => value !== null);
  return concept === "content" ? values.map(plainParagraphs) : values;
};

/** Markup properties that don't describe the subject. */
const NOISE: ReadonlySet<string> = new Set(
  "@context @id @type context id isRelatedTo isSimilarTo potentialAction breadcrumb mainEntityOfPage publisher isPartOf".split(
    " ",
  ),
);
/** Reviews and comments are kept as a whole; they are not properties of the entity itself. */
const SAID: ReadonlySet<string> = new Set(["review", "reviews", "comment"]);
/** Data uses any names; markup follows schema.org. */
const DATA: ReadonlySet<FactSource> = new Set(["json", "xml", "csv", "feed"]);

const MAX_DEPTH = 3;
const MAX_PROPERTIES = 100;
/** Nested values are less likely to be about the record itself. */
const INNER_SHARE = 0.85;
/** A longer name whose last word is a concept is a less certain match: `ISSUED_DATE`. */
const LAST_WORD_SHARE = 0.7;

/** The concept of a name's last word. Titles are ignored: files, groups and people have names too. */
const conceptOfLastWord = (name: string): Concept | null => {
  const words = foldedWords(name);
  const concept = words.length > 1 ? conceptOf(words.at(-1) ?? "") : null;
  return concept === "title" ? null : concept;
};

/** The fact for a path, without its values. */
const prototypeOf = (source: FactSource, at: string, depth: number): Fact => {
  const isData = DATA.has(source);
  if (depth > 0) {
    // A currency belongs to the price around it; other nested names are interpreted by their path.
    const own = conceptOf(at.slice(at.lastIndexOf(".") + 1));
    const concept = own === "currency" ? own : conceptAt(at);
    return makeFact(source, at, [], { concept, factor: isData || concept === null ? INNER_SHARE : 1 });
  }
  if (!isData) return makeFact(source, at, [], { concept: SAID.has(at) ? null : conceptAt(at) });
  const whole = conceptOf(at);
  const concept = whole ?? conceptOfLastWord(at);
  return makeFact(source, at, [], { concept, factor: whole === concept ? 1 : LAST_WORD_SHARE });
};

/** Reads records as facts; concepts are looked up once for all records of a source. */
export const createFactReader = (source: FactSource): ((record: Properties, of: string) => Fact[]) => {
  const isData = DATA.has(source);
  const prototypes = Array.from({ length: MAX_DEPTH + 1 }, (_, depth) =>
    remembered((at: string) => prototypeOf(source, at, depth)),
  );
  const visit = (facts: Fact[], record: Properties, of: string, prefix: string, depth: number): void => {
    for (const [name, raw] of Object.entries(record)) {
      if (raw === null || raw === undefined || isUnsafeName(name)) continue;
      const isSaid = !isData && SAID.has(name);
      if (!isData && (NOISE.has(name) || name.startsWith("__") || (isSaid && depth > 0))) continue;
      const at = prefix === "" ? name : `${prefix}.${name}`;
      const origin = { kind: "property", of, label: at } as const;
      if (!isData && name === "additionalProperty") {
        for (const { name: called, value } of asArray(raw).filter(isRecord).slice(0, MAX_PROPERTIES))
          if (typeof called === "string" && (typeof value === "string" || typeof value === "number"))
            facts.push(
              makeFact(source, called, [value], { factor: 0.9, origin: labelOf(pathOf(origin), called) }),
            );
        continue;
      }
      const fact = prototypes[depth]?.(at);
      const values = valuesOf(raw, fact?.concept ?? null);
      const [first] = values.filter(isRecord);
      if (!fact || values.length === 0 || (isSaid && !first)) continue;
      const entries = isData ? undefined : entriesOf(record, name);
      facts.push({
        ...fact,
        values,
        origin,
        ...(entries && { entries: valuesOf(entries, fact.concept) }),
      });
      if (first && depth < MAX_DEPTH && !isSaid) visit(facts, first, of, at, depth + 1);
    }
  };
  return (record, of) => {
    const facts: Fact[] = [];
    visit(facts, record, of, "", 0);
    return facts;
  };
};

export const flattenRecord = (value: Properties, source: FactSource, of: string): Fact[] =>
  createFactReader(source)(value, of);

export const flattenEntity = ({ source, types, properties }: Entity): Fact[] => {
  const facts = flattenRecord(properties, source, types[0] ?? "Thing");
  return [...facts, ...sumTimes(facts)];
};
