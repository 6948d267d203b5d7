import type { Access } from "./access.ts";

/** A message with which a parent process removes a grant. It is sent back when done. */
export interface Revocation {
  readonly revoke: { readonly function: string; readonly action: string };
}

const isRevocation = (message: unknown): message is Revocation =>
  typeof (message as Revocation | null)?.revoke?.function === "string";

/**
 * Lets the parent process remove a grant through Node's IPC channel, so that a test can see how a function behaves
 * without it. Does nothing if there is no channel.
 */
export const acceptRevocations = (access: Pick<Access, "revoke">): void => {
  if (!process.send) return;
  process.on("message", (message: unknown) => {
    if (!isRevocation(message)) return;
    access.revoke(message.revoke.function, message.revoke.action);
    process.send?.(message);
  });
  process.channel?.unref();
};
