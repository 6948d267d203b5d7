import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { MAX_PAYLOAD_BYTES } from "../functions/invocation.ts";
import type { Invoker } from "../functions/invoker.ts";
import type { HandleRequest } from "../httpServer.ts";
import type { ApiSpec } from "../stack/routes.ts";
import { corsHeaders, preflightHeaders } from "./cors.ts";
import { splitTarget, toEvent } from "./event.ts";
import { createMatcher, type MatchRoute, type RouteMatch } from "./match.ts";
import { errorReply, gatewayReply, type Reply, toReply } from "./reply.ts";

/** API Gateway's timeout for a function. */
const INTEGRATION_TIMEOUT_MS = 30_000;

const BODY_TIMEOUT_MS = 30_000;

/** Largest request body. AWS limits the whole event to no more than this. */
const MAX_BODY_BYTES = 6 * 1024 * 1024;

export interface GatewayOptions {
  readonly api: ApiSpec;
  readonly invoke: Invoker["invoke"];
  readonly timeoutMs?: number;
  /** How long a request's body may take to arrive. */
  readonly bodyTimeoutMs?: number;
  /** The service's public URL behind a reverse proxy; absent: the address at which a request arrived. */
  readonly publicUrl?: URL | undefined;
  /** Rewrites text responses and headers; receives the requested origin. */
  readonly rewriteText?: ((text: string, origin: string) => string) | undefined;
  /** Receives each request's route, such as `GET /flows/{id}` (`none` if there is none), and its status. */
  readonly onAnswered?: ((route: string, status: number) => void) | undefined;
}

const tooLarge = (requestId: string): Reply =>
  errorReply("payload-too-large", "The request body is larger than 6 MB. Send a smaller one.", requestId);

/** The connection is closed, because the rest of the body would be taken for the next request. */
const slowBody = (requestId: string, limitMs: number): Reply => {
  const message = `The request body did not arrive within ${limitMs / 1_000} s. Send it again.`;
  const reply = errorReply("request-timeout", message, requestId);
  return { ...reply, headers: { ...reply.headers, connection: "close" } };
};

const NO_FUNCTION = {
  ok: false,
  error: { errorType: "ResourceNotFoundException", errorMessage: "The integration has no function." },
} as const;

/** The stack's HTTP API: its routes, and API Gateway's limits and errors. */
export const createGateway = ({
  api,
  invoke,
  timeoutMs = INTEGRATION_TIMEOUT_MS,
  bodyTimeoutMs = BODY_TIMEOUT_MS,
  publicUrl,
  rewriteText,
  onAnswered,
}: GatewayOptions): HandleRequest => {
  const matchRoute = createMatcher(api.routes);

  const answer = async (
    request: IncomingMessage,
    requestId: string,
    match: RouteMatch | "malformed" | undefined,
  ): Promise<Reply> => {
    const preflight = preflightHeaders(api.cors, request.method, request.headers);
    if (preflight) return { status: 204, headers: preflight, body: Buffer.alloc(0) };
    if (match === "malformed") return gatewayReply("invalid-request", requestId);
    if (!match) return gatewayReply("not-found", requestId);
    const body = await within(bodyTimeoutMs, readBody(request));
    if (body === "late") return slowBody(requestId, bodyTimeoutMs);
    if (!body) return tooLarge(requestId);
    const event = toEvent(request, body, match, requestId, new Date(), publicUrl);
    if (Buffer.byteLength(JSON.stringify(event)) > MAX_PAYLOAD_BYTES) return tooLarge(requestId);
    const result = await within(timeoutMs, invoke(match.route.functionName, event));
    if (result === "late") return gatewayReply("timeout", requestId);
    const { domainName } = event.requestContext;
    const origin = publicUrl?.origin ?? `http://${domainName}`;
    return rewritten(
      toReply(result ?? NO_FUNCTION, requestId),
      rewriteText && ((text) => rewriteText(text, origin)),
    );
  };

  return async (request, response) => {
    const requestId = randomUUID();
    const match = findRoute(matchRoute, request);
    const reply = await answer(request, requestId, match).catch(() => gatewayReply("internal", requestId));
    onAnswered?.(typeof match === "object" ? match.route.key : "none", reply.status);
    send(response, reply, { ...corsHeaders(api.cors, request.headers), "apigw-requestid": requestId });
  };
};

const rewritten = (reply: Reply, rewrite: ((text: string) => string) | undefined): Reply => {
  const { "content-type": type, location } = reply.headers;
  if (!rewrite) return reply;
  return {
    ...reply,
    headers: { ...reply.headers, ...(typeof location === "string" && { location: rewrite(location) }) },
    body: String(type).startsWith("application/json")
      ? Buffer.from(rewrite(reply.body.toString()))
      : reply.body,
  };
};

const findRoute = (
  matchRoute: MatchRoute,
  request: IncomingMessage,
): RouteMatch | "malformed" | undefined => {
  const [rawPath] = splitTarget(request.url ?? "/");
  try {
    return matchRoute(request.method ?? "GET", rawPath);
  } catch {
    return "malformed";
  }
};

/**
 * The whole body; undefined if it exceeds the limit. A body that is too large is still read to the end and
 * dropped, because a client that is cut off while sending never sees the response.
 */
const readBody = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return sizeBytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks);
};

const within = async <T>(
  timeoutMs: number,
  promise: Promise<T> | undefined,
): Promise<T | "late" | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};

const send = (response: ServerResponse, reply: Reply, added: Readonly<Record<string, string>>): void => {
  if (response.destroyed) return;
  for (const [name, value] of Object.entries({ ...reply.headers, ...added }))
    response.setHeader(name, typeof value === "string" ? value : [...value]);
  const hasBody = reply.status !== 204 && reply.status !== 304;
  if (hasBody) response.setHeader("content-length", reply.body.length);
  response.writeHead(reply.status);
  response.end(hasBody ? reply.body : undefined);
};
