/** Verifies signed requests with Cloudflare's `web-bot-auth`, which shares no code with the service. */
import type { JsonWebKey } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { verify } from "web-bot-auth";
import { verifierFromJWK } from "web-bot-auth/crypto";

const SIGNED = ["signature-agent", "signature-input", "signature"] as const;

/** Whether a site at this URL would accept the request as one of the owner of the key. */
export const isSignedBy = async (
  jwk: object,
  url: string,
  headers: IncomingHttpHeaders = {},
): Promise<boolean> => {
  const given = SIGNED.map((name): [string, string] => [name, String(headers[name] ?? "")]);
  if (given.some(([, value]) => value === "")) return false;
  try {
    await verify(new Request(url, { headers: given }), await verifierFromJWK(jwk as JsonWebKey));
    return true;
  } catch {
    return false;
  }
};
