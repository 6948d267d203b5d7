/** What AWS does and one file need not, so that what stands on the table can be tested on the machine it is written on. */
import type { Key } from "../table.ts";
import type { Statements } from "./database.ts";

export interface AwsBehaviour {
  /** How much later indexes may show a write, in milliseconds, each item in its own time; asked at each write. */
  readonly indexLagMs: () => number;
  /** Share of attempts at a write, from 0 to 1, that meet a conflict and are tried again. */
  readonly conflicts: number;
}

/** Keeps what indexes still show of the items that were just written. */
export const createLag = (statement: Statements, now: () => number, longestMs: () => number) => ({
  /** To be called within the transaction that writes the item, with what it was before. */
  note(key: Key, before: string | undefined): void {
    const lagMs = Math.random() * longestMs();
    if (lagMs === 0) return;
    statement("DELETE FROM lagging WHERE pk = ? AND sk = ? AND until <= ?").run(key.pk, key.sk, now());
    // An item that lags already continues to show what it showed.
    statement("INSERT INTO lagging (pk, sk, body, until) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING").run(
      key.pk,
      key.sk,
      before ?? null,
      now() + lagMs,
    );
  },
});
