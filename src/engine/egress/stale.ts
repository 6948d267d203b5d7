/**
 * Recognises connections that the target closed while they were idle. Servers close them after a few seconds (Node
 * after 5, some after 2) without asking, so a request can be sent on one that is just being closed.
 */
import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

/** By request: its connection, and how much that had received before the request was sent. */
const sent = new WeakMap<object, { readonly socket: Socket; readonly received: number }>();
const stale = new WeakSet<object>();

// The channels of undici: https://undici.nodejs.org/#/docs/api/DiagnosticsChannel
subscribe("undici:client:sendHeaders", (message) => {
  const { request, socket } = message as { request: object; socket: Socket };
  sent.set(request, { socket, received: socket.bytesRead });
});
subscribe("undici:request:error", (message) => {
  const { request, error } = message as { request: object; error: object };
  const own = sent.get(request);
  if (own && own.received > 0 && own.socket.bytesRead === own.received) stale.add(error);
});

const CLOSED = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/;

/** Whether a request failed because its connection, which had served others, closed before any byte of the answer. */
export const isStale = (error: unknown): boolean =>
  error instanceof Error && stale.has(error) && CLOSED.test(String((error as NodeJS.ErrnoException).code));
