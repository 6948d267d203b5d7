import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "./pageServer.ts";

export interface Delivered {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The response of a path: a status with headers, or none at all. */
type Behaviour =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | "hang"
  | "reset";

export interface WebhookReceiver {
  readonly url: string;
  /** Received requests, in order. */
  readonly delivered: readonly Delivered[];
  /** Sets a path's response from now on (default 200). */
  readonly behave: (path: string, behaviour: Behaviour) => void;
  readonly stop: () => Promise<void>;
}

const answer = (response: ServerResponse, behaviour: Behaviour): void => {
  if (behaviour === "hang") return;
  if (behaviour === "reset") {
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(behaviour.status, behaviour.headers).end("seen");
};

/** A real webhook receiver, on a port that the service may fetch. */
export const startWebhookReceiver = async (): Promise<WebhookReceiver> => {
  const delivered: Delivered[] = [];
  const behaviours = new Map<string, Behaviour>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    delivered.push({ path, headers: request.headers, body: await text(request) });
    answer(response, behaviours.get(path) ?? { status: 200 });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    delivered,
    behave: (path, behaviour) => {
      behaviours.set(path, behaviour);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
