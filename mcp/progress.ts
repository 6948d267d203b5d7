import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";

/** What a tool is told by the agent's program, and tells it on the way. */
export interface Progress {
  /** The agent no longer wants the answer. */
  readonly signal: AbortSignal;
  /** Says how far the work is, to a program that asked to be told. */
  readonly tell: (message: string) => void;
}

/** What comes with a call of a tool, beside its arguments. */
export type CallContext = Pick<
  RequestHandlerExtra<ServerRequest, ServerNotification>,
  "signal" | "_meta" | "sendNotification"
>;

/** Programs give up on a tool that is silent for long (60 seconds is usual). */
const HEARTBEAT_MS = 5_000;

/** Does work whose progress is told, at the latest every five seconds. */
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
    // Who has gone away hears nothing: no reason to fail.
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
