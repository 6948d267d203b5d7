/** Facts of a page, from any source: a name, its values, and how far they are trusted. */
import { type Concept, conceptOf, foldedWords } from "../vocabulary/concepts.ts";

/** How far each source is trusted. */
const TRUST = {
  "json-ld": 0.95,
  json: 0.95,
  feed: 0.95,
  xml: 0.95,
  csv: 0.9,
  microdata: 0.92,
  rdfa: 0.9,
  content: 0.85,
  record: 0.8,
  meta: 0.78,
  table: 0.75,
  pair: 0.75,
  list: 0.75,
  state: 0.7,
  name: 0.6,
} as const;

export type FactSource = keyof typeof TRUST;

/** What a fact was read from. Rules go by this, never by its text in provenance. */
export interface Origin {
  /** A property of markup or data, a value that the page labels, or any other place. */
  readonly kind: "property" | "label" | "place";
  /** Whose property it is, or what has the label: `Product`, `dt`, `column`. */
  readonly of: string;
  /** `offers.price`, `Weight`, `main content`. */
  readonly label: string;
}

/** A place without a label, as provenance shows it: `main content`. */
export const placeOf = (label: string): Origin => ({ kind: "place", of: "", label });
/** A value that the page labels with some words; `of`: what has them. */
export const labelOf = (of: string, label: string): Origin => ({ kind: "label", of, label });

/** The text of an origin in provenance: `Product.offers.price`, `h1`, `dt "Weight"`. */
export const pathOf = ({ kind, of, label }: Origin): string => {
  if (kind === "label") return of === "" ? `"${label}"` : `${of} "${label}"`;
  return of === "" ? label : `${of}.${label}`;
};

export interface Fact {
  /** Normalised name. */
  readonly name: string;
  /** The words of the name. */
  readonly words: readonly string[];
  readonly concept: Concept | null;
  /** Text, numbers, booleans, or entities (plain objects). */
  readonly values: readonly unknown[];
  /** The value as displayed, for text fields: "£24.50" if the value is 24.5. */
  readonly shown?: string;
  /** For text fields, the lines of a cell, if it has several. */
  readonly linesOf?: () => readonly string[];
  /** For list fields, if the value is a list in the markup: its items. */
  readonly entries?: readonly unknown[];
  readonly source: FactSource;
  /** 0 to 1. */
  readonly confidence: number;
  readonly origin: Origin;
  /** What speaks against the value, however it is read. */
  readonly doubt?: string | undefined;
}

interface FactOptions {
  readonly concept?: Concept | null;
  /** Multiplies the trust in the source. */
  readonly factor?: number;
  readonly origin?: Origin;
  /** The same for a place that no rule asks for. */
  readonly path?: string;
}

export const makeFact = (
  source: FactSource,
  name: string,
  values: readonly unknown[],
  options: FactOptions = {},
): Fact => {
  const words = foldedWords(name);
  return {
    name: words.join(""),
    words,
    concept: options.concept === undefined ? conceptOf(name) : options.concept,
    values,
    source,
    confidence: TRUST[source] * (options.factor ?? 1),
    origin: options.origin ?? placeOf(options.path ?? name),
  };
};

const isLabelledBy = (...names: readonly string[]): ((fact: Fact) => boolean) => {
  const all = new Set(names);
  return ({ origin: { kind, of } }) => kind === "label" && all.has(of);
};
/** Whether a column names a fact. */
export const isColumn = isLabelledBy("column");
/** Whether a row of a table or a term of a list names a fact. */
export const isRow = isLabelledBy("tr", "dt");
/** Whether the page marks a fact as a label and its value: a column, a row of a table, or a term with its description. */
export const isCell = isLabelledBy("tr", "th", "dt", "column");
