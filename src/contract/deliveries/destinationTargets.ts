/** Where a destination's data goes, with its secrets and as it is shown. */
import * as z from "zod";
import { HttpUrl } from "../common.ts";
import { MaskedHeaders } from "./webhooks.ts";

/** Shown in place of a secret; sent back, it keeps the current one. */
export const KEPT_SECRET = "…";

/** A path of folders, without a leading slash, `.` or `..`. */
const FOLDER = /^(?!\.{1,2}(?:\/|$))[\w.\- ]+(?:\/(?!\.{1,2}(?:\/|$))[\w.\- ]+)*$/;

const Folder = z
  .string()
  .max(500)
  .regex(FOLDER, "must be folder names separated by /, of letters, digits, spaces and . _ -");

const Secret = z.string().min(1).max(4_000);

/** Any header but those that the service sets itself. */
const Headers = z
  .record(
    z
      .string()
      .max(100)
      .regex(/^[A-Za-z0-9-]+$/, "must be the name of a header"),
    z
      .string()
      .max(2_000)
      .regex(/^[\x20-\x7e…]*$/, "must be visible ASCII characters"),
  )
  .refine((headers) => Object.keys(headers).length <= 20, "must be at most 20 headers")
  .refine(
    (headers) =>
      Object.keys(headers).every(
        (name) =>
          !/^(?:content-.*|host|connection|transfer-encoding|idempotency-key|gleaner-.*)$/i.test(name),
      ),
    "must not name content-*, host, connection, transfer-encoding, idempotency-key or gleaner-*",
  );

/** Roles of other names can't be assumed: a deployment's own role lets it assume these alone. */
export const DESTINATION_ROLE_PREFIX = "gleaner-destination-";

const ROLE_ARN = new RegExp(
  String.raw`^arn:aws[a-z-]*:iam::\d{12}:role/(?:[\w+=,.@-]+/)*${DESTINATION_ROLE_PREFIX}[\w+=,.@-]{1,44}$`,
);

const BucketTarget = z
  .strictObject({
    type: z.literal("s3"),
    endpoint: HttpUrl.optional().describe(
      "The URL of an S3-compatible service, such as `https://s3.example.com`. Leave out for AWS.",
    ),
    region: z
      .string()
      .max(50)
      .regex(/^[a-z0-9-]+$/i)
      .default("us-east-1")
      .describe("The bucket's region."),
    bucket: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
      .describe("The bucket's name."),
    prefix: Folder.optional().describe("The folder in the bucket. Leave out for its top level."),
    accessKeyId: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("The key to the bucket. Leave out with `roleArn`."),
    secretAccessKey: Secret.optional().describe("Encrypted, and shown as `…`."),
    roleArn: z
      .string()
      .max(512)
      .regex(ROLE_ARN, `must be the ARN of a role whose name starts with ${DESTINATION_ROLE_PREFIX}`)
      .optional()
      .describe(
        "Instead of a key, on AWS: the role to assume, whose name starts with `gleaner-destination-`. Its trust policy must " +
          "require your account's id as the external ID (`sts:ExternalId`).",
      ),
  })
  .superRefine(({ accessKeyId, secretAccessKey, roleArn, endpoint }, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (roleArn === undefined) {
      if (accessKeyId === undefined) refuse("accessKeyId", "is required, unless roleArn is given");
      if (secretAccessKey === undefined) refuse("secretAccessKey", "is required, unless roleArn is given");
      return;
    }
    if (accessKeyId !== undefined) refuse("accessKeyId", "must be left out if roleArn is given");
    if (secretAccessKey !== undefined) refuse("secretAccessKey", "must be left out if roleArn is given");
    if (endpoint !== undefined) refuse("endpoint", "must be left out: a role opens buckets on AWS only");
  });

const FolderTarget = z.strictObject({
  type: z.literal("folder"),
  folder: Folder.describe("A folder under the one that the operator has named. It is created if needed."),
});

const HttpTarget = z.strictObject({
  type: z.literal("http"),
  url: HttpUrl.describe("The URL that receives the data. Its query is encrypted, and shown as `…`."),
  headers: Headers.optional().describe(
    "Further headers, such as `Authorization`. Values are encrypted, and shown as `…`.",
  ),
});

/** Quoted in every statement; names with capitals would have to be quoted by readers, too. */
const SqlName = z
  .string()
  .max(50)
  .regex(/^[a-z_][a-z0-9_]*$/, "must be lower-case letters, digits and _, and not start with a digit");

const PostgresTarget = z.strictObject({
  type: z.literal("postgres"),
  host: z
    .string()
    .max(253)
    .regex(/^[A-Za-z0-9.:-]+$/, "must be a host name or an IP address")
    .describe("The server's host name or IP address."),
  port: z.int().min(1).max(65_535).default(5432),
  database: z.string().min(1).max(63),
  user: z.string().min(1).max(63),
  password: Secret.describe("Encrypted, and shown as `…`."),
  schema: SqlName.default("public"),
  table: SqlName.describe(
    "The table. It is created by the first delivery, and gets columns as the data needs them. `<table>_runs` names the " +
      "runs that it has.",
  ),
  removed: z
    .enum(["flag", "delete"])
    .default("flag")
    .describe(
      "For content `latest` of a monitor: `flag` sets `_removed_at` in rows of removed records, `delete` deletes the rows.",
    ),
  tls: z
    .enum(["verify", "off"])
    .default("verify")
    .describe("`off` only for private hosts that the operator has allowed."),
  caCertificate: z
    .string()
    .max(20_000)
    .regex(/^(?:-----BEGIN CERTIFICATE-----|…$)/, "must be a certificate as PEM")
    .optional()
    .describe("The authority of the server's certificate, as PEM, if it is not a public one. Shown as `…`."),
});

export const DestinationTarget = z.discriminatedUnion("type", [
  BucketTarget,
  FolderTarget,
  HttpTarget,
  PostgresTarget,
]);
/** A target with its secrets. */
export type DestinationTarget = z.output<typeof DestinationTarget>;
export type DestinationType = DestinationTarget["type"];

/** A target as it is shown: keys, passwords, header values and the query of a URL are `…`. */
export const ShownTarget = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("s3"),
    endpoint: z.string().optional(),
    region: z.string(),
    bucket: z.string(),
    prefix: z.string().optional(),
    accessKeyId: z.string().optional(),
    secretAccessKey: z.string().optional().describe("Always `…`, if the bucket is opened with a key."),
    roleArn: z.string().optional(),
  }),
  z.object({ type: z.literal("folder"), folder: z.string() }),
  z.object({
    type: z.literal("http"),
    url: z.string(),
    headers: MaskedHeaders.optional(),
  }),
  z.object({
    type: z.literal("postgres"),
    host: z.string(),
    port: z.int(),
    database: z.string(),
    user: z.string(),
    password: z.string().describe("Always `…`."),
    schema: z.string(),
    table: z.string(),
    removed: z.enum(["flag", "delete"]),
    tls: z.enum(["verify", "off"]),
    caCertificate: z.string().optional().describe("Always `…`."),
  }),
]);
export type ShownTarget = z.infer<typeof ShownTarget>;
