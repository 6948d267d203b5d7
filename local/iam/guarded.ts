/** The services whose requests pass the guard. */

/** By the names under which requests are signed. */
export const GUARDED = ["dynamodb", "s3", "sqs", "secretsmanager", "ses", "lambda"] as const;
export type Guarded = (typeof GUARDED)[number];
