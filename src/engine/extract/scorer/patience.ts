/** Long lists are learnt from: what the first records never say is not looked for in the others. */
import type { OutputSchema } from "../../../contract/outputSchema.ts";
import { type Fact, makeFact } from "../sources/facts.ts";
import type { Concept } from "../vocabulary/concepts.ts";
import { remembered } from "../vocabulary/remember.ts";
import { rateFit, toWanted, type Wanted } from "./fit.ts";

/** So many records are read by all; they stand evenly over the list, so that what one in twenty says is hardly ever missed (5 %). */
const LEARNT = 60;

/** What has been asked in vain so often that it is not asked again. */
export interface Silences {
  readonly isSilent: (of: unknown) => boolean;
  readonly note: (of: unknown, hasSpoken: () => boolean) => void;
}

export interface Patience {
  /** Reads by one reader, or leaves it out; `says` are all the concepts it knows, where it knows few. */
  readonly ask: (reader: unknown, read: () => Fact[], says?: readonly Concept[]) => Fact[];
  /** Places in a record where prices may stand. */
  readonly priced: Silences;
}

/** Whoever is asked once is asked about everything. */
export const ENDLESS: Patience = {
  ask: (_, read) => read(),
  priced: { isSilent: () => false, note: () => {} },
};

/** All fields of a schema, those of its objects too. */
const listFields = (schema: OutputSchema): Wanted[] =>
  Object.entries(schema).flatMap(([name, type]) => [
    toWanted(name, typeof type === "object"),
    ...(typeof type === "object" ? listFields((Array.isArray(type) ? type[0] : type) as OutputSchema) : []),
  ]);

/** Whether what is known of some concepts may be the value of one of these fields, or of one within them. */
export const createInterest = (schema: OutputSchema): ((concepts: readonly Concept[]) => boolean) => {
  const wanted = listFields(schema);
  const mayBe = remembered((concept: Concept) => {
    const fact = makeFact("record", concept, [], { concept });
    // A name that is not known may fit that of any fact.
    return wanted.some((field) => field.concept === null || rateFit(fact, field) > 0);
  });
  return (concepts) => concepts.some(mayBe);
};

/** Asks only those who may say something of these fields, and about all of that. */
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

/** For the records of one list, read in {@link readingOrder}; `isWanted` says which facts count as said. */
export const createPatience = (isWanted: (fact: Fact) => boolean): Patience => {
  const readers = createSilences();
  return {
    ask: (reader, read) => {
      if (readers.isSilent(reader)) return [];
      const facts = read();
      readers.note(reader, () => facts.some(isWanted));
      return facts;
    },
    priced: createSilences(),
  };
};

/** Whether a fact may be the value of one of these fields. */
export const createFit = (schema: OutputSchema): ((fact: Fact) => boolean) => {
  const wanted = Object.entries(schema).map(([name, type]) => toWanted(name, typeof type === "object"));
  return (fact) => wanted.some((field) => rateFit(fact, field) > 0);
};

/** The order in which a list is read, `LEARNT` records from all over it first. */
export const readingOrder = (count: number): number[] => {
  const step = Math.max(1, Math.floor(count / LEARNT));
  const places = Array.from({ length: count }, (_, place) => place);
  return [...places.filter((place) => place % step === 0), ...places.filter((place) => place % step !== 0)];
};
