/** Results of a monitor: changes between collections, records as of a time, the history of one record. */
import * as z from "zod";
import { AlertSeverity } from "./alerts.ts";
import { pageQuery, Timestamp } from "./common.ts";
import { CHANGE_TYPES } from "./conditions.ts";
import { Currencies } from "./currencies.ts";
import { Item } from "./runs.ts";

const FieldChange = z.object({
  previous: z.unknown(),
  current: z.unknown(),
  currency: z.string().optional().describe("For a price, its ISO 4217 code if the page gives one."),
});
const fieldChanges = z
  .record(z.string(), FieldChange)
  .describe("The fields that differ. For an added or removed record, all of its fields.");

const recordLabel = z
  .string()
  .optional()
  .describe("The record's name, such as its title. Absent if it has none, and in older changes.");

/** A record that differs between two collections. */
export const RecordChange = z.object({
  key: z
    .string()
    .describe("Identifies the record within its flow. See GET /flows/{id}/records/{key}/history."),
  type: z.enum(CHANGE_TYPES),
  label: recordLabel,
  fields: fieldChanges,
});
export type RecordChange = z.infer<typeof RecordChange>;

export const Change = z.object({
  id: z.string(),
  flowId: z.string(),
  runId: z.string().describe("The run that found the change."),
  createdAt: Timestamp,
  title: z
    .string()
    .optional()
    .describe("A short summary, such as `61 prices fell`. Absent in older changes."),
  message: z.string().describe("A summary with the first records."),
  severity: AlertSeverity.nullable().describe("Severity of the alert it raised; null if it raised none."),
  alertId: z.string().nullable(),
  added: z.int().min(0),
  removed: z.int().min(0),
  changed: z.int().min(0),
  records: z.array(RecordChange).describe("The first records, starting with those that raised the alert."),
  recordsOmitted: z.int().min(0).describe("Number of records left out. See their histories."),
});
export type Change = z.infer<typeof Change>;

export const ListFlowChangesQuery = z.strictObject(pageQuery());

export const FlowDataRecord = z.object({ key: z.string(), record: Item, currencies: Currencies.optional() });
export type FlowDataRecord = z.infer<typeof FlowDataRecord>;

export const ListFlowRecordsQuery = z.strictObject({
  at: z.iso
    .datetime({ offset: true })
    .optional()
    .describe("The point in time to read the data at. Default: now."),
  ...pageQuery(),
});

export const RecordHistoryParams = z.strictObject({
  id: z.string().min(1).max(128),
  key: z.string().min(1).max(128),
});

export const RecordHistoryEntry = z.object({
  changeId: z.string(),
  runId: z.string(),
  createdAt: Timestamp,
  type: z.enum(CHANGE_TYPES),
  label: recordLabel,
  fields: fieldChanges,
});
export type RecordHistoryEntry = z.infer<typeof RecordHistoryEntry>;
