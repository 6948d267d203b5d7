/** Decides whether two collections of a flow can be compared. */
import { createHash } from "node:crypto";
import { parseField } from "../../contract/fields/fields.ts";
import { isObject } from "../../contract/json.ts";
import { RECORD } from "../../contract/permissions.ts";
import { takesPicture } from "../../contract/steps/pictures.ts";
import type { FlowVersion } from "../../store/flows/flows.ts";
import type { RecordSetEntry } from "../../store/monitors/records.ts";
import type { CollectionPlan } from "../engine.ts";

/** A flow as it was collected, within the limits of its account's plan. */
export type WatchedFlow = Omit<FlowVersion, "limits"> & Pick<CollectionPlan, "limits">;

/** A field's name and transforms, without its selector. */
const fieldOf = (text: string) => {
  const { name, list, transforms } = parseField(text);
  return { name, list, transforms };
};

/** Selectors are left out: after a redesign, the same records are elsewhere on the page. */
const withoutPlace = (name: string, value: unknown): unknown => {
  if (name === "selector") return true;
  return name === "fields" ? (value as readonly string[]).map(fieldOf) : value;
};

/** The elements that pictures show: another element is another picture. */
const picturesIn = (steps: WatchedFlow["steps"]): unknown[] => {
  const elements = steps.filter(takesPicture).map((step) => ("selector" in step ? step.selector : null));
  return elements.length > 0 ? [elements] : [];
};

const digestOf = (
  { url, robots, permissions, outputSchema, monitor, limits, request, steps: flowSteps }: WatchedFlow,
  steps: unknown,
): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        url,
        robots,
        steps,
        outputSchema,
        monitor.key ?? null,
        // When a limit changes, records that newly fit within it are not new on the site.
        limits.maxPages,
        limits.maxItems,
        ...(monitor.watch === undefined || monitor.watch === "records" ? [] : [monitor.watch]),
        // Another language or a phone gets other pages.
        ...(request ? [request] : []),
        // Pages that are skipped are not gone from the site.
        ...(permissions === undefined || permissions === RECORD ? [] : [permissions]),
        ...picturesIn(flowSteps),
      ]),
    )
    .digest("base64url");

/** Whoever only moves a field collects the same. */
const sorted = (_name: string, value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value;

const withoutPlaces = ({ steps }: WatchedFlow): unknown => JSON.parse(JSON.stringify(steps, withoutPlace));

/** A digest of what determines the records and fields, but not of where they are on the page. */
export const basisOf = (flow: WatchedFlow): string =>
  digestOf(
    { ...flow, outputSchema: JSON.parse(JSON.stringify(flow.outputSchema, sorted)) },
    withoutPlaces(flow),
  );

/** Whether a collection of the flow can be compared with one of this basis. */
export const isBasisOf = (basis: string, flow: WatchedFlow): boolean =>
  // Up to release 0.1, the basis contained the schema in its order, and before that the steps as written.
  [basisOf(flow), digestOf(flow, withoutPlaces(flow)), digestOf(flow, flow.steps)].includes(basis);

/** Whether pages of this basis have been read twice. */
export const hasObserved = (set: RecordSetEntry | null, flow: WatchedFlow): boolean =>
  set?.observed !== undefined && isBasisOf(set.basis, flow);
