/** Finds the step that caused missing items or values. */
import { parseField } from "../../contract/fields/fields.ts";
import type { NestedStep, Step } from "../../contract/steps/steps.ts";
import type { HealingReport } from "../../engine/extract/slots/healing/index.ts";

interface Placed {
  readonly step: Step | NestedStep;
  readonly path: readonly number[];
}

export interface Place {
  /** Such as `steps[1]`, or its label; null if no step collects. */
  readonly step: string | null;
  readonly selector: string | null;
  /** Why its selector finds nothing; null if unknown. */
  readonly reason: string | null;
}

const NOWHERE: Place = { step: null, selector: null, reason: null };

const allSteps = (steps: readonly (Step | NestedStep)[], above: readonly number[] = []): Placed[] =>
  steps.flatMap((step, index): Placed[] => {
    const path = [...above, index];
    return [{ step, path }, ...("steps" in step ? allSteps(step.steps, path) : [])];
  });

const nameOf = ({ step, path }: Placed): string =>
  step.label ?? path.map((index) => `steps[${index}]`).join(".");

const collects = ({ step }: Placed, field: string): boolean =>
  step.type === "extract" && (step.fields ?? []).some((text) => parseField(text).name === field);

const reasonOf = (healing: HealingReport | undefined, path: readonly number[], field: string | null) => {
  const finding = healing?.findings.find(
    (each) => each.path.join() === path.join() && (field === null || each.field === field),
  );
  return finding && "broken" in finding.outcome ? finding.outcome.broken : null;
};

/** The step that collects a field, or the items if no field is given. */
export const placeOf = (
  steps: readonly Step[],
  field: string | null,
  healing: HealingReport | undefined,
): Place => {
  const placed = allSteps(steps);
  const extracting = placed.filter(({ step }) => step.type === "extract");
  const found =
    (field === null ? undefined : extracting.find((each) => collects(each, field))) ??
    extracting[0] ??
    placed.find(({ step }) => step.type === "follow" || step.type === "sitemap");
  if (!found) return NOWHERE;
  const selector = "selector" in found.step ? (found.step.selector ?? null) : null;
  return { step: nameOf(found), selector, reason: reasonOf(healing, found.path, field) };
};
