import type { Access } from "./access.ts";

/** What a parent process sends to take a grant away; it is answered with the same message. */
export interface Revocation {
  readonly revoke: { readonly function: string; readonly action: string };
}

const isRevocation = (message: unknown): message is Revocation =>
  typeof (message as Revocation | null)?.revoke?.function === "string";

/**
 * Lets the process that started the runner take a grant away, over Node's own channel between processes, so that
 * a test can see what becomes of a function that lacks it. Nothing where there is no channel.
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
