/** Destinations: the places to which a flow's data is delivered after each good run. */
import * as z from "zod";
import { HttpUrl, pageQuery, Timestamp } from "./common.ts";
import { DeliveryAttempt, DeliveryStatus, MaskedHeaders } from "./webhooks.ts";

export const DestinationContent = z.enum(["items", "latest", "changes"]);
export type DestinationContent = z.infer<typeof DestinationContent>;

export const DestinationFormat = z.enum(["ndjson", "csv", "parquet"]);
export type DestinationFormat = z.infer<typeof DestinationFormat>;

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

const FlowIds = z
  .array(z.string().min(1).max(128))
  .min(1)
  .max(100)
  .overwrite((ids) => [...new Set(ids)])
  .nullable();

const Name = z.string().trim().min(1).max(200);

const CONTENT =
  "`items`: each run's items. `latest`: the records as they are now, in place of the earlier ones. `changes`: " +
  "the records that a run added, changed or removed; only flows of mode `monitor` have changes.";

export const CreateDestination = z
  .strictObject({
    name: Name,
    target: DestinationTarget,
    flowIds: FlowIds.optional().describe("The flows whose data is delivered. Default: all flows."),
    content: DestinationContent.default("items").describe(CONTENT),
    format: DestinationFormat.default("ndjson").describe(
      "The files' format. Targets of type `http` get NDJSON, and those of type `postgres` rows.",
    ),
  })
  .superRefine(({ target, format }, context) => {
    if ((target.type === "http" || target.type === "postgres") && format !== "ndjson")
      context.addIssue({
        code: "custom",
        path: ["format"],
        message: `must be \`ndjson\` for type \`${target.type}\``,
      });
  });

export const UpdateDestination = z.strictObject({
  name: Name.optional(),
  target: DestinationTarget.optional().describe(
    "Replaces the target, which must be of the same type. A secret of `…` keeps the current one.",
  ),
  flowIds: FlowIds.optional(),
  content: DestinationContent.optional(),
  format: DestinationFormat.optional(),
  active: z.boolean().optional().describe("Inactive destinations receive nothing."),
  // Accepted so that the result of a GET can be sent in a PUT.
  id: z.unknown().optional(),
  failing: z.unknown().optional(),
  createdAt: z.unknown().optional(),
});

const DestinationFailure = z.object({
  since: Timestamp.describe("Time of the first failure after the last success."),
  httpStatus: z.int().nullable().describe("The latest response; null if there was none."),
  error: z.string().nullable().describe("Why the latest delivery failed."),
});

export const Destination = z.object({
  id: z.string(),
  name: z.string(),
  target: ShownTarget.describe("Where the data goes. Secrets are shown as `…`."),
  flowIds: z.array(z.string()).nullable().describe("The flows whose data is delivered; null: all flows."),
  content: DestinationContent.describe(CONTENT),
  format: DestinationFormat,
  active: z.boolean(),
  failing: DestinationFailure.optional().describe(
    "How deliveries fail. Absent unless the latest one failed.",
  ),
  createdAt: Timestamp,
});
export type Destination = z.infer<typeof Destination>;

export const ListDestinationsQuery = z.strictObject(pageQuery());
export const ListDestinationDeliveriesQuery = z.strictObject(pageQuery());

export const DestinationTest = z.object({
  succeeded: z.boolean(),
  httpStatus: z.int().nullable().describe("The response's status; null if there was none."),
  duration: z.int().min(0).describe("Milliseconds."),
  error: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe("Why nothing can be delivered; null if it can."),
});
export type DestinationTest = z.infer<typeof DestinationTest>;

export const DestinationDelivery = z.object({
  id: z.string(),
  destinationId: z.string(),
  flowId: z.string(),
  runId: z.string().describe("The run whose data is delivered."),
  status: DeliveryStatus.describe(
    "`cancelled`: the destination was disabled or deleted, or the run deleted.",
  ),
  itemCount: z.int().min(0).nullable().describe("Delivered rows; null before the delivery has succeeded."),
  note: z
    .string()
    .nullable()
    .describe("Why a delivery that succeeded has no data, such as a newer run that was delivered first."),
  attempts: z.array(DeliveryAttempt).describe("All attempts, oldest first."),
  nextAttemptAt: Timestamp.nullable(),
  createdAt: Timestamp,
});
export type DestinationDelivery = z.infer<typeof DestinationDelivery>;

export const DestinationDeliveryParams = z.strictObject({
  id: z.string().min(1).max(128),
  deliveryId: z.string().min(1).max(128),
});

/** Message of the queue `destinations`: "this delivery may be due". Duplicates are harmless. */
export const DestinationMessage = z.strictObject({
  type: z.literal("destinationDelivery"),
  accountId: z.string(),
  deliveryId: z.string(),
});
export type DestinationMessage = z.infer<typeof DestinationMessage>;
