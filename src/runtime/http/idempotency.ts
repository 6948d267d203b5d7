import { createHash, hkdfSync } from "node:crypto";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { openSealed, sealText } from "../../adapters/seal.ts";
import { DomainError } from "../../contract/errors.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Deps } from "../../domain/ports.ts";
import type { IdempotencyRecord, StoredReply } from "../../store/idempotency.ts";

type Reply = APIGatewayProxyStructuredResultV2;

/** Outcomes are replayed this long. */
const KEEP_MS = 24 * 60 * 60 * 1000;
/** No function works longer on a request: one that is still locked then has died. */
const LOCK_MS = 60_000;
/** Larger outcomes are not kept: the request is then simply made again. */
const MAX_REPLY_CHARS = 250_000;
const SERVER_ERROR = 500;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The Idempotency-Key of a request (draft-ietf-httpapi-idempotency-key-header), or null. */
const keyOf = ({ headers }: APIGatewayProxyEventV2): string | null => {
  const key = headers["idempotency-key"];
  if (key === undefined) return null;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new DomainError("invalid-request", "The Idempotency-Key is not valid.", {
    details: [{ path: "Idempotency-Key", message: "must be 1 to 255 visible ASCII characters" }],
  });
};

/** Seals and opens outcomes that show a secret: only who presents the same API key sees it again. */
const sealer = (apiKey: string, keyHash: string) => {
  const key = Buffer.from(hkdfSync("sha256", apiKey, "", "gleaner:idempotency", 32));
  return {
    seal: (body: string) => sealText(key, body, keyHash),
    open: (sealed: string): string => {
      try {
        return openSealed(key, sealed, keyHash);
      } catch {
        throw new DomainError(
          "idempotency-mismatch",
          "The first request with this key was made with another API key.",
        );
      }
    },
  };
};

const isWorthKeeping = ({ statusCode = 200, body = "" }: Reply): boolean =>
  statusCode < SERVER_ERROR && body.length <= MAX_REPLY_CHARS;

const checkSame = (known: IdempotencyRecord, fingerprint: string): void => {
  if (known.fingerprint === fingerprint) return;
  throw new DomainError("idempotency-mismatch", "This Idempotency-Key was used for another request.");
};

const inProgress = () =>
  new DomainError(
    "idempotency-in-progress",
    "The first request with this Idempotency-Key is still at work.",
    {
      headers: { "retry-after": "1" },
    },
  );

/**
 * Performs a POST at most once per Idempotency-Key and account: the first outcome is kept for a day
 * and replayed. A 5xx is no outcome: the request can be made again.
 */
export const performOnce = async (
  { store, now }: Deps,
  operation: Operation,
  accountId: string,
  event: APIGatewayProxyEventV2,
  perform: () => Promise<Reply>,
): Promise<Reply> => {
  const key = operation.method === "POST" ? keyOf(event) : null;
  if (key === null) return perform();
  const keyHash = sha256(key);
  const fingerprint = sha256(JSON.stringify([operation.method, event.rawPath, event.body ?? null]));
  const secrets = operation.showsSecret ? sealer(event.headers["x-api-key"] ?? "", keyHash) : null;
  const lockedUntilMs = now() + LOCK_MS;
  const claim = { fingerprint, lockedUntilMs, expiresAtMs: now() + KEEP_MS };

  const known = await store.idempotency.claim(accountId, keyHash, claim);
  if (known) {
    checkSame(known, fingerprint);
    if (known.reply) return replay(known.reply, secrets?.open);
    const isDead = known.lockedUntilMs <= now();
    if (!isDead || !(await store.idempotency.takeOver(accountId, keyHash, known, lockedUntilMs)))
      throw inProgress();
  }
  try {
    const reply = await perform();
    if (!isWorthKeeping(reply)) await store.idempotency.release(accountId, keyHash);
    else await store.idempotency.keep(accountId, keyHash, toStored(reply, secrets?.seal));
    return reply;
  } catch (error) {
    await store.idempotency.release(accountId, keyHash);
    throw error;
  }
};

const toStored = (
  { statusCode = 200, headers = {}, body = "" }: Reply,
  seal?: (body: string) => string,
): StoredReply => ({
  statusCode,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  body: seal ? seal(body) : body,
});

const replay = ({ statusCode, headers, body }: StoredReply, open?: (sealed: string) => string): Reply => ({
  statusCode,
  headers: { ...headers, "idempotency-replayed": "true" },
  body: open ? open(body) : body,
});
