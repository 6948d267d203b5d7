import { DomainError } from "../../contract/errors.ts";

const BEARER = /^bearer +(\S+) *$/i;

/**
 * The API key that a request carries, in X-API-Key or as the bearer token of Authorization (RFC 6750).
 *
 * @throws DomainError `unauthenticated` where the two differ: neither is guessed at
 */
export const presentedKey = (headers: Readonly<Record<string, string | undefined>>): string | undefined => {
  const own = headers["x-api-key"] || undefined;
  const bearer = BEARER.exec(headers.authorization ?? "")?.[1];
  if (own === undefined || bearer === undefined || own === bearer) return own ?? bearer;
  throw new DomainError("unauthenticated", "X-API-Key and Authorization carry different keys: send one.");
};
