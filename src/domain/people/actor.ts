import type { Actor, SignedIn } from "../ports.ts";

/** A person who does something in an account that their session is not about: for its audit log. */
export const actorIn = (accountId: string, { id, personId, request }: SignedIn): Actor => ({
  accountId,
  userId: personId,
  keyId: null,
  sessionId: id,
  request,
});
