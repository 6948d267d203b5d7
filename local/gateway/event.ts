import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { isLoopback } from "../httpServer.ts";
import { LOCAL_ACCOUNT } from "../stack/names.ts";
import type { RouteMatch } from "./match.ts";

/** The parts of an HTTP request that the event is built from. */
export type RequestHead = Pick<IncomingMessage, "method" | "url" | "headers" | "httpVersion"> & {
  readonly socket: {
    readonly remoteAddress?: string | undefined;
    readonly localAddress?: string | undefined;
    readonly localPort?: number | undefined;
  };
};

/**
 * The host of the service's own links: where the request arrived. A `Host` header is the client's word, and is only
 * believed if it names the client's own machine.
 */
const hostOf = ({ headers, socket }: RequestHead): string => {
  const host = headers.host ?? "";
  if (isLoopback(host.replace(/:\d+$/, ""))) return host;
  const address = (socket.localAddress ?? "127.0.0.1").replace("::ffff:", "");
  return `${address.includes(":") ? `[${address}]` : address}:${socket.localPort ?? 80}`;
};

/** Splits a request target into raw path and raw query. */
export const splitTarget = (target: string): readonly [rawPath: string, rawQuery: string] => {
  const mark = target.indexOf("?");
  return mark < 0 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
};

/**
 * Builds the event of API Gateway's payload format 2.0.
 *
 * @param publicUrl the service's URL behind a proxy; absent: the address at which the request arrived
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export const toEvent = (
  request: RequestHead,
  body: Buffer,
  { route, pathParameters }: RouteMatch,
  requestId: string,
  now: Date,
  publicUrl?: URL,
): APIGatewayProxyEventV2 => {
  const [rawPath, rawQueryString] = splitTarget(request.url ?? "/");
  const { cookie, ...headers } = joinHeaders(request.headers);
  const query = joinQuery(rawQueryString);
  const isText = isTextual(headers["content-type"] ?? "");
  return {
    version: "2.0",
    routeKey: route.key,
    rawPath,
    rawQueryString,
    headers: { ...headers, "x-forwarded-proto": publicUrl?.protocol.slice(0, -1) ?? "http" },
    requestContext: {
      accountId: LOCAL_ACCOUNT,
      apiId: "local",
      domainName: publicUrl?.host ?? hostOf(request),
      domainPrefix: "local",
      http: {
        method: request.method ?? "GET",
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: sourceOf(request, publicUrl !== undefined),
        userAgent: headers["user-agent"] ?? "",
      },
      requestId,
      routeKey: route.key,
      stage: "$default",
      time: formatTime(now),
      timeEpoch: now.getTime(),
    },
    ...(cookie === undefined ? {} : { cookies: cookie.split(/;\s*/) }),
    ...(Object.keys(query).length > 0 ? { queryStringParameters: query } : {}),
    ...(Object.keys(pathParameters).length > 0 ? { pathParameters: { ...pathParameters } } : {}),
    ...(body.length > 0 ? { body: body.toString(isText ? "utf8" : "base64") } : {}),
    isBase64Encoded: body.length > 0 && !isText,
  };
};

/** Behind a proxy, the header's last address is the one the proxy saw; earlier ones can be forged. */
const sourceOf = ({ headers, socket }: RequestHead, isProxied: boolean): string => {
  const forwarded = isProxied
    ? String(headers["x-forwarded-for"] ?? "")
        .split(",")
        .at(-1)
        ?.trim()
    : "";
  return forwarded || (socket.remoteAddress ?? "").replace("::ffff:", "");
};

/** Node has already lower-cased the names and joined most repeated headers. */
const joinHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(",") : (value ?? ""),
    ]),
  );

const joinQuery = (rawQuery: string): Record<string, string> => {
  // A Map, because assigning to the key __proto__ of an object has no effect.
  const joined = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(rawQuery)) {
    const earlier = joined.get(name);
    joined.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return Object.fromEntries(joined);
};

/** Media types whose bodies API Gateway passes on as text; all others are sent as base64. */
const isTextual = (contentType: string): boolean =>
  /^\s*(text\/|application\/(json|xml|javascript|[^;]+\+(json|xml))\s*(;|$))/i.test(contentType);

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `21/Nov/2026:04:07:58 +0000` */
const formatTime = (date: Date): string => {
  const [year, month, day] = date.toISOString().slice(0, 10).split("-");
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${date.toISOString().slice(11, 19)} +0000`;
};
