/** The services whose requests pass the guard. */

/** Named as in request signatures. */
export const GUARDED = ["dynamodb", "s3", "sqs", "secretsmanager", "ses", "lambda", "sts"] as const;
export type Guarded = (typeof GUARDED)[number];
