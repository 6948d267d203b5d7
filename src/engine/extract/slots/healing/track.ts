/** The state of a step within a run, and what is stored between runs. */

import type { RecordSample, RegionPrint } from "./records.ts";
import type { FieldPrint, FieldSample } from "./samples.ts";
import type { TargetPrint } from "./targets.ts";

/** Limits on what is stored for a step. */
export const MAX_FIELD_SAMPLES = 8;
export const MAX_KNOWN = 1_200;

/** What a step found on good runs, stored between runs. Plain JSON. */
export interface StepPrint {
  /** Identifies the step's definition: a print with another basis is ignored. See `basisOf`. */
  readonly basis: string;
  /** Null if the page is the record. */
  readonly region: RegionPrint | null;
  readonly fields: Readonly<Record<string, FieldPrint>>;
  /** Signatures of elements on its pages: an element that was there before is not the one that moved. */
  readonly known: readonly string[];
  /** Messages that its pages show even when they have records; see `listExcuses`. */
  readonly excuses: readonly string[];
}

/** A selector or field that replaces one that no longer works. */
export interface HealedSelector {
  /** In the field grammar, or a selector. */
  readonly text: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** The page where it was found. */
  readonly url: string;
}

/** The state of one step within a run. Plain JSON, stored with the run. */
export interface StepTrack {
  selector: HealedSelector | null;
  fields: Record<string, HealedSelector>;
  pages: number;
  /** Pages that had records. */
  filled: number;
  /** Highest number of records on one page. */
  count: number;
  tally: Record<string, { seen: number; good: number }>;
  region: RecordSample[];
  /** Content hashes of the records; see `contentsOf`. */
  contents: string[];
  samples: Record<string, FieldSample[]>;
  /** As in `StepPrint`, like `excuses`. */
  known: string[];
  excuses: string[];
  /** The last page it ran on. */
  url: string;
}

/** The state of one element that a step acts on. Plain JSON, stored with the run. */
export interface TargetTrack {
  print: TargetPrint | null;
  mend: HealedSelector | null;
  isLost: boolean;
  /** The last page where it was looked for. */
  url: string;
}

export const newTrack = (): StepTrack => ({
  selector: null,
  fields: {},
  pages: 0,
  filled: 0,
  count: 0,
  tally: {},
  region: [],
  contents: [],
  samples: {},
  known: [],
  excuses: [],
  url: "",
});

/** Values are lost if at most this share of the expected ones are left. */
const LOST_SHARE = 0.1;
/** Max probability that the values are missing by chance. */
const CHANCE = 0.05;
/** No value is assumed to be present more often than this. */
const MAX_SHARE = 0.97;

/** Whether too few values are good to be chance, given that usually `share` of them are. */
export const isLost = (share: number, { seen, good }: { seen: number; good: number }): boolean =>
  share > 0 && good <= share * seen * LOST_SHARE && (1 - Math.min(share, MAX_SHARE)) ** seen <= CHANCE;
