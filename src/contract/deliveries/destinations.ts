/** Destinations: the places to which a flow's data is delivered after each good run. */
import * as z from "zod";
import { pageQuery, Timestamp } from "../common.ts";
import { DestinationTarget, ShownTarget } from "./destinationTargets.ts";
import { DeliveryAttempt, DeliveryStatus } from "./webhooks.ts";

export const DestinationContent = z.enum(["items", "latest", "changes"]);
export type DestinationContent = z.infer<typeof DestinationContent>;

export const DestinationFormat = z.enum(["ndjson", "csv", "parquet"]);
export type DestinationFormat = z.infer<typeof DestinationFormat>;

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
    .describe(
      "Why a delivery has no data, such as a newer run that was delivered first, or why it was cancelled and what it has left.",
    ),
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
