import * as z from "zod";

const splitAtEquals = (text: string): [string, string] => {
  const at = text.indexOf("=");
  return [text.slice(0, at), text.slice(at + 1)];
};

/** What the stack (or the local runner in its place) tells a function. The only reader of `process.env`. */
const Env = z.object({
  TABLE_NAME: z.string(),
  /** The file of the embedded table, which replaces DynamoDB. Set by the local runner only. */
  TABLE_FILE: z.string().optional(),
  /** Whether that file is deleted with the process, so that its writes need no fsync. */
  TABLE_FILE_IS_TEMPORARY: z.stringbool().default(false),
  /** Whether DynamoDB's endpoint is asked for permission before that file is. Set by the local runner only. */
  TABLE_ASKS_FIRST: z.stringbool().default(false),
  BUCKET_NAME: z.string().optional(),
  RUNS_QUEUE_URL: z.string().optional(),
  BROWSERRUNS_QUEUE_URL: z.string().optional(),
  EVENTS_QUEUE_URL: z.string().optional(),
  DELIVERIES_QUEUE_URL: z.string().optional(),
  MAILS_QUEUE_URL: z.string().optional(),
  HANDOVERDUE_FUNCTION_NAME: z.string().optional(),
  INSPECTPAGE_FUNCTION_NAME: z.string().optional(),
  DEAD_LETTERS_QUEUE_URL: z.string().optional(),
  /** Where the browser layer is. */
  BROWSER_FOLDER: z.string().optional(),
  /** A Chrome of the operator's own. Set by the local runner only. */
  CHROME_PATH: z.string().optional(),
  SERVICE_SECRET_ARN: z.string().optional(),
  MAIL_SENDER: z.string().optional(),
  /** The configuration set of SES that tells of bounces and complaints. */
  MAIL_CONFIGURATION_SET: z.string().optional(),
  PAYMENT_SECRET_ARN: z.string().optional(),
  /** `plan/interval=price,…` */
  PAYMENT_PRICES: z
    .string()
    .default("")
    .transform((list) => Object.fromEntries(list.split(",").filter(Boolean).map(splitAtEquals))),
  /** `plan/interval=amount and currency,…`: what plans cost, for people to read. */
  PLAN_PRICES: z.string().optional(),
  PAYMENT_RETURN_URL: z.string().optional(),
  PAYMENT_API_URL: z.string().optional(),
  MODEL_ID: z.string().optional(),
  /** Of an OpenAI-compatible endpoint; absent: Amazon Bedrock. */
  MODEL_BASE_URL: z.string().optional(),
  MODEL_SECRET_ARN: z.string().optional(),
  /** `input/output`, in US dollars for a million tokens. */
  MODEL_PRICES: z
    .string()
    .default("0/0")
    .transform((text) => text.split("/").map(Number))
    .transform(([input = 0, output = 0]) => ({ input, output })),
  STAGE: z.string(),
  SERVICE_VERSION: z.string(),
  /** Names the code of all functions. */
  BUILD: z.string().optional(),
  USER_AGENT_CONTACT: z.string().optional(),
  /** Where people look after their account. Set where no operation's route matches only. */
  DASHBOARD_URL: z.string().optional(),
  /** `host:port,…` that may be visited although they are private. Set by the local runner only. */
  ALLOW_PRIVATE_TARGETS: z
    .string()
    .default("")
    .transform((list) => list.split(",").filter(Boolean)),
  AWS_LAMBDA_FUNCTION_NAME: z.string(),
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: z.coerce.number(),
});

export type Env = z.infer<typeof Env>;

let parsed: Env | undefined;

export const readEnv = (): Env => {
  parsed ??= Env.parse(process.env);
  return parsed;
};

/** A setting that this function's row in the operation table promises. */
export const required = <K extends keyof Env>(name: K): NonNullable<Env[K]> => {
  const value = readEnv()[name];
  if (value === undefined) throw new Error(`the function was deployed without ${name}`);
  return value as NonNullable<Env[K]>;
};
