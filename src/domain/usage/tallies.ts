/** Limits of an account, enforced by the write itself, so that concurrent requests cannot exceed them. */
import { DomainError } from "../../contract/errors.ts";
import type { Tallied } from "../../store/flows/tallies.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import type { Deps } from "../ports.ts";

const NAMES: Readonly<Record<Tallied, string>> = {
  FLOWS: "flows",
  WEBHOOKS: "webhooks",
  DESTINATIONS: "destinations",
  EXPORTS: "unfinished exports",
};

type Count = (store: Deps["store"], accountId: string) => Promise<number>;

/** How many records of each kind there are. */
const COUNTS: Readonly<Record<Tallied, Count>> = {
  FLOWS: async (store, accountId) => (await store.flows.list(accountId, {}, { limit: 1 })).total,
  WEBHOOKS: async (store, accountId) => (await store.webhooks.list(accountId, { limit: 1 })).total,
  DESTINATIONS: async (store, accountId) => (await store.destinations.list(accountId, { limit: 1 })).total,
  // They were counted from the first one on.
  EXPORTS: async () => 0,
};

/** Creates the tally of a kind of record, before one is added or removed. */
export const openTally = ({ store }: Pick<Deps, "store">, accountId: string, kind: Tallied): Promise<void> =>
  store.tallies.open(accountId, kind, () => COUNTS[kind](store, accountId));

/** @returns the error for a reached limit */
export const limitReached = (limit: number, names: string, help = "delete one first"): DomainError =>
  new DomainError("limit-reached", `There are ${limit} ${names}, which is the limit: ${help}.`);

/**
 * Commits writes that add a record, if the limit allows one more.
 *
 * @throws DomainError `limit-reached`
 */
export const commitWithin = async (
  deps: Pick<Deps, "store">,
  { accountId, kind, limit, help }: { accountId: string; kind: Tallied; limit: number; help?: string },
  ...writes: readonly (readonly Write[])[]
): Promise<void> => {
  const { store } = deps;
  await openTally(deps, accountId, kind);
  try {
    await store.commit(store.tallies.take(accountId, kind, limit), ...writes);
  } catch (error) {
    const isFull = error instanceof ConditionFailed && error.refused(store.tallies.key(accountId, kind));
    throw isFull ? limitReached(limit, NAMES[kind], help) : error;
  }
};
