/** What two collections of a flow must have in common to be compared. */
import { createHash } from "node:crypto";
import { parseField } from "../../contract/fields.ts";
import type { FlowVersion } from "../../store/flows.ts";
import type { CollectionPlan } from "../runs/engine.ts";

/** A flow as it was collected, within the bounds of its account's plan. */
export type WatchedFlow = Omit<FlowVersion, "limits"> & Pick<CollectionPlan, "limits">;

/** What a field is called and how its value is cleaned, wherever it stands. */
const fieldOf = (text: string) => {
  const { name, list, transforms } = parseField(text);
  return { name, list, transforms };
};

/** A step's places are left out: a page that was rebuilt has the same records elsewhere. */
const withoutPlace = (name: string, value: unknown): unknown => {
  if (name === "selector") return true;
  return name === "fields" ? (value as readonly string[]).map(fieldOf) : value;
};

const digestOf = ({ url, robots, outputSchema, monitor, limits }: WatchedFlow, steps: unknown): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        url,
        robots,
        steps,
        outputSchema,
        monitor.key ?? null,
        // With other limits, records that only now come within reach are not new.
        limits.maxPages,
        limits.maxItems,
      ]),
    )
    .digest("base64url");

/** Everything that decides which records there are, and which fields, but not where a page has them. */
export const basisOf = (flow: WatchedFlow): string =>
  digestOf(flow, JSON.parse(JSON.stringify(flow.steps, withoutPlace)));

/** Whether a collection of the flow can be compared with one of this basis. */
export const isBasisOf = (basis: string, flow: WatchedFlow): boolean =>
  // Releases until 0.1 kept a basis in which the steps stood as they were written.
  basis === basisOf(flow) || basis === digestOf(flow, flow.steps);
