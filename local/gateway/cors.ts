import type { IncomingHttpHeaders } from "node:http";
import type { CorsSpec } from "../stack/routes.ts";

type Headers = Readonly<Record<string, string>>;

const allowedOrigin = (cors: CorsSpec, origin: string | undefined): string | undefined => {
  if (origin === undefined) return undefined;
  if (cors.origins.includes("*")) return "*";
  return cors.origins.includes(origin) ? origin : undefined;
};

const commonHeaders = (cors: CorsSpec, origin: string): Record<string, string> => ({
  "access-control-allow-origin": origin,
  ...(origin === "*" ? {} : { vary: "origin" }),
  ...(cors.credentials ? { "access-control-allow-credentials": "true" } : {}),
});

/** Headers that the gateway adds to each response. With CORS configured, it sets all CORS headers itself. */
export const corsHeaders = (cors: CorsSpec | undefined, request: IncomingHttpHeaders): Headers => {
  const origin = cors && allowedOrigin(cors, request.origin);
  if (!cors || origin === undefined) return {};
  return {
    ...commonHeaders(cors, origin),
    ...(cors.exposedHeaders.length > 0
      ? { "access-control-expose-headers": cors.exposedHeaders.join(",") }
      : {}),
  };
};

/** Headers of the response to a preflight request; undefined for any other request. */
export const preflightHeaders = (
  cors: CorsSpec | undefined,
  method: string | undefined,
  request: IncomingHttpHeaders,
): Headers | undefined => {
  if (!cors || method !== "OPTIONS" || request["access-control-request-method"] === undefined)
    return undefined;
  const origin = allowedOrigin(cors, request.origin);
  if (origin === undefined) return {};
  return {
    ...commonHeaders(cors, origin),
    "access-control-allow-methods": cors.methods.join(","),
    "access-control-allow-headers": cors.headers.join(","),
    ...(cors.maxAgeSeconds === undefined ? {} : { "access-control-max-age": String(cors.maxAgeSeconds) }),
  };
};
