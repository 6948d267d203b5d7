/** Simulates AWS behaviour that a single file lacks, so that code on top of the table can be tested locally. */
import type { Key } from "../table.ts";
import type { Statements } from "./database.ts";

export interface AwsBehaviour {
  /** How many milliseconds later indexes show a write; called for each write. */
  readonly indexLagMs: () => number;
  /** Share of write attempts, from 0 to 1, that conflict and are retried. */
  readonly conflicts: number;
}

/** Remembers the versions of recently written items that indexes still show. */
export const createLag = (statement: Statements, now: () => number, longestMs: () => number) => ({
  /** Call within the transaction that writes the item, with the item as it was before. */
  note(key: Key, before: string | undefined): void {
    const lagMs = Math.random() * longestMs();
    if (lagMs === 0) return;
    statement("DELETE FROM lagging WHERE pk = ? AND sk = ? AND until <= ?").run(key.pk, key.sk, now());
    // An item that already lags keeps showing the same version.
    statement("INSERT INTO lagging (pk, sk, body, until) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING").run(
      key.pk,
      key.sk,
      before ?? null,
      now() + lagMs,
    );
  },
});
