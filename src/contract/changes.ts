/** What a monitor found: changes between collections, records as of a time, the history of one record. */
import * as z from "zod";
import { AlertSeverity } from "./alerts.ts";
import { pageQuery, Timestamp } from "./common.ts";
import { CHANGE_TYPES } from "./conditions.ts";
import { Item } from "./runs.ts";

const FieldChange = z.object({ previous: z.unknown(), current: z.unknown() });
const fieldChanges = z
  .record(z.string(), FieldChange)
  .describe("The fields that differ; of a record that was added or removed, all of them.");

/** A record that differs between two collections. */
export const RecordChange = z.object({
  key: z.string().describe("Names the record within its flow; see GET /flows/{id}/records/{key}/history."),
  type: z.enum(CHANGE_TYPES),
  fields: fieldChanges,
});
export type RecordChange = z.infer<typeof RecordChange>;

export const Change = z.object({
  id: z.string(),
  flowId: z.string(),
  runId: z.string().describe("The run that found it."),
  createdAt: Timestamp,
  message: z.string().describe("One sentence for people."),
  severity: AlertSeverity.nullable().describe("Of the alert that it raised; null: it raised none."),
  alertId: z.string().nullable(),
  added: z.int().min(0),
  removed: z.int().min(0),
  changed: z.int().min(0),
  records: z.array(RecordChange).describe("The first of them, those that raised the alert before others."),
  recordsOmitted: z.int().min(0).describe("How many more there are: see the records' histories."),
});
export type Change = z.infer<typeof Change>;

export const ListFlowChangesQuery = z.strictObject(pageQuery());

export const FlowDataRecord = z.object({ key: z.string(), record: Item });
export type FlowDataRecord = z.infer<typeof FlowDataRecord>;

export const ListFlowRecordsQuery = z.strictObject({
  at: z.iso.datetime({ offset: true }).optional().describe("The data as of this time. Default: now."),
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
  fields: fieldChanges,
});
export type RecordHistoryEntry = z.infer<typeof RecordHistoryEntry>;
