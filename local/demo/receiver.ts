import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import * as z from "zod";
import { openOnLoopback } from "../httpServer.ts";

/** A delivery with a valid signature. */
export interface VerifiedDelivery {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** Sets the webhook's secret. Deliveries before that are rejected. */
  readonly trust: (secret: string) => void;
  /** Deliveries with a valid signature, each event once. */
  readonly verified: () => readonly VerifiedDelivery[];
  /** How many deliveries were rejected because of their signature. */
  readonly refused: () => number;
  readonly stop: () => Promise<void>;
}

const Payload = z.looseObject({ type: z.string(), data: z.record(z.string(), z.unknown()) });

/** A webhook receiver as a user would write it. It verifies with the official library and removes duplicates. */
export const startReceiver = async (): Promise<Receiver> => {
  const verified = new Map<string, VerifiedDelivery>();
  let webhook: Webhook | undefined;
  let refused = 0;
  const server = createServer(async (request, response) => {
    try {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const body = await text(request);
      if (!webhook) throw new Error("no secret yet");
      const { type, data } = Payload.parse(webhook.verify(body, headers));
      const id = headers["webhook-id"] ?? "";
      verified.set(id, { id, type, data });
      response.writeHead(204).end();
    } catch {
      refused++;
      response.writeHead(400).end();
    }
  });
  const { url, port, close } = await openOnLoopback(server);
  return {
    url: `${url}/hooks`,
    port,
    trust: (secret) => {
      webhook = new Webhook(secret);
    },
    verified: () => [...verified.values()],
    refused: () => refused,
    stop: close,
  };
};
