import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import * as z from "zod";

/** The endpoint's key, as the operator puts it into the model's secret. */
const ModelKeys = z.object({ apiKey: z.string().min(1) });

/** Undefined where none was put there: an endpoint of one's own may ask for none. */
export const readModelKey = async (secretArn: string): Promise<string | undefined> => {
  const { SecretString = "{}" } = await new SecretsManagerClient({}).send(
    new GetSecretValueCommand({ SecretId: secretArn }),
  );
  return ModelKeys.safeParse(JSON.parse(SecretString)).data?.apiKey;
};
