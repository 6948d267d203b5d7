import { PLANS, type PlanName } from "../../../src/contract/account/plans.ts";
import { ConditionFailed, type Item, type Key, type Table, type Write } from "../../../src/store/table.ts";

/** An item as a write left it; null where it is gone. */
export interface Version {
  readonly atMs: number;
  readonly item: Item | null;
}

/** What became of the items worth following, write by write. */
export interface History {
  readonly versions: ReadonlyMap<string, readonly Version[]>;
  /** Everything that a transaction left behind that it must not. */
  readonly faultsFound: readonly string[];
}

const FOLLOWED = /^(?:RUNS|SLOTS|WEBHOOKS|RECORDSET|EVENTS|FLOWS|DELIVERIES|ORIGIN|EXPORTS)#/;
/** The work of a run and of its shards, and what runs change about their flow. */
const FOLLOWED_BESIDE = /^RUN#\S+ \/ WORK|^COUNTS#\S+ \/ RUNS#/;

const idOf = ({ pk, sk }: Key): string => `${pk} / ${sk}`;

const isUnderWay = (item: Item | null | undefined): boolean =>
  item?.hasSlot === true && (item.status === "queued" || item.status === "running");

/**
 * A table that writes down what becomes of its items. After every write the slots that an account has
 * given out must be those that its runs hold.
 */
export const observeTable = (table: Table, now: () => number): { table: Table; history: History } => {
  const versions = new Map<string, Version[]>();
  const faultsFound: string[] = [];
  const noteKey = async (key: Key): Promise<void> => {
    const list = versions.get(idOf(key)) ?? [];
    versions.set(idOf(key), list);
    list.push({ atMs: now(), item: await table.get(key) });
  };

  const lastOf = (id: string): Item | null => versions.get(id)?.at(-1)?.item ?? null;

  /** Slots that a run holds: one, or as many as it has shards in progress. */
  const slotsOf = (accountId: string, runId: string): number => {
    const run = lastOf(`RUNS#${accountId} / ${runId}`);
    if (!isUnderWay(run)) return 0;
    if (run?.shards === undefined) return 1;
    const work = lastOf(`RUN#${accountId}#${runId} / WORK`);
    return Number(work?.opened) - Number(work?.finished);
  };

  const held = new Map<string, Map<string, number>>();
  const recount = ({ pk, sk }: Key): void => {
    const [kind, accountId = "", runId = sk] = pk.split("#");
    if (kind !== "RUNS" && kind !== "RUN") return;
    const ofAccount = held.get(accountId) ?? new Map<string, number>();
    held.set(accountId, ofAccount);
    const slots = slotsOf(accountId, runId);
    if (slots === 0) ofAccount.delete(runId);
    else ofAccount.set(runId, slots);
  };

  const note = async (keys: readonly Key[]): Promise<void> => {
    const followed = keys.filter((key) => FOLLOWED.test(key.pk) || FOLLOWED_BESIDE.test(idOf(key)));
    for (const key of followed) await noteKey(key);
    for (const key of followed) recount(key);
    for (const { pk } of followed) {
      if (!/^(?:RUNS|SLOTS)#/.test(pk)) continue;
      const accountId = pk.slice(pk.indexOf("#") + 1);
      const slots = await table.get({ pk: `SLOTS#${accountId}`, sk: "SLOTS" });
      const used = slots?.used ?? 0;
      const account = await table.get({ pk: `ACCOUNT#${accountId}`, sk: "ACCOUNT" });
      const { concurrentRuns } = PLANS[(account?.plan ?? "free") as PlanName];
      if (Number(used) > concurrentRuns)
        faultsFound.push(`${accountId}: ${String(used)} of ${concurrentRuns} slots are given out`);
      const own = [...(held.get(accountId)?.values() ?? [])].reduce((sum, n) => sum + n, 0);
      if (used !== own)
        faultsFound.push(`${accountId}: runs hold ${own} slots, but ${String(used)} are given out`);
    }
  };

  const keyOf = (write: Write): Key => (write.kind === "put" ? write.item : write.key);

  return {
    history: { versions, faultsFound },
    table: {
      get: table.get,
      query: table.query,
      async update(update) {
        const item = await table.update(update);
        await note([update.key]);
        return item;
      },
      async transact(writes) {
        try {
          await table.transact(writes);
        } catch (error) {
          if (!(error instanceof ConditionFailed))
            faultsFound.push(`a transaction was refused: ${String(error)}`);
          throw error;
        }
        const keys = new Map(
          writes.filter(({ kind }) => kind !== "check").map((write) => [idOf(keyOf(write)), keyOf(write)]),
        );
        await note([...keys.values()]);
      },
    },
  };
};
