import * as z from "zod";

/** What the stack (or the local runner in its place) tells a function. The only reader of `process.env`. */
const Env = z.object({
  TABLE_NAME: z.string(),
  BUCKET_NAME: z.string().optional(),
  RUNS_QUEUE_URL: z.string().optional(),
  SERVICE_SECRET_ARN: z.string().optional(),
  STAGE: z.string(),
  SERVICE_VERSION: z.string(),
  /** Epoch milliseconds. */
  DEPLOYED_AT: z.coerce.number(),
  USER_AGENT_CONTACT: z.string().optional(),
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
