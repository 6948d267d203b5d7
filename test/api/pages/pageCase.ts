import type { FlowCase } from "./collect.ts";

type Item = Readonly<Record<string, unknown>>;

/** A flow over one real page, with what a person read off that page. */
export interface RealCase {
  /** Id in the manifest of the real pages. */
  readonly id: string;
  /** What the test guarantees: the end of the sentence "collects …". */
  readonly what: string;
  readonly flow: FlowCase;
  readonly count: number;
  /** Whole records by position; negative positions count from the end. Links of the page itself start with `url`. */
  readonly items: (url: string) => Readonly<Record<number, Item>>;
  /** One field of all records, in order. */
  readonly columns?: Readonly<Record<string, readonly unknown[]>>;
  /** In how many records a field has a value. */
  readonly filled?: Readonly<Record<string, number>>;
}

/** The steps of nearly every case: open the page, take its records. */
export const extractSteps = (selector: string | null, fields: readonly string[]): FlowCase["steps"] => [
  { type: "navigate" },
  { type: "extract", ...(selector !== null && { selector }), fields },
];

/** A flow over one of our own pages. */
export interface OwnCase {
  readonly what: string;
  readonly flow: FlowCase;
  /** Every record, in order. */
  readonly items: (url: string) => readonly Item[];
}
