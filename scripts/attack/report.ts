/** Prints the results of the attacks. */
import { type Observed, RAW } from "./attacker.ts";
import { HUNG } from "./exhaustion.ts";
import type { Attack } from "./expectations.ts";
import type { Listener } from "./listeners.ts";

export interface Outcome {
  readonly attack: Attack;
  readonly observed: Observed;
  readonly tookMs: number;
  /** The response revealed more than it may. */
  readonly tells: boolean;
}

const table = (rows: readonly (readonly (string | number)[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => String(row[column]).length)),
  );
  const line = (row: readonly (string | number)[]): string =>
    row
      .map((cell, column) =>
        column === 0 ? String(cell).padEnd(widths[column] ?? 0) : String(cell).padStart(widths[column] ?? 0),
      )
      .join("  ");
  return rows.map(line).join("\n");
};

/** Attempts by operation and by allowed result. */
export const tableOfAttempts = (outcomes: readonly Outcome[]): string => {
  const surfaces = [...new Set(outcomes.map(({ attack }) => attack.surface))];
  const count = (surface: string, isCounted: (outcome: Outcome) => boolean): number =>
    outcomes.filter((outcome) => outcome.attack.surface === surface && isCounted(outcome)).length;
  return table([
    ["operation", "attempts", "refused", "answers that tell"],
    ...surfaces.map((surface) => [
      surface,
      count(surface, () => true),
      count(surface, ({ observed }) => ["target-refused", "invalid-request"].includes(observed.code)),
      count(surface, ({ tells }) => tells),
    ]),
  ]);
};

export const tableOfHits = (listeners: readonly Listener[]): string =>
  table([["listener", "hits"], ...listeners.map(({ name, hits }) => [name, hits])]);

const SLOWEST = 8;

/** The attacks that took longest. */
export const tableOfSlowest = (outcomes: readonly Outcome[]): string =>
  table([
    ["slowest", "s", "ended as"],
    ...outcomes
      .toSorted((a, b) => b.tookMs - a.tookMs)
      .slice(0, SLOWEST)
      .map(({ attack, tookMs, observed }) => [
        `${attack.surface}, ${attack.trick}`,
        (tookMs / 1_000).toFixed(1),
        observed.code,
      ]),
  ]);

/** The responses that revealed too much, were late or not ours, each with its attack. */
export const listTelling = (outcomes: readonly Outcome[]): string =>
  outcomes
    .filter(({ tells, observed }) => tells || observed.code === HUNG || observed.code === RAW)
    .map(
      ({
        attack,
        observed: { run: _, ...observed },
      }: {
        attack: Attack;
        observed: Observed & { run?: unknown };
      }) =>
        `${attack.surface}, ${JSON.stringify(attack.trick)} should be ${attack.expects}, but: ${JSON.stringify(observed)}`,
    )
    .join("\n");
