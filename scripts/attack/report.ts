/** Prints the results of the attacks. */
import { RAW, type Told } from "./attacker.ts";
import { HUNG } from "./exhaustion.ts";
import type { Attack } from "./expectations.ts";
import type { Listener } from "./listeners.ts";

export interface Outcome {
  readonly attack: Attack;
  readonly told: Told;
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
      count(surface, ({ told }) => ["target-refused", "invalid-request"].includes(told.code)),
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
      .map(({ attack, tookMs, told }) => [
        `${attack.surface}, ${attack.trick}`,
        (tookMs / 1_000).toFixed(1),
        told.code,
      ]),
  ]);

/** The responses that revealed too much, were late or not ours, each with its attack. */
export const listTelling = (outcomes: readonly Outcome[]): string =>
  outcomes
    .filter(({ tells, told }) => tells || told.code === HUNG || told.code === RAW)
    .map(
      ({ attack, told: { run: _, ...told } }: { attack: Attack; told: Told & { run?: unknown } }) =>
        `${attack.surface}, ${JSON.stringify(attack.trick)} should be ${attack.expects}, but: ${JSON.stringify(told)}`,
    )
    .join("\n");
