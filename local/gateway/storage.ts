/**
 * Serves objects from the service's public origin: the object store itself listens on loopback and does not check
 * signatures.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { escapePattern } from "../../src/contract/wording.ts";
import { splitTarget } from "./event.ts";

const PREFIX = "/storage";

/**
 * Stored content may come from any page. It is displayed without running scripts, even though it has the dashboard's
 * origin.
 */
const HEADERS = {
  "content-security-policy": "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox",
  "x-content-type-options": "nosniff",
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
};

/** The store's headers that a client needs. */
const PASSED_ON = [
  "content-type",
  "content-length",
  "content-range",
  "content-disposition",
  "content-encoding",
  "accept-ranges",
  "etag",
  "last-modified",
] as const;

interface StorageOptions {
  /** Where the object store listens on this machine. */
  readonly s3: string;
  /** Base URL of the links that functions sign. */
  readonly linksTo?: string;
  readonly secret: string;
  /** Epoch milliseconds. */
  readonly now?: (() => number) | undefined;
}

/** When a link signed by S3's rules expires, in Unix seconds. */
const endOf = (link: URL): number => {
  const date = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(link.searchParams.get("X-Amz-Date") ?? "");
  const [year = 0, month = 1, ...rest] = (date ?? []).slice(1).map(Number);
  const signedMs = Date.UTC(year, month - 1, ...(rest as [number, number, number, number]));
  return Math.floor(signedMs / 1_000) + Number(link.searchParams.get("X-Amz-Expires") ?? 0);
};

export const createStorage = ({ s3, linksTo = s3, secret, now = Date.now }: StorageOptions) => {
  const links = new RegExp(`${escapePattern(linksTo)}/[^\\s"'<>\\\\]+`, "g");
  const sign = (path: string, end: string): string =>
    createHmac("sha256", secret).update(`${path}\n${end}`).digest("base64url");

  const publish = (text: string, origin: string): string => {
    const link = new URL(text);
    const end = String(endOf(link));
    const query = new URLSearchParams({ expires: end, signature: sign(link.pathname, end) });
    return `${origin}${PREFIX}${link.pathname}?${query}`;
  };

  const isAllowed = (path: string, query: URLSearchParams): boolean => {
    const end = query.get("expires") ?? "";
    const given = Buffer.from(query.get("signature") ?? "");
    const expected = Buffer.from(sign(path, end));
    return (
      given.length === expected.length && timingSafeEqual(given, expected) && Number(end) * 1_000 > now()
    );
  };

  const send = async (incoming: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const { range } = incoming.headers;
    const outgoing = request(s3 + path, {
      method: incoming.method,
      headers: range === undefined ? {} : { range },
    }).end();
    const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
    const passedOn = PASSED_ON.filter((name) => answer.headers[name] !== undefined);
    response.writeHead(answer.statusCode ?? 502, {
      ...HEADERS,
      ...Object.fromEntries(passedOn.map((name) => [name, answer.headers[name]])),
    });
    await pipeline(answer, response);
  };

  return {
    /** Replaces links to the store, which other machines cannot reach, with links to this origin. */
    publishLinks: (text: string, origin: string): string =>
      text.replace(links, (link) => publish(link, origin)),

    /** Returns whether the request was for an object. */
    handle(incoming: IncomingMessage, response: ServerResponse): boolean {
      const [path, query] = splitTarget(incoming.url ?? "/");
      if (!path.startsWith(`${PREFIX}/`)) return false;
      const objectPath = path.slice(PREFIX.length);
      const isRead = incoming.method === "GET" || incoming.method === "HEAD";
      if (!isRead) response.writeHead(405, { allow: "GET, HEAD" }).end();
      else if (!isAllowed(objectPath, new URLSearchParams(query)))
        response
          .writeHead(403, HEADERS)
          .end("This link is invalid or has expired. Request a new one from the API.\n");
      else send(incoming, response, objectPath).catch(() => response.destroy());
      return true;
    },
  };
};
