import { LOCAL_ACCOUNT, LOCAL_REGION } from "../stack/names.ts";

/** The URL of each emulated service. */
export interface Endpoints {
  readonly sqs: string;
  readonly s3: string;
  readonly secretsManager: string;
  readonly lambda: string;
}

/** The credentials that sign a request. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** The emulators do not check signatures, but the SDK sends only signed requests. */
export const CREDENTIALS: Credentials = { accessKeyId: "local", secretAccessKey: "local" };

export const clientSettings = (endpoint: string, credentials = CREDENTIALS) => ({
  endpoint,
  region: LOCAL_REGION,
  credentials,
});

/** Credentials as the AWS SDK reads them. */
export const credentialVariables = ({
  accessKeyId,
  secretAccessKey,
  sessionToken,
}: Credentials): Readonly<Record<string, string>> => ({
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  ...(sessionToken !== undefined && { AWS_SESSION_TOKEN: sessionToken }),
});

/** fauxqs itself names a host that does not resolve. */
export const queueUrlAt =
  (endpoint: string) =>
  (queueName: string): string =>
    `${endpoint}/${LOCAL_ACCOUNT}/${queueName}`;

/** A function's environment on this machine, beyond what the stack sets. */
export const localEnvironment = (
  endpoints: Endpoints,
  allowPrivate: readonly string[],
): Readonly<Record<string, string>> => ({
  // The AWS SDK reads these itself, so functions need not know where they run.
  AWS_ENDPOINT_URL_SQS: endpoints.sqs,
  AWS_ENDPOINT_URL_S3: endpoints.s3,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.secretsManager,
  AWS_ENDPOINT_URL_LAMBDA: endpoints.lambda,
  AWS_ENDPOINT_URL_STS: endpoints.lambda,
  AWS_REGION: LOCAL_REGION,
  DESTINATION_ROLES: "off",
  ...credentialVariables(CREDENTIALS),
  ...(process.env.CHROME_PATH ? { CHROME_PATH: process.env.CHROME_PATH } : {}),
  ...(allowPrivate.length > 0 ? { ALLOW_PRIVATE_TARGETS: allowPrivate.join(",") } : {}),
});
