import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import * as z from "zod";
import { AWS_REQUESTS } from "../contract/awsRequests.ts";
import { callCredentials } from "./callCredentials.ts";

/** The endpoint's key, as the operator puts it into the model's secret. */
const ModelKeys = z.object({ apiKey: z.string().min(1) });

/** Undefined if the secret is empty: a self-hosted endpoint may need no key. */
export const readModelKey = async (secretArn: string): Promise<string | undefined> => {
  const { SecretString = "{}" } = await new SecretsManagerClient({
    ...AWS_REQUESTS.short,
    ...callCredentials(),
  }).send(new GetSecretValueCommand({ SecretId: secretArn }));
  return ModelKeys.safeParse(JSON.parse(SecretString)).data?.apiKey;
};
