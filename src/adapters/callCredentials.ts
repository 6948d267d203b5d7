/** Credentials that come with each call of a confined function, for its AWS clients. */
import type { ConfinedCall } from "../contract/messages.ts";

/** Of a session: whoever has them can do what the session may, until it ends. */
export type SessionCredentials = ConfinedCall["credentials"];

let ofCall: SessionCredentials | null = null;

/** From here on, AWS clients made with {@link callCredentials} sign with these. */
export const setCallCredentials = (credentials: SessionCredentials): void => {
  ofCall = credentials;
};

interface ClientCredentials {
  readonly credentials?: () => Promise<SessionCredentials & { readonly expiration: Date }>;
}

/**
 * Options of an AWS client; none in a function that has a role of its own. Clients are kept from call to call, so these credentials
 * count as expired and are read for each request. The SDK's own chain cannot do this: two requests at once that find its credentials
 * expired can fail.
 */
export const callCredentials = (): ClientCredentials =>
  ofCall === null
    ? {}
    : { credentials: async () => ({ ...(ofCall as SessionCredentials), expiration: new Date(0) }) };
