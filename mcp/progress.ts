import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";

/** A tool's connection to the agent's program while it works. */
export interface Progress {
  /** Aborted when the agent no longer wants the answer. */
  readonly signal: AbortSignal;
  /** Reports progress, if the program asked for it. */
  readonly tell: (message: string) => void;
}

/** What a tool knows of the agent. */
export interface Agent extends Progress {
  /** Whether the agent has this tool. */
  readonly offers: (tool: string) => boolean;
}

/** Context of a tool call, besides its arguments. */
export type CallContext = Pick<
  RequestHandlerExtra<ServerRequest, ServerNotification>,
  "signal" | "_meta" | "sendNotification"
>;

/** Programs give up on a tool that is silent for long (typically 60 seconds). */
const HEARTBEAT_MS = 5_000;

/** Runs work and reports its progress, at least every five seconds. */
export const withProgress = async <T>(
  { signal, _meta, sendNotification }: CallContext,
  work: (progress: Progress) => Promise<T>,
): Promise<T> => {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return work({ signal, tell: () => {} });
  const startedAt = performance.now();
  let progress = 0;
  let lastMessage = "Working";
  const send = (message: string): void => {
    progress += 1;
    // A client that has disconnected is no reason to fail.
    sendNotification({
      method: "notifications/progress",
      params: { progressToken, progress, message },
    }).catch(() => {});
  };
  const heartbeat = setInterval(
    () => send(`${lastMessage} (${Math.round((performance.now() - startedAt) / 1_000)} s)`),
    HEARTBEAT_MS,
  );
  const tell = (message: string): void => {
    if (message === lastMessage) return;
    lastMessage = message;
    send(message);
  };
  try {
    return await work({ signal, tell });
  } finally {
    clearInterval(heartbeat);
  }
};
