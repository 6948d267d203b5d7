/** The state of a step within a run, and what is kept of it between runs. */

import type { RecordSample, RegionPrint } from "./records.ts";
import type { FieldPrint, FieldSample } from "./samples.ts";
import type { TargetPrint } from "./targets.ts";

/** How much is remembered of a step. */
export const MAX_FIELD_SAMPLES = 8;
export const MAX_KNOWN = 1_200;

/** What a step found on good runs, kept between them. Plain JSON. */
export interface StepPrint {
  /** Of the step: that of another step says nothing. */
  readonly basis: string;
  /** Null: the page is the record. */
  readonly region: RegionPrint | null;
  readonly fields: Readonly<Record<string, FieldPrint>>;
  /** What the elements of its pages are called: what was there before is not what was moved. */
  readonly known: readonly string[];
  /** What its pages say even where they hold records; see `listExcuses`. */
  readonly excuses: readonly string[];
}

/** A selector or field that is used in place of one that no longer works. */
export interface Mend {
  /** As the grammar writes it. */
  readonly text: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** The page on which it was found. */
  readonly url: string;
}

/** The state of one step within a run. Plain JSON: it continues with the run. */
export interface StepTrack {
  selector: Mend | null;
  fields: Record<string, Mend>;
  pages: number;
  /** Pages that held records. */
  filled: number;
  /** Most records of one page. */
  count: number;
  tally: Record<string, { seen: number; good: number }>;
  region: RecordSample[];
  /** Of the records; see `contentsOf`. */
  contents: string[];
  samples: Record<string, FieldSample[]>;
  /** As in the print. */
  known: string[];
  excuses: string[];
  /** The last page that it ran on. */
  url: string;
}

/** The state of one element that a step acts on. Plain JSON: it continues with the run. */
export interface TargetTrack {
  print: TargetPrint | null;
  mend: Mend | null;
  isLost: boolean;
  /** The last page on which it was looked for. */
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

/** Less than this part of what there used to be counts as lost. */
const LOST_SHARE = 0.1;
/** So improbable must it be that the values are missing by chance. */
const CHANCE = 0.05;
/** Nothing is there always. */
const MAX_SHARE = 0.97;

/** Whether so few of many is more than chance, where usually `share` of them are good. */
export const isLost = (share: number, { seen, good }: { seen: number; good: number }): boolean =>
  share > 0 && good <= share * seen * LOST_SHARE && (1 - Math.min(share, MAX_SHARE)) ** seen <= CHANCE;
