import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ACCOUNT_ROUTES } from "./areas/account.ts";
import { DETAIL_ROUTES } from "./areas/details.ts";
import { FAULT_ROUTES } from "./areas/faults.ts";
import { FILE_ROUTES } from "./areas/files.ts";
import { GROWING_ROUTES } from "./areas/growing.ts";
import { LIST_ROUTES } from "./areas/lists.ts";
import { MANUAL_ROUTES } from "./areas/manual.ts";
import { SCRIPTED_ROUTES } from "./areas/scripted.ts";
import { renderPage } from "./layout.ts";
import { html, type Reply, type Route, type Shop, type Visit } from "./reply.ts";
import { createSignIns, type SignIns } from "./signIns.ts";

interface DemoSiteOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly host?: "127.0.0.1";
  /** Visits to the catalogue's first page between two price changes (default 1: each visit after the first). */
  readonly visitsPerRevision?: number;
}

export interface DemoSite {
  readonly url: string;
  readonly port: number;
  /** Requests so far, by path. */
  readonly visits: ReadonlyMap<string, number>;
  /** How often prices have changed. */
  readonly revision: () => number;
  /** Changes the prices of about a tenth of the products, as shops do overnight. */
  readonly movePrices: () => void;
  /** Gives its lists a new design, or the old one back. */
  readonly redesign: () => void;
  /** Sign-ins so far. */
  readonly signIns: () => SignIns;
  /** Ends all sessions of customers. */
  readonly expireSessions: () => void;
  /** Forgets the sign-ins after which it locks the account. */
  readonly unlock: () => void;
  /** Closes the shop and every connection to it. */
  readonly stop: () => Promise<void>;
}

const ROUTES: readonly Route[] = [
  ...LIST_ROUTES,
  ...DETAIL_ROUTES,
  ...SCRIPTED_ROUTES,
  ...GROWING_ROUTES,
  ...ACCOUNT_ROUTES,
  ...FAULT_ROUTES,
  ...FILE_ROUTES,
  ...MANUAL_ROUTES,
];

const PATTERNS = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`),
}));

const notFound = (shop: Shop): Reply =>
  html(
    renderPage(shop, {
      title: "Not found",
      description: "There is no such page.",
      path: "/",
      crumbs: [{ name: "Home", path: "/" }],
      main: "<h1>Not found</h1><p>There is no such page.</p>",
    }),
    404,
  );

const answer = (shop: Shop, path: string, visit: Visit): Reply => {
  for (const { route, pattern } of PATTERNS) {
    const match = pattern.exec(path);
    if (!match) continue;
    if (visit.isPost && !route.takesForms) return { status: 405, headers: { allow: "GET, HEAD" }, body: "" };
    return route.answer(shop, match.groups ?? {}, visit) ?? notFound(shop);
  }
  return notFound(shop);
};

const MAX_FORM_BYTES = 10_000;

/** Reads cookies and form of a request; a form over the limit is cut off. */
const readVisit = async (request: IncomingMessage): Promise<Visit> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes <= MAX_FORM_BYTES) chunks.push(chunk);
  }
  const pairs = (request.headers.cookie ?? "").split(/;\s*/).map((pair) => pair.split("=", 2));
  return {
    cookies: Object.fromEntries(pairs.map(([name = "", value = ""]) => [name, value])),
    query: Object.fromEntries(new URL(request.url ?? "/", "http://shop").searchParams),
    form: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())),
    isPost: request.method === "POST",
  };
};

const send = (request: IncomingMessage, response: ServerResponse, { status, headers, body }: Reply): void => {
  const etag = `"${createHash("sha1").update(body).digest("base64url")}"`;
  if (status === 200 && request.headers["if-none-match"] === etag) {
    response.writeHead(304, { etag }).end();
    return;
  }
  const content = Buffer.from(body);
  response.writeHead(status, { ...headers, "content-length": content.length, etag });
  response.end(request.method === "HEAD" ? undefined : content);
};

const listen = (server: Server, port: number, host: string): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });

/** Opens the demo shop on this machine. */
export const startDemoSite = async (options: DemoSiteOptions = {}): Promise<DemoSite> => {
  const { port: wanted = 0, host = "127.0.0.1", visitsPerRevision = 1 } = options;
  const visits = new Map<string, number>();
  const waiting = new Set<NodeJS.Timeout>();
  const { sessions, counts, expire, unlock } = createSignIns();
  let isRedesigned = false;
  let revision = 0;
  let entries = 0;

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!["GET", "HEAD", "POST"].includes(request.method ?? "")) {
      response.writeHead(405, { allow: "GET, HEAD" }).end();
      return;
    }
    const visit = await readVisit(request);
    const [pathname = "/"] = (request.url ?? "/").split("?");
    visits.set(pathname, (visits.get(pathname) ?? 0) + 1);
    const reply = answer(shop, pathname, visit);
    if (reply.delayMs === undefined) return send(request, response, reply);
    const timer = setTimeout(() => {
      waiting.delete(timer);
      send(request, response, reply);
    }, reply.delayMs);
    waiting.add(timer);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });

  const { port } = await listen(server, wanted, host);
  const url = `http://${host}:${port}`;
  const shop: Shop = {
    url,
    revision: () => revision,
    enterCatalogue: () => {
      if (entries > 0 && entries % visitsPerRevision === 0) revision++;
      entries++;
    },
    visitsOf: (path) => visits.get(path) ?? 0,
    sessions,
    isRedesigned: () => isRedesigned,
    redesign: () => {
      isRedesigned = !isRedesigned;
    },
  };

  return {
    url,
    port,
    visits,
    revision: shop.revision,
    redesign: shop.redesign,
    signIns: counts,
    expireSessions: expire,
    unlock,
    movePrices: () => {
      revision++;
    },
    stop: () => {
      for (const timer of waiting) clearTimeout(timer);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
