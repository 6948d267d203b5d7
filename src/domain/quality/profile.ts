/** How complete a collection is: what quality is judged by, small enough to be kept beside a run. */
import { createHash } from "node:crypto";
import type { FlowDefinition } from "../../contract/flows.ts";
import type { Item } from "../../contract/runs.ts";

/** Fields that are counted: the first ones of a run. */
const MAX_FIELDS = 100;

/** In how many items each field holds something. A field that never did counts 0 once an item had its name. */
export type FieldCounts = Readonly<Record<string, number>>;

/** A run as the next ones are measured against it. */
export interface Profile {
  /** Of what decides which items there are: another basis has counts of its own. */
  readonly basis: string;
  readonly items: number;
  readonly filled: FieldCounts;
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);

/** The counts with more items in them. */
export const countFilled = (before: FieldCounts, items: readonly Item[]): FieldCounts => {
  const counts = new Map(Object.entries(before));
  for (const item of items)
    for (const [name, value] of Object.entries(item)) {
      const count = counts.get(name);
      if (count === undefined && counts.size >= MAX_FIELDS) continue;
      counts.set(name, (count ?? 0) + (isFilled(value) ? 1 : 0));
    }
  return Object.fromEntries(counts);
};

/** The same for two versions of a flow that collect the same. */
export const qualityBasis = ({ url, steps, outputSchema, limits }: Omit<FlowDefinition, "name">): string =>
  createHash("sha256")
    .update(JSON.stringify([url, steps, outputSchema, limits]))
    .digest("base64url");
