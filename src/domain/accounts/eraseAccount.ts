/** Deletes an account: closes it at once, then erases its records page by page. */
import type { ClosedAccount } from "../../store/account/accounts.ts";
import { ConditionFailed } from "../../store/table.ts";
import { notFound } from "../errors.ts";
import { eraseFolder, foldersOf } from "../files/folders.ts";
import type { Deps, WithObjects } from "../ports.ts";

/** After this long, every function that was running when the account was closed has made its last write. */
const LAST_WRITE_MS = 60 * 60 * 1_000;
/** How long one tick spends erasing an account. */
const SWEEP_MS = 10_000;
/** How long before its timeout a function stops and reports that it is not done. */
const STOP_BEFORE_MS = 15_000;
const RUNS_PER_READ = 100;

interface Erased {
  /** Whether nothing is left. */
  readonly done: boolean;
  /** Number of items and objects erased. */
  readonly erased: number;
}

/** Erases page after page until nothing is left or the time is up. */
const eraseAccount = async (deps: Deps & WithObjects, accountId: string, endMs: number): Promise<Erased> => {
  const { store, now } = deps;
  let erased = 0;
  /** @returns whether nothing is left */
  const drain = async (erasePage: () => Promise<number>): Promise<boolean> => {
    while (now() < endMs) {
      const count = await erasePage();
      if (count === 0) return true;
      erased += count;
    }
    return false;
  };
  const drainRun = async (runId: string): Promise<boolean> =>
    (await drain(() => store.runs.eraseDetail({ accountId, runId }))) &&
    store.commit(store.runs.finishForgetting({ accountId, runId })).then(() => true);
  const steps = store.erasure.kinds.map((kind) => async (): Promise<boolean> => {
    if (kind !== "FORGOTTEN") return drain(() => store.erasure.erase(accountId, kind, now()));
    // Details are erased first, because they can only be found through the runs.
    for (;;) {
      const runs = await store.erasure.listForgotten(accountId, RUNS_PER_READ);
      for (const runId of runs) if (!(await drainRun(runId))) return false;
      if (runs.length === 0) return true;
    }
  });
  const folders = foldersOf(accountId).map((folder) => () => drain(() => eraseFolder(deps, folder)));
  for (const step of [...steps, ...folders]) if (!(await step())) return { done: false, erased };
  return { done: true, erased };
};

/** Closes the account, unless it is already closed. @throws DomainError `not-found` */
const close = async ({ store, now }: Deps, accountId: string): Promise<void> => {
  const closedAtMs = now();
  try {
    await store.commit(
      store.accounts.close(accountId, new Date(closedAtMs).toISOString(), closedAtMs + LAST_WRITE_MS),
      store.slots.close(accountId),
      store.digests.end(accountId),
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (!(await store.accounts.getClosed(accountId))) throw notFound("account", accountId);
  }
};

/**
 * Closes an account in one transaction, which disables its keys and stops its runs and deliveries. Then erases its
 * data until nothing is left or the time is up; call again until `done`.
 *
 * Does not cancel the account's subscription with the payment provider: `subscription` says which one to cancel.
 *
 * @throws DomainError `not-found`
 */
export const deleteAccount = async (deps: Deps & WithObjects, accountId: string, deadlineMs: number) => {
  const subscription = await deps.store.payments.getSubscription(accountId);
  await close(deps, accountId);
  const { done, erased } = await eraseAccount(deps, accountId, deadlineMs - STOP_BEFORE_MS);
  const isPaidFor = subscription !== null && subscription.status !== "cancelled";
  return {
    accountId,
    done,
    erased,
    ...(isPaidFor && {
      subscription: subscription.subscriptionId,
      note: "The payment provider was not informed. Cancel the subscription there.",
    }),
  };
};

/** Erases what workers of a closed account wrote after the first erasure, then the account's `CLOSED` marker. */
export const sweepClosedAccount = async (
  deps: Deps & WithObjects,
  closed: ClosedAccount,
  dueAt: string,
): Promise<void> => {
  const { done } = await eraseAccount(deps, closed.accountId, deps.now() + SWEEP_MS);
  if (done) await deps.store.commit(deps.store.accounts.forgetClosed(closed, dueAt));
};
