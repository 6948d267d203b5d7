import { DomainError } from "../../contract/errors.ts";
import { isMeantAsKey } from "../../domain/keys/format.ts";

const BEARER = /^bearer +(\S+) *$/i;

/**
 * The API key that a request carries, in X-API-Key or as the bearer token of Authorization (RFC 6750). Beside
 * X-API-Key, a bearer token that is no key of ours is somebody else's, such as a proxy's, and is left alone.
 *
 * @throws DomainError `unauthenticated` where both carry keys and they differ: neither is guessed at
 */
export const presentedKey = (headers: Readonly<Record<string, string | undefined>>): string | undefined => {
  const own = headers["x-api-key"] || undefined;
  const bearer = BEARER.exec(headers.authorization ?? "")?.[1];
  if (own === undefined) return bearer;
  if (bearer === undefined || bearer === own || !isMeantAsKey(bearer)) return own;
  throw new DomainError("unauthenticated", "X-API-Key and Authorization carry different keys: send one.");
};
