import { createServer, type IncomingHttpHeaders } from "node:http";
import { listen } from "./pageServer.ts";

interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

export interface EchoSite {
  readonly url: string;
  readonly port: number;
  /** Requests in order, with their headers. */
  readonly seen: SeenRequest[];
  /** The headers of the first request for a path. */
  readonly headersOf: (path: string) => IncomingHttpHeaders | undefined;
  readonly stop: () => Promise<void>;
}

type Reply = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** A site that remembers the headers of each request. Unknown paths answer 404. */
export const startEchoSite = async (
  reply: (path: string, headers: IncomingHttpHeaders) => Reply | undefined,
): Promise<EchoSite> => {
  const seen: SeenRequest[] = [];
  const server = createServer(({ url: path = "/", headers }, response) => {
    seen.push({ path, headers });
    const answer = reply(path, headers) ?? { status: 404, body: "Not found" };
    response.writeHead(answer.status ?? 200, { "content-type": "text/html", ...answer.headers });
    response.end(answer.body ?? "");
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    headersOf: (path) => seen.find((request) => request.path === path)?.headers,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
