/** Who gets a delivery: a webhook of the account, or the one that was given with a job. */
import { ID_PREFIX } from "../../contract/ids.ts";
import type { WebhookRecord } from "../../store/deliveries/webhooks.ts";
import type { JobAbout, JobWebhook, RunRecord } from "../../store/runs/runs.ts";
import type { Deps } from "../ports.ts";

/** A job with a webhook of its own. */
export type HearingJob = RunRecord & { readonly job: JobAbout & { readonly webhook: JobWebhook } };

export interface Receiver extends WebhookRecord {
  /** The job whose webhook it is; absent: it is one of the account's. */
  readonly job?: HearingJob;
}

const hears = (run: RunRecord | null): run is HearingJob => run?.job?.webhook !== undefined;

/** @param id of the webhook, or of the job. @returns null if it is gone */
export const findReceiver = async (
  { store }: Pick<Deps, "store">,
  accountId: string,
  id: string,
): Promise<Receiver | null> => {
  if (!id.startsWith(ID_PREFIX.job)) return store.webhooks.get(accountId, id);
  const job = await store.runs.get(accountId, id);
  if (!hears(job)) return null;
  const { url, sealed } = job.job.webhook;
  const secrets = [{ sealed, endsAt: null }];
  return {
    id,
    accountId,
    url,
    events: [],
    active: true,
    secrets,
    rotations: 0,
    createdAt: job.startedAt,
    job,
  };
};
