import { ID_PREFIX } from "../../contract/ids.ts";
import { accountPartition } from "../partitions.ts";
import type { Key, Table, Write } from "../table.ts";

const slotsKey = (accountId: string): Key => ({ pk: accountPartition("SLOTS", accountId), sk: "SLOTS" });
const waitingPartition = (accountId: string) => accountPartition("WAITING", accountId);
const OTHERS = new RegExp(`^(?:${ID_PREFIX.preview}|${ID_PREFIX.job})`);
/** Previews and jobs wait among the runs, in order of creation; their own prefix would put them before all runs. */
const placeInLine = (runId: string): string => runId.replace(OTHERS, ID_PREFIX.run);
const waitingKey = (accountId: string, runId: string): Key => ({
  pk: waitingPartition(accountId),
  sk: placeInLine(runId),
});

/**
 * Slots limit how many of an account's runs may be in progress at once. A run that finds none free waits in line, in
 * order of creation; a run that ends passes its slot on. All slots of an account are one item, so the limit is exact,
 * and the account's runs start one after the other, tens per second.
 */
export const slotStore = (table: Table) => ({
  key: slotsKey,
  waitingKey,

  /** No slot in use: written with the account. */
  open: (accountId: string): Write[] => [{ kind: "put", item: { ...slotsKey(accountId), used: 0 } }],

  /** Leaves no slots to take: written when the account is closed. */
  close: (accountId: string): Write[] => [{ kind: "remove", key: slotsKey(accountId) }],

  /** Takes a slot; refused if all `limit` are in use. */
  take: (accountId: string, limit: number): Write[] => [
    { kind: "update", key: slotsKey(accountId), add: { used: 1 }, when: { used: { lt: limit } } },
  ],

  /** Gives slots back. */
  release: (accountId: string, count = 1): Write[] =>
    count === 0
      ? []
      : [{ kind: "update", key: slotsKey(accountId), add: { used: -count }, when: { used: { gte: count } } }],

  async countUsed(accountId: string): Promise<number> {
    const item = await table.get(slotsKey(accountId));
    return typeof item?.used === "number" ? item.used : 0;
  },

  /** Joins the line; refused if a slot is free, so that no run waits beside a free slot. */
  wait: (accountId: string, runId: string, limit: number): Write[] => [
    { kind: "check", key: slotsKey(accountId), when: { used: { gte: limit } } },
    { kind: "put", item: { ...waitingKey(accountId, runId), runId } },
  ],

  /** Leaves the line; refused if the run is no longer waiting. */
  leave: (accountId: string, runId: string): Write[] => [
    { kind: "remove", key: waitingKey(accountId, runId), when: { pk: { exists: true } } },
  ],

  /** The run that has waited longest. */
  async firstWaiting(accountId: string): Promise<string | null> {
    const [item] = await table.query({ pk: waitingPartition(accountId), limit: 1 });
    return typeof item?.runId === "string" ? item.runId : null;
  },
});
