import { accountStore } from "./accounts.ts";
import { alertStore } from "./alerts.ts";
import { apiKeyStore } from "./apiKeys.ts";
import { dayStore } from "./days.ts";
import { listDue } from "./due.ts";
import { flowStore } from "./flows.ts";
import { idempotencyStore } from "./idempotency.ts";
import { journalStore } from "./journal.ts";
import { rateWindowStore } from "./rateWindows.ts";
import { runStore } from "./runs.ts";
import { slotStore } from "./slots.ts";
import type { Item, Table, Write } from "./table.ts";

/** Everything that is kept, by kind of record. Functions that return `Write`s do nothing until committed. */
export const createStore = (table: Table) => ({
  accounts: accountStore(table),
  alerts: alertStore(table),
  apiKeys: apiKeyStore(table),
  days: dayStore(table),
  flows: flowStore(table),
  idempotency: idempotencyStore(table),
  journal: journalStore(table),
  rateWindows: rateWindowStore(table),
  runs: runStore(table),
  slots: slotStore(table),

  /** All of the writes or none. */
  commit: (...writes: readonly (readonly Write[])[]): Promise<void> => table.transact(writes.flat()),

  listDue: (beforeMs: number, limitPerShard: number): Promise<Item[]> =>
    listDue(table, beforeMs, limitPerShard),

  /** One cheap read that proves that the table answers. */
  async ping(): Promise<void> {
    await table.get({ pk: "PING", sk: "PING" });
  },
});

export type Store = ReturnType<typeof createStore>;
