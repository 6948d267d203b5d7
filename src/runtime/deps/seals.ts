import type { Keys } from "../../adapters/keyring.ts";
import { createSeals } from "../../adapters/seal.ts";
import { openServiceSecret } from "../../adapters/serviceSecret.ts";
import type { WithSeals } from "../../domain/ports.ts";
import { required } from "../env.ts";

/** Reads the keys that seal accounts' secrets: derived from the service secret, and of no other use. */
export const sealKeys = (): (() => Promise<Keys>) => {
  const secret = openServiceSecret(required("SERVICE_SECRET_ARN"));
  return () => secret.keysFor("seal");
};

export const withSeals = (): WithSeals => ({ seals: createSeals(sealKeys()) });
