import { hkdfSync } from "node:crypto";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";

const KEY_BYTES = 32;

/**
 * The service secret, from which a key for each purpose is derived (HKDF-SHA256, RFC 5869).
 * Read once per function instance.
 */
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
        return Buffer.from(hkdfSync("sha256", await secret, "", `gleaner:${purpose}`, KEY_BYTES));
      } catch (error) {
        secret = undefined;
        throw error;
      }
    },
  };
};
