import type { WebhookRecord, WebhookSecret } from "../../store/deliveries/webhooks.ts";
import { WEBHOOK_TIMING } from "../outbox/schedule.ts";
import type { WithSeals } from "../ports.ts";

/** Secrets that sign at the same time: the current one and those rotated within the last day. */
const MAX_SECRETS = 4;

type Owner = Pick<WebhookRecord, "accountId" | "id">;

/** The context that a webhook's secrets are sealed for. */
export const boundTo = ({ accountId, id }: Owner) => ({ accountId, recordId: id });

export const sealSecret = async (
  { seals }: WithSeals,
  owner: Owner,
  secret: string,
): Promise<WebhookSecret> => ({
  sealed: await seals.seal(secret, boundTo(owner)),
  endsAt: null,
});

const stillSigns =
  (nowMs: number) =>
  ({ endsAt }: WebhookSecret): boolean =>
    endsAt === null || Date.parse(endsAt) > nowMs;

/** The new secret, followed by earlier ones that still sign. */
export const withNewSecret = (
  { secrets }: WebhookRecord,
  fresh: WebhookSecret,
  nowMs: number,
): readonly WebhookSecret[] => {
  const endsAt = new Date(nowMs + WEBHOOK_TIMING.rotationMs).toISOString();
  const older = secrets
    .filter(stillSigns(nowMs))
    .map((secret) => ({ ...secret, endsAt: secret.endsAt ?? endsAt }));
  return [fresh, ...older].slice(0, MAX_SECRETS);
};

/** The secrets that sign now, the current one first. */
export const openSecrets = ({ seals }: WithSeals, webhook: WebhookRecord, nowMs: number): Promise<string[]> =>
  Promise.all(
    webhook.secrets.filter(stillSigns(nowMs)).map(({ sealed }) => seals.open(sealed, boundTo(webhook))),
  );
