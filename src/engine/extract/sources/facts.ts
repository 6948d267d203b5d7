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
  /** For list fields, if the value is a list in the markup: its items. */
  readonly entries?: readonly unknown[];
  readonly source: FactSource;
  /** 0 to 1. */
  readonly confidence: number;
  /** Where on the page, for people: `Product.offers.price`, `h1`, `dt "Weight"`. */
  readonly path: string;
}

interface FactOptions {
  readonly concept?: Concept | null;
  /** Multiplies the trust in the source. */
  readonly factor?: number;
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
    path: options.path ?? name,
  };
};
