import type { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { keepKnown } from "./keepKnown.ts";
import { deriveKeys, type Keys } from "./keyring.ts";
import { createSecrets, readSecretText } from "./secrets.ts";

/**
 * How long a function keeps the service secret. A rotation waits twice as long before it makes anything with the new
 * version, so that every function knows the version by then.
 */
export const SECRET_KEPT_MS = 5 * 60_000;

/** @throws Error if it cannot be read */
export const readSecret = async (client: SecretsManagerClient, secretArn: string): Promise<string> => {
  const text = await readSecretText(secretArn, client);
  if (text === "") throw new Error("the service secret is empty");
  return text;
};

/**
 * The service secret, from which the keys for each purpose are derived.
 *
 * @param read reads the stored secret
 */
export const createServiceSecret = (read: () => Promise<string>, now: () => number) => {
  // What is known still opens everything that existed until then.
  const stored = keepKnown(SECRET_KEPT_MS, now, read);
  return { keysFor: async (purpose: string): Promise<Keys> => deriveKeys(await stored(), purpose, now()) };
};

/** The service secret in Secrets Manager. */
export const openServiceSecret = (secretArn: string) => {
  const client = createSecrets();
  return createServiceSecret(() => readSecret(client, secretArn), Date.now);
};
