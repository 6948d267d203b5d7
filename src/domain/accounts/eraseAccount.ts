/** The end of an account: closed at once, then erased page by page. */
import type { ClosedAccount } from "../../store/accounts.ts";
import { ConditionFailed } from "../../store/table.ts";
import { notFound } from "../errors.ts";
import { eraseFolder, foldersOf } from "../files/folders.ts";
import type { Deps, WithObjects } from "../ports.ts";

/** By then, any function that was working on the account when it was closed has ended and made its last write. */
const LAST_WRITE_MS = 60 * 60 * 1_000;
/** How long one tick spends on erasing the rest of an account. */
const SWEEP_MS = 10_000;
/** How long before its timeout a function stops and reports that it is not done. */
const STOP_BEFORE_MS = 15_000;
const RUNS_PER_READ = 100;

interface Erased {
  /** Whether nothing was left when it ended. */
  readonly done: boolean;
  /** Items and objects. */
  readonly erased: number;
}

/** Erases page after page until nothing is left, or until `endMs`. */
const eraseAccount = async (deps: Deps & WithObjects, accountId: string, endMs: number): Promise<Erased> => {
  const { store, now } = deps;
  let erased = 0;
  /** @returns whether there is nothing more */
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
    // Details first: only the runs say where they are.
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

/** Closes the account, unless it is closed already. @throws DomainError `not-found` */
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
 * Closes an account in one transaction, from which on its keys are unknown, nothing of it begins and nothing is
 * sent for it; then erases all that is kept of it, until done or until its time is up: call again until `done`.
 *
 * The payment provider is not told: `subscription` says what is to be cancelled there.
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
      note: "The payment provider was not told: cancel the subscription there.",
    }),
  };
};

/** Erases what the last workers of a closed account wrote after it was erased, then the note that it was there. */
export const sweepClosedAccount = async (
  deps: Deps & WithObjects,
  closed: ClosedAccount,
  dueAt: string,
): Promise<void> => {
  const { done } = await eraseAccount(deps, closed.accountId, deps.now() + SWEEP_MS);
  if (done) await deps.store.commit(deps.store.accounts.forgetClosed(closed, dueAt));
};
