import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { splitTarget } from "../gateway/event.ts";
import type { MetricsRegistry } from "./registry.ts";

const PATH = "/metrics";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Serves the metrics to callers with the token: `Authorization: Bearer …`. Returns whether the request was for them.
 */
export const createMetricsEndpoint =
  ({ contentType, text }: MetricsRegistry, token: string) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const [path] = splitTarget(request.url ?? "/");
    if (path !== PATH) return false;
    const [, given = ""] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
    if (request.method !== "GET" && request.method !== "HEAD")
      response.writeHead(405, { allow: "GET, HEAD" }).end();
    else if (!timingSafeEqual(digest(given), digest(token)))
      response.writeHead(401, { "www-authenticate": "Bearer" }).end("Send the metrics token.\n");
    else
      text().then(
        (body) => response.writeHead(200, { "content-type": contentType }).end(body),
        () => response.writeHead(503).end("The queues cannot be counted right now.\n"),
      );
    return true;
  };
