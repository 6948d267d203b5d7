/** What a page says, whoever in the page says it: a name, its values, and how far they are trusted. */
import { type Concept, conceptOf, normaliseName } from "./concepts.ts";

export type FactSource =
  | "json-ld"
  | "microdata"
  | "rdfa"
  | "meta"
  | "state"
  | "table"
  | "pair"
  | "list"
  | "record"
  | "name"
  | "content";

export interface Fact {
  /** Normalised name. */
  readonly name: string;
  readonly concept: Concept | null;
  /** Text, numbers, booleans, or entities (plain objects). */
  readonly values: readonly unknown[];
  readonly source: FactSource;
  /** 0 to 1. */
  readonly confidence: number;
  /** Where on the page, for people: `Product.offers.price`, `h1`, `dt "Weight"`. */
  readonly path: string;
}

/** How far each source is trusted. */
const TRUST: Readonly<Record<FactSource, number>> = {
  "json-ld": 0.95,
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
};

interface FactOptions {
  readonly concept?: Concept | null;
  /** Share of the source's trust that this fact deserves. */
  readonly factor?: number;
  readonly path?: string;
}

export const makeFact = (
  source: FactSource,
  name: string,
  values: readonly unknown[],
  options: FactOptions = {},
): Fact => ({
  name: normaliseName(name),
  concept: options.concept === undefined ? conceptOf(name) : options.concept,
  values,
  source,
  confidence: TRUST[source] * (options.factor ?? 1),
  path: options.path ?? name,
});
