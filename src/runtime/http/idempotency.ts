import { createHash, hkdfSync, randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { openSealed, sealText } from "../../adapters/seal.ts";
import { isUnanswered } from "../../contract/awsRequests.ts";
import { DomainError } from "../../contract/errors.ts";
import { type Operation, takesIdempotencyKey } from "../../contract/operation.ts";
import type { Deps } from "../../domain/ports.ts";
import type { StoredReply } from "../../store/service/idempotency.ts";
import { presentedKey } from "./presentedKey.ts";

type Reply = APIGatewayProxyStructuredResultV2;

/** How long outcomes are replayed. */
const KEEP_MS = 24 * 60 * 60 * 1000;
/** Longer than any function runs: if the key is still locked then, its function has crashed. */
const LOCK_MS = 60_000;
/** Larger outcomes are not stored (an item of the table holds 400 KB); a repeated request then runs again. */
const MAX_REPLY_BYTES = 250_000;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The Idempotency-Key of a request (draft-ietf-httpapi-idempotency-key-header), or null. */
const keyOf = ({ headers }: APIGatewayProxyEventV2, { dialect }: Operation): string | null => {
  const key = headers["idempotency-key"] ?? (dialect && headers["x-idempotency-key"]);
  if (key === undefined) return null;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new DomainError("invalid-request", "The Idempotency-Key is not valid.", {
    details: [{ path: "Idempotency-Key", message: "must be 1 to 255 visible ASCII characters" }],
  });
};

/** Seals outcomes that contain a secret. Only a caller with the same API key can open them. */
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

const isWorthKeeping = ({ body = "" }: Reply): boolean => Buffer.byteLength(body) <= MAX_REPLY_BYTES;

const inProgress = () =>
  new DomainError(
    "idempotency-in-progress",
    "The first request with this Idempotency-Key is still running.",
    {
      headers: { "retry-after": "1" },
    },
  );

/**
 * Performs a POST once per Idempotency-Key and account. The outcome is stored for a day and replayed. A request that
 * was rejected or failed had no effect, and its key can be used again. If the function crashes or AWS does not answer it, the key
 * can be used again after a minute; if it died after the request took effect, the request then takes effect twice.
 *
 * @param perform throws if the request had no effect
 */
export const performOnce = async (
  { store, now, log }: Deps,
  operation: Operation,
  accountId: string,
  event: APIGatewayProxyEventV2,
  perform: () => Promise<Reply>,
): Promise<Reply> => {
  const key = takesIdempotencyKey(operation) ? keyOf(event, operation) : null;
  if (key === null) return perform();
  const keyHash = sha256(key);
  const owner = randomUUID();
  const { rawPath, rawQueryString = "", body = null } = event;
  const { requestId } = event.requestContext;
  // The hash of a request without a query is as in earlier releases, whose outcomes may still be stored.
  const asked = rawQueryString === "" ? [rawPath, body] : [rawPath, body, rawQueryString];
  const fingerprint = sha256(JSON.stringify([operation.method, ...asked]));
  const secrets = operation.showsSecret ? sealer(presentedKey(event.headers) ?? "", keyHash) : null;

  const claim = { fingerprint, owner, lockedUntilMs: now() + LOCK_MS, expiresAtMs: now() + KEEP_MS };
  const known = await store.idempotency.claim(accountId, keyHash, claim, now());
  if (known) {
    if (known.fingerprint !== fingerprint)
      throw new DomainError("idempotency-mismatch", "This Idempotency-Key was used for another request.");
    if (!known.reply) throw inProgress();
    return replay(known.reply, secrets?.open);
  }

  const reply = await perform().catch(async (error: unknown) => {
    // Whether it took effect is unknown, and the table may not answer now. The lock ends by itself.
    if (isUnanswered(error)) throw error;
    await store.idempotency.release(accountId, keyHash, owner).catch((cause: unknown) => {
      // The caller gets the reason for the refusal. The lock ends by itself.
      log.error("an Idempotency-Key was not released", { requestId, error: cause });
    });
    throw error;
  });
  try {
    if (isWorthKeeping(reply))
      await store.idempotency.keep(accountId, keyHash, owner, toStored(reply, secrets?.seal));
    else await store.idempotency.release(accountId, keyHash, owner);
  } catch (error) {
    // The request took effect, so the caller gets its outcome. The lock prevents a repetition for a while.
    log.error("the outcome of a request was not kept", { requestId, error });
  }
  return reply;
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
