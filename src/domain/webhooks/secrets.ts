import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import type { WebhookRecord, WebhookSecret } from "../../store/webhooks.ts";
import type { WithSeals } from "../ports.ts";
import { WEBHOOK_TIMING } from "./schedule.ts";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;
/** Secrets that sign at once: the present one and those of the last day's rotations. */
const MAX_SECRETS = 4;

export const makeSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A secret is used as given: base64 after `whsec_`, else its text. */
const signerOf = (secret: string): Webhook => {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : "";
  return encoded !== "" && BASE64.test(encoded)
    ? new Webhook(encoded)
    : new Webhook(secret, { format: "raw" });
};

/** The headers of one attempt, by Standard Webhooks 1.0: one signature for each secret. */
export const signedHeaders = (
  secrets: readonly string[],
  id: string,
  body: string,
  attemptedAtMs: number,
): Record<string, string> => ({
  "webhook-id": id,
  "webhook-timestamp": String(Math.floor(attemptedAtMs / 1000)),
  "webhook-signature": secrets
    .map((secret) => signerOf(secret).sign(id, new Date(attemptedAtMs), body))
    .join(" "),
});

type Owner = Pick<WebhookRecord, "accountId" | "id">;

const boundTo = ({ accountId, id }: Owner) => ({ accountId, recordId: id });

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

/** The new secret, and those before it for as long as they still sign. */
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

/** The secrets that sign at this moment, the present one first. */
export const openSecrets = ({ seals }: WithSeals, webhook: WebhookRecord, nowMs: number): Promise<string[]> =>
  Promise.all(
    webhook.secrets.filter(stillSigns(nowMs)).map(({ sealed }) => seals.open(sealed, boundTo(webhook))),
  );
