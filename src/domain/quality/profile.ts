/** How complete a collection is, in a form small enough to store with a run. */
import { createHash } from "node:crypto";
import type { FlowDefinition } from "../../contract/flows/flowDefinition.ts";
import type { Item } from "../../contract/runs/runs.ts";

/** Fields that are counted: the first ones of a run. */
const MAX_FIELDS = 100;

/** In how many items each field has a value. A field that was always empty counts 0. */
export type FieldCounts = Readonly<Record<string, number>>;

/** A run's counts, with which later runs are compared. */
export interface Profile {
  /** Digest of the settings that determine the items. Profiles with another basis are not comparable. */
  readonly basis: string;
  readonly items: number;
  readonly filled: FieldCounts;
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);

/** The counts after adding more items. */
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

/** A digest that is equal for two versions of a flow that collect the same things. */
export const qualityBasis = ({
  url,
  uploadId,
  steps,
  outputSchema,
  limits,
}: Pick<FlowDefinition, "url" | "uploadId" | "steps" | "outputSchema" | "limits">): string =>
  createHash("sha256")
    .update(JSON.stringify([url, steps, outputSchema, limits, ...(uploadId === null ? [] : [uploadId])]))
    .digest("base64url");
