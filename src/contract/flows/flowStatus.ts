import * as z from "zod";

/** What a flow's status decides. */
interface StatusRow {
  /** Its schedule runs, and failures in a row stop it. */
  readonly isScheduled: boolean;
  /** Its owner has to do something. */
  readonly needsAttention: boolean;
}

/** The statuses of a flow, a row each: whatever depends on a status reads it here. */
const ROWS = {
  active: { isScheduled: true, needsAttention: false },
  paused: { isScheduled: false, needsAttention: false },
  draft: { isScheduled: false, needsAttention: false },
  error: { isScheduled: false, needsAttention: true },
} as const satisfies Readonly<Record<string, StatusRow>>;

export type FlowStatus = keyof typeof ROWS;
export const FlowStatus = z.enum(Object.keys(ROWS) as [FlowStatus, ...FlowStatus[]]);

/** What the status decides about a flow. */
export const ofStatus = ({ status }: { readonly status: FlowStatus }): StatusRow => ROWS[status];
