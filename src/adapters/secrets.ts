import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { AWS_REQUESTS } from "../contract/awsRequests.ts";
import { callCredentials } from "./callCredentials.ts";

export const createSecrets = (): SecretsManagerClient =>
  new SecretsManagerClient({ ...AWS_REQUESTS.short, ...callCredentials() });

/** What an operator or a deployment stored in a secret; empty if nothing was. */
export const readSecretText = async (secretArn: string, secrets = createSecrets()): Promise<string> =>
  (await secrets.send(new GetSecretValueCommand({ SecretId: secretArn }))).SecretString ?? "";
