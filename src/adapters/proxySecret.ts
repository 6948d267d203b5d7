import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { AWS_REQUESTS } from "../contract/awsRequests.ts";
import { callCredentials } from "./callCredentials.ts";

/** The address of the operator's proxy, as the operator put it into its secret. */
export const readProxySecret = async (secretArn: string): Promise<string> => {
  const { SecretString = "" } = await new SecretsManagerClient({
    ...AWS_REQUESTS.short,
    ...callCredentials(),
  }).send(new GetSecretValueCommand({ SecretId: secretArn }));
  return SecretString;
};
