/** Healing of all steps of a flow, over all pages of a run. */
import type { NestedStep, Step } from "../../../contract/steps.ts";
import type { PageDocument } from "../document.ts";
import type { RecordQuery } from "../records.ts";
import { basisOf, type Finding, findingsOf, nextPrint } from "./report.ts";
import {
  type Extraction,
  extractWatched,
  newTrack,
  type StepPrint,
  type StepTrack,
  type Watched,
} from "./track.ts";

/** By the place of the step in its flow: `2.0` is `steps[2].steps[0]`. */
export type Prints = Readonly<Record<string, StepPrint>>;
/** What a run has seen of its steps so far. Plain JSON: it goes on with the run. */
export type Tracks = Record<string, { readonly basis: string; readonly track: StepTrack }>;

export interface Healing {
  /** Of the last good run. */
  readonly prints: Prints;
  /** Written to. */
  readonly tracks: Tracks;
  readonly isShell: NonNullable<Watched["isShell"]>;
}

/** What became of one selector of the flow. */
export interface FlowFinding extends Finding {
  readonly path: readonly number[];
  /** The selector, or the field, as the flow has it. */
  readonly selector: string;
}

export interface HealingReport {
  /** What the next run is to know. */
  readonly prints: Prints;
  readonly findings: readonly FlowFinding[];
  /** The flow's steps with all that was mended; null where nothing was. */
  readonly steps: readonly Step[] | null;
}

/** Prints of a flow are kept up to this size; what is over it is healed no more. */
const MAX_PRINTS_BYTES = 50_000;

const printFor = (prints: Prints, key: string, basis: string): StepPrint | undefined => {
  const print = Object.hasOwn(prints, key) ? prints[key] : undefined;
  return print?.basis === basis ? print : undefined;
};

/** Extracts the records of a step on one page, and heals its selectors. */
export const extractHealing = (
  { prints, tracks, isShell }: Healing,
  path: readonly number[],
  page: { readonly document: PageDocument; readonly url: string; readonly query: RecordQuery },
): Extraction => {
  const key = path.join(".");
  const basis = basisOf(page.query);
  const known = tracks[key];
  const track = known?.track ?? newTrack();
  tracks[key] = known ?? { basis, track };
  return extractWatched({ ...page, track, print: printFor(prints, key, basis), isShell });
};

const pathOf = (key: string): number[] => (key === "" ? [] : key.split(".").map(Number));

type AnyStep = Step | NestedStep;

const stepAt = (steps: readonly AnyStep[], path: readonly number[]): AnyStep | undefined => {
  const [index = -1, ...rest] = path;
  const step = steps[index];
  return rest.length === 0 || !step ? step : stepAt("steps" in step ? step.steps : [], rest);
};

const fieldName = (text: string): string => text.replace(/(?:\[\])?\s*(?:[:|].*)?$/s, "").trim();

const textOfFinding = (step: AnyStep | undefined, field: string | null): string => {
  if (step?.type !== "extract") return "";
  return (field === null ? step.selector : step.fields?.find((text) => fieldName(text) === field)) ?? "";
};

const mend = (steps: readonly AnyStep[], { path, field, outcome }: FlowFinding): void => {
  const step = stepAt(steps, path);
  if (step?.type !== "extract" || !("healed" in outcome)) return;
  if (field === null) step.selector = outcome.healed;
  else step.fields = step.fields?.map((text) => (fieldName(text) === field ? outcome.healed : text));
};

const fitting = (prints: Prints): Prints => {
  let bytes = 2;
  const kept = Object.entries(prints).filter(([key, print]) => {
    bytes += Buffer.byteLength(JSON.stringify([key, print]));
    return bytes <= MAX_PRINTS_BYTES;
  });
  return Object.fromEntries(kept);
};

/** What the run says of the flow's selectors once it is complete. */
export const reportHealing = (steps: readonly Step[], prints: Prints, tracks: Tracks): HealingReport => {
  const next: Record<string, StepPrint> = { ...prints };
  const findings: FlowFinding[] = [];
  for (const [key, { basis, track }] of Object.entries(tracks)) {
    const path = pathOf(key);
    const print = printFor(prints, key, basis);
    for (const finding of findingsOf(track, print))
      findings.push({ ...finding, path, selector: textOfFinding(stepAt(steps, path), finding.field) });
    const after = nextPrint(track, print, basis);
    if (after) next[key] = after;
    else delete next[key];
  }
  const healed = findings.filter(({ outcome }) => "healed" in outcome);
  const mended = healed.length > 0 ? structuredClone(steps) : null;
  if (mended) for (const finding of healed) mend(mended, finding);
  return { prints: fitting(next), findings, steps: mended };
};
