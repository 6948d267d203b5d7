/** Speeds up long lists: a reader that finds nothing in the first records is skipped for the rest. */
import type { OutputSchema } from "../../../contract/fields/outputSchema.ts";
import { type Fact, makeFact } from "../sources/facts.ts";
import { nestedSchema } from "../values/types.ts";
import type { Concept } from "../vocabulary/concepts.ts";
import { remembered } from "../vocabulary/remember.ts";
import { rateFit, toWanted, type Wanted } from "./fit.ts";

/**
 * Number of records that every reader sees. They are spread evenly over the list, so something that one in twenty
 * records has is missed in only 5 % of cases.
 */
const LEARNT = 60;

/** Counts how often a reader or place yields nothing; after `LEARNT` times without a result it is skipped. */
export interface Silences {
  readonly isSilent: (of: unknown) => boolean;
  readonly note: (of: unknown, hasSpoken: () => boolean) => void;
}

export interface Patience {
  /** Runs a reader or skips it; `says` lists all the concepts it knows, if they are few. */
  readonly ask: (reader: unknown, read: () => Fact[], says?: readonly Concept[]) => Fact[];
  /** Places in a record where prices can appear. */
  readonly priced: Silences;
}

/** Never skips a reader. */
export const ENDLESS: Patience = {
  ask: (_, read) => read(),
  priced: { isSilent: () => false, note: () => {} },
};

/** All fields of a schema, including those of nested objects. */
const listFields = (schema: OutputSchema): Wanted[] =>
  Object.entries(schema).flatMap(([name, type]) => [
    toWanted(name, typeof type === "object"),
    ...listFields(nestedSchema(type) ?? {}),
  ]);

/** Whether facts of some concepts can fill any of the schema's fields, at any level. */
export const createInterest = (schema: OutputSchema): ((concepts: readonly Concept[]) => boolean) => {
  const wanted = listFields(schema);
  const mayBe = remembered((concept: Concept) => {
    const fact = makeFact("record", concept, [], { concept });
    // A field with an unknown name can match any fact.
    return wanted.some((field) => field.concept === null || rateFit(fact, field) > 0);
  });
  return (concepts) => concepts.some(mayBe);
};

/** Runs only readers that can fill a field of the schema, and never gives up on them. */
export const createFocus = (schema: OutputSchema): Patience => {
  const isInteresting = createInterest(schema);
  return {
    ...ENDLESS,
    ask: (_, read, says) => (says === undefined || isInteresting(says) ? read() : []),
  };
};

const SPOKEN = -1;
const createSilences = (): Silences => {
  const counts = new Map<unknown, number>();
  return {
    isSilent: (of) => (counts.get(of) ?? 0) >= LEARNT,
    note: (of, hasSpoken) => {
      const count = counts.get(of) ?? 0;
      if (count !== SPOKEN) counts.set(of, hasSpoken() ? SPOKEN : count + 1);
    },
  };
};

/**
 * For the records of one list, read in {@link readingOrder}. `isWanted` decides which facts count as found; readers that say
 * nothing that is needed are skipped.
 */
export const createPatience = (
  isWanted: (fact: Fact) => boolean,
  isNeeded: (concepts: readonly Concept[]) => boolean = () => true,
): Patience => {
  const readers = createSilences();
  return {
    ask: (reader, read, says) => {
      if (readers.isSilent(reader) || (says !== undefined && !isNeeded(says))) return [];
      const facts = read();
      readers.note(reader, () => facts.some(isWanted));
      return facts;
    },
    priced: createSilences(),
  };
};

/** Whether a fact can fill one of the schema's fields. */
export const createFit = (schema: OutputSchema): ((fact: Fact) => boolean) => {
  const wanted = Object.entries(schema).map(([name, type]) => toWanted(name, typeof type === "object"));
  return (fact) => wanted.some((field) => rateFit(fact, field) > 0);
};

/** The order in which a list is read: first about `LEARNT` records spread evenly over it, then the rest. */
export const readingOrder = (count: number): number[] => {
  const step = Math.max(1, Math.floor(count / LEARNT));
  const places = Array.from({ length: count }, (_, place) => place);
  return [...places.filter((place) => place % step === 0), ...places.filter((place) => place % step !== 0)];
};
