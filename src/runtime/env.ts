import * as z from "zod";
import { type SessionCredentials, setCallCredentials } from "../adapters/callCredentials.ts";
import { RUN_AUDIT_DAYS } from "../contract/account/journal.ts";
import { LEAST_DUE_PARTITIONS } from "../contract/due.ts";
import { PROXY_DNS } from "../contract/flows/proxy.ts";

const splitAtEquals = (text: string): [string, string] => {
  const at = text.indexOf("=");
  return [text.slice(0, at), text.slice(at + 1)];
};

/** The environment that the stack or the local runner gives a function. The only reader of `process.env`. */
const Env = z.object({
  TABLE_NAME: z.string(),
  /** The file of the embedded table, which replaces DynamoDB. Set by the local runner only. */
  TABLE_FILE: z.string().optional(),
  /** Whether that file is deleted when the process ends, so that writes need no fsync. */
  TABLE_FILE_IS_TEMPORARY: z.stringbool().default(false),
  /** Whether DynamoDB's endpoint is asked for permission before that file is used. Set by the local runner only. */
  TABLE_ASKS_FIRST: z.stringbool().default(false),
  BUCKET_NAME: z.string().optional(),
  RUNS_QUEUE_URL: z.string().optional(),
  BROWSERRUNS_QUEUE_URL: z.string().optional(),
  EVENTS_QUEUE_URL: z.string().optional(),
  DELIVERIES_QUEUE_URL: z.string().optional(),
  DESTINATIONS_QUEUE_URL: z.string().optional(),
  EXPORTS_QUEUE_URL: z.string().optional(),
  MAILS_QUEUE_URL: z.string().optional(),
  HANDOVERDUE_FUNCTION_NAME: z.string().optional(),
  INSPECTPAGE_FUNCTION_NAME: z.string().optional(),
  INSPECTPAGE_SESSION_ROLE_ARN: z.string().optional(),
  OPENPAGE_FUNCTION_NAME: z.string().optional(),
  OPENPAGE_SESSION_ROLE_ARN: z.string().optional(),
  EXECUTEBROWSERRUN_FUNCTION_NAME: z.string().optional(),
  EXECUTEBROWSERRUN_SESSION_ROLE_ARN: z.string().optional(),
  DEAD_LETTERS_QUEUE_URL: z.string().optional(),
  STUCK_QUEUE_URL: z.string().optional(),
  /** Folder of the browser layer. */
  BROWSER_FOLDER: z.string().optional(),
  /** The operator's own Chrome. Set by the local runner only. */
  CHROME_PATH: z.string().optional(),
  SERVICE_SECRET_ARN: z.string().optional(),
  MAIL_SENDER: z.string().optional(),
  /** The SES configuration set that reports bounces and complaints. */
  MAIL_CONFIGURATION_SET: z.string().optional(),
  PAYMENT_SECRET_ARN: z.string().optional(),
  /** `plan/interval=price,…` */
  PAYMENT_PRICES: z
    .string()
    .default("")
    .transform((list) => Object.fromEntries(list.split(",").filter(Boolean).map(splitAtEquals))),
  /** Plan prices for people to read: `plan/interval=amount and currency,…`. */
  PLAN_PRICES: z.string().optional(),
  PAYMENT_RETURN_URL: z.string().optional(),
  PAYMENT_API_URL: z.string().optional(),
  MODEL_ID: z.string().optional(),
  /** An OpenAI-compatible endpoint; absent: Amazon Bedrock. */
  MODEL_BASE_URL: z.string().optional(),
  MODEL_SECRET_ARN: z.string().optional(),
  /** `input/output` in US dollars per million tokens. */
  MODEL_PRICES: z
    .string()
    .default("0/0")
    .transform((text) => text.split("/").map(Number))
    .transform(([input = 0, output = 0]) => ({ input, output })),
  /** Address of the SearXNG instance that searches are answered by; absent: there are none. */
  SEARCH_URL: z.string().optional(),
  /** Failed authentications that one address may send per minute; 0: any number. */
  ADDRESS_LIMIT: z.coerce.number().default(600),
  /** Partitions of the index of what is due. */
  DUE_PARTITIONS: z.coerce.number().default(LEAST_DUE_PARTITIONS),
  /** Days for which the audit entries of runs that keys have started are kept. */
  RUN_AUDIT_DAYS: z.coerce.number().default(RUN_AUDIT_DAYS),
  /** The operator's proxy, with its credentials. Set by the local runner only. */
  PROXY_URL: z.string().optional(),
  /** The secret that holds the operator's proxy on AWS. */
  PROXY_SECRET_ARN: z.string().optional(),
  /** Who resolves the names of targets: this service, or the operator's proxy. */
  PROXY_DNS: z.enum(PROXY_DNS).default("here"),
  /** The public origin of the directory with the keys that sign requests; absent: requests are not signed. */
  SIGNATURE_AGENT: z.string().optional(),
  /** The secret that those keys are made from. */
  SIGNING_SECRET_ARN: z.string().optional(),
  STAGE: z.string(),
  SERVICE_VERSION: z.string(),
  /** Identifies the code of all functions. */
  BUILD: z.string().optional(),
  USER_AGENT_CONTACT: z.string().optional(),
  /** URL of the dashboard, or its path. Only set on functions that link to it. */
  DASHBOARD_URL: z.string().optional(),
  /** Origin that people open, if `DASHBOARD_URL` is a path. Set by the local runner only. */
  PUBLIC_ORIGIN: z.string().optional(),
  /** Origin of the dashboard, from which sessions are accepted, if it is not the API's own. */
  SITE_ORIGIN: z.string().optional(),
  /** What the CDN adds to requests that it passes on from that origin. */
  CDN_TOKEN: z.string().optional(),
  /** Private addresses that may be fetched, as `host:port,…`. Set by the local runner only. */
  ALLOW_PRIVATE_TARGETS: z
    .string()
    .default("")
    .transform((list) => list.split(",").filter(Boolean)),
  /** The folder under which destinations of type `folder` are. Set by the local runner only. */
  DESTINATION_FOLDER: z.string().optional(),
  /** Whether buckets can be opened by a role. `off` is set by the local runner only: nobody there gives out roles' keys. */
  DESTINATION_ROLES: z.enum(["on", "off"]).default("on"),
  AWS_LAMBDA_FUNCTION_NAME: z.string(),
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: z.coerce.number(),
});

export type Env = z.infer<typeof Env>;

let parsed: Env | undefined;

export const readEnv = (): Env => {
  parsed ??= Env.parse(process.env);
  return parsed;
};

/** A setting that this function's row in the operation table guarantees. */
export const required = <K extends keyof Env>(name: K): NonNullable<Env[K]> => {
  const value = readEnv()[name];
  if (value === undefined) throw new Error(`the function was deployed without ${name}`);
  return value as NonNullable<Env[K]>;
};

/**
 * From here on, every AWS client of this function signs with these credentials: those made with `callCredentials`, and a model's, which
 * reads the environment for each request.
 */
export const useCredentials = ({ accessKeyId, secretAccessKey, sessionToken }: SessionCredentials): void => {
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  });
  setCallCredentials({ accessKeyId, secretAccessKey, sessionToken });
};
