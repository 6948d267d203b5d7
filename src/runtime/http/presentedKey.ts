import { DomainError } from "../../contract/errors.ts";
import { isMeantAsKey } from "../../domain/keys/format.ts";

const BEARER = /^bearer +(\S+) *$/i;

/**
 * The API key of a request, from X-API-Key or the bearer token in Authorization (RFC 6750). With X-API-Key present, a
 * bearer token that is not one of our keys is ignored; it may be meant for a proxy.
 *
 * @throws DomainError `unauthenticated` if both contain keys and they differ
 */
export const presentedKey = (headers: Readonly<Record<string, string | undefined>>): string | undefined => {
  const own = headers["x-api-key"] || undefined;
  const bearer = BEARER.exec(headers.authorization ?? "")?.[1];
  if (own === undefined) return bearer;
  if (bearer === undefined || bearer === own || !isMeantAsKey(bearer)) return own;
  throw new DomainError("unauthenticated", "X-API-Key and Authorization carry different keys: send one.");
};
