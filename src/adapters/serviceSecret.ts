import { hkdfSync } from "node:crypto";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";

const KEY_BYTES = 32;

/** Derives the key for a purpose from the service secret (HKDF-SHA256, RFC 5869). */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", `gleaner:${purpose}`, KEY_BYTES));

/** The service secret, from which a key for each purpose is derived. Read once per function instance. */
export const createServiceSecret = (secretArn: string) => {
  const client = new SecretsManagerClient({});
  let secret: Promise<string> | undefined;

  const read = async (): Promise<string> => {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretArn }));
    if (!SecretString) throw new Error("the service secret is empty");
    return SecretString;
  };

  return {
    async deriveKey(purpose: string): Promise<Buffer> {
      secret ??= read();
      try {
        return deriveKey(await secret, purpose);
      } catch (error) {
        secret = undefined;
        throw error;
      }
    },
  };
};
