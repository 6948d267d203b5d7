import { LOCAL_ACCOUNT, LOCAL_REGION } from "../stack/names.ts";

/** Where each emulated service answers. */
export interface Endpoints {
  readonly sqs: string;
  readonly s3: string;
  readonly secretsManager: string;
}

/** The emulators check no signature, but the SDK will not send a request without one. */
const CREDENTIALS = { accessKeyId: "local", secretAccessKey: "local" };

export const clientSettings = (endpoint: string) => ({
  endpoint,
  region: LOCAL_REGION,
  credentials: CREDENTIALS,
});

/** fauxqs itself names a host that does not resolve. */
export const queueUrlAt =
  (endpoint: string) =>
  (queueName: string): string =>
    `${endpoint}/${LOCAL_ACCOUNT}/${queueName}`;

/** What a function's environment holds on this machine beyond what the stack puts there. */
export const localEnvironment = (
  endpoints: Endpoints,
  allowPrivate: readonly string[],
): Readonly<Record<string, string>> => ({
  // The AWS SDK reads these itself, so that no function needs to know where it runs.
  AWS_ENDPOINT_URL_SQS: endpoints.sqs,
  AWS_ENDPOINT_URL_S3: endpoints.s3,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.secretsManager,
  AWS_REGION: LOCAL_REGION,
  AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  ...(process.env.CHROME_PATH ? { CHROME_PATH: process.env.CHROME_PATH } : {}),
  ...(allowPrivate.length > 0 ? { ALLOW_PRIVATE_TARGETS: allowPrivate.join(",") } : {}),
});
