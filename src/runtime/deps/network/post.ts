import { DomainError } from "../../../contract/errors.ts";
import type { Post, WithPost } from "../../../domain/webhooks/attempt.ts";
import { createEgress, type Egress, TargetError } from "../../../engine/egress/index.ts";
import { isOpened } from "../../../engine/egress/target.ts";
import { readEnv } from "../../env.ts";
import { withDashboard } from "../dashboard.ts";
import { readDenied } from "./denied.ts";
import { operatorRoute } from "./route.ts";

/** Longest response that is read, in bytes. No honest receiver sends more. */
const MAX_REPLY_BYTES = 1_000_000;
const EXCERPT_CHARS = 500;

/** @param allowPrivate private addresses that the operator allowed; their responses are not shown */
export const createPost =
  (egress: Pick<Egress, "fetch" | "check">, allowPrivate: readonly string[]): Post =>
  async (url, { headers, body, timeoutMs }) => {
    try {
      const reply = await egress.fetch(url, {
        method: "POST",
        headers,
        body,
        timeoutMs,
        maxRedirects: 0,
        maxBytes: MAX_REPLY_BYTES,
      });
      const isPublic = !isOpened(egress.check(url), allowPrivate);
      return {
        httpStatus: reply.status,
        retryAfter: reply.headers["retry-after"] ?? null,
        reply: isPublic ? reply.body.toString("utf8").slice(0, EXCERPT_CHARS) : null,
      };
    } catch (error) {
      if (!(error instanceof DomainError || error instanceof TargetError)) throw error;
      return { error: { code: error.code, message: error.message } };
    }
  };

/** Sends deliveries through the egress. */
export const withPost = (): WithPost => {
  const { ALLOW_PRIVATE_TARGETS: allowPrivate } = readEnv();
  return {
    ...withDashboard(),
    post: createPost(
      createEgress({ allowPrivate, denied: readDenied, readRoute: operatorRoute }),
      allowPrivate,
    ),
    random: Math.random,
  };
};
