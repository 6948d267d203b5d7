import { PLANS } from "../contract/account/plans.ts";
import { DAY_MS } from "../contract/units.ts";
import type { Deps } from "./ports.ts";

const DAYS = Object.values(PLANS).map(({ retentionDays }) => retentionDays);

/** When a record's retention is first checked, and when it expires at the latest under any plan. */
export const FIRST_LOOK_MS = Math.min(...DAYS) * DAY_MS;
export const LONGEST_RETENTION_MS = Math.max(...DAYS) * DAY_MS;

/** How long a finished preview can be read. */
export const PREVIEW_KEPT_MS = 60 * 60 * 1_000;

/** How long a finished job can be read, as clients of Firecrawl expect. */
export const JOB_KEPT_MS = DAY_MS;

/** When the retention of a run that ends now is first checked. */
export const firstLookAtMs = ({ draft }: { readonly draft?: unknown }, nowMs: number): number =>
  nowMs + (draft === undefined ? FIRST_LOOK_MS : PREVIEW_KEPT_MS);

/** How long an account's records are kept; 0 for a deleted account. */
export const retentionMs = async ({ store }: Deps, accountId: string): Promise<number> => {
  const account = await store.accounts.get(accountId);
  return account ? PLANS[account.plan].retentionDays * DAY_MS : 0;
};
