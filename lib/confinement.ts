import type { ConfinedName } from "../src/contract/operation.ts";

/** Patterns of all partitions of some kinds. */
export const partitionsOf = (kinds: readonly string[]): string[] => kinds.map((kind) => `${kind}#*`);

/**
 * Kinds of partitions that the sessions of confined functions may open, for the account and the run that a session is about
 * (`partitionsOfSession` in the store).
 */
interface Confinement {
  readonly reads: readonly string[];
  /** Also read. */
  readonly changes: readonly string[];
  readonly adds: readonly string[];
}

export const CONFINED_TO: Readonly<Record<ConfinedName, Confinement>> = {
  executeBrowserRun: {
    // Webhooks, to know whether one listens for the run's pages.
    reads: ["ACCOUNT", "DENIED", "FLOWSECRETS", "FLOWVERSIONS", "WEBHOOKS"],
    // A flow that a run stops, or whose selectors it heals.
    adds: ["FLOWVERSIONS", "AUDIT"],
    changes: [
      // The run: its own partitions, and its record among those of its account.
      ...["RUN*", "PREVIEWS", "JOBS", "GOODRUNS", "SELECTORMEMORY", "FLOWSESSIONS"],
      // What a monitor finds.
      ...["CHANGES", "QUIETCHANGES", "RECORDHISTORY", "RECORDSET", "RECORDSETS"],
      // What its end changes: counters, the next run in line, its events.
      ...[
        "FLOWS",
        "COUNTS",
        "DAYS",
        "USAGE",
        "SLOTS",
        "WAITING",
        "ACTIVITY",
        "ALERTS",
        "ALERTCAUSES",
        "EVENTS",
      ],
      // The pace that it shares with the runs of others.
      "ORIGIN",
    ],
  },
  inspectPage: { reads: ["DENIED", "FLOWSECRETS"], changes: ["INSPECTIONS", "USAGE"], adds: [] },
  openPage: { reads: ["DENIED"], changes: [], adds: [] },
};
