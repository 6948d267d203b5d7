/** Results of a monitor: changes between collections, records as of a time, the history of one record. */
import * as z from "zod";
import { AlertSeverity } from "../account/alerts.ts";
import { pageQuery, Timestamp } from "../common.ts";
import { Currencies } from "../currencies.ts";
import { CHANGE_TYPES } from "../flows/conditions.ts";
import { PictureDiff } from "../steps/pictures.ts";
import { Item } from "./runs.ts";

/** Why a difference is taken for noise. */
export const NOISE_REASONS = {
  format: "the same value, written differently",
  visit: "URLs that differ only in parameters of the visit or of a campaign",
  reads: "it also differed between two reads of the page, seconds apart",
  rendering: "pixels that differ as edges and colours are drawn, within the tolerance",
  age: "an age, such as 3 minutes ago",
  counter: "a count of views or visitors",
  clock: "the time of an update",
  name: "a field whose name says that it counts visits or tells the time of an update",
  field: "a field that only one of the two runs has",
  partial: "one of the two runs was partial",
  apart: "a record that earlier releases merged with another",
} as const;
export const NoiseReason = z.enum(Object.keys(NOISE_REASONS) as [NoiseReason, ...NoiseReason[]]);
export type NoiseReason = keyof typeof NOISE_REASONS;

const PART_TYPES = ["same", "added", "removed"] as const;

/** A line of a difference between two texts. */
export const DiffLine = z.object({
  type: z
    .enum(["same", "added", "removed", "changed"])
    .describe("`changed`: the line was changed to another; its parts say which words differ."),
  parts: z.array(z.object({ type: z.enum(PART_TYPES), text: z.string() })),
  noise: NoiseReason.optional().describe(
    "Why this line is taken for noise, in a text that changed elsewhere.",
  ),
});
export type DiffLine = z.infer<typeof DiffLine>;

/** The difference between two texts, by lines and words. */
export const TextDiff = z.object({
  addedWords: z.int().min(0),
  removedWords: z.int().min(0),
  noiseLines: z
    .int()
    .min(1)
    .optional()
    .describe("How many of the changed lines are taken for noise. Absent: none."),
  hunks: z
    .array(
      z.object({
        previousLine: z.int().min(1).describe("Number of the first line in the previous text."),
        currentLine: z.int().min(1).describe("Number of the first line in the current text."),
        lines: z.array(DiffLine).describe("Changed lines, with up to three unchanged ones on each side."),
      }),
    )
    .describe("The places that differ, in order."),
  linesOmitted: z.int().min(0).describe("Changed lines left out because there are too many."),
  unified: z.string().optional().describe("The hunks as a unified diff. Only in lists of changes."),
});
export type TextDiff = z.infer<typeof TextDiff>;

const FieldChange = z.object({
  previous: z
    .unknown()
    .describe(
      "The value before. Of one that is too long to show, its beginning and `…`; of a list, its first entries.",
    ),
  current: z.unknown().describe("The value now, in the same form."),
  diff: TextDiff.optional().describe(
    "For long texts, how they differ. `previous` and `current` then hold their beginnings.",
  ),
  picture: PictureDiff.optional().describe(
    "For pictures, how they differ. `previous` and `current` are then their SHA-256.",
  ),
  currency: z.string().optional().describe("For a price, its ISO 4217 code if the page gives one."),
  noise: NoiseReason.optional().describe("Why the difference is taken for noise. Absent: it is not."),
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

/** The differences of a run that are taken for noise. */
export const ChangeNoise = z.object({
  differences: z.int().min(0).describe("Number of fields that differ, in all records."),
  reasons: z.partialRecord(NoiseReason, z.int().min(1)).describe("The same number for each reason."),
  records: z.array(RecordChange).optional().describe("The first records. Only with `noise=true`."),
  recordsOmitted: z.int().min(0).optional().describe("Number of records left out. Only with `noise=true`."),
});
export type ChangeNoise = z.infer<typeof ChangeNoise>;

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
  noise: ChangeNoise.describe("Differences that are taken for noise. They raise no alert."),
  proposedNoise: z
    .array(z.string())
    .optional()
    .describe(
      "Fields that changed in nearly every record of the last runs. Add those that never matter to `ignoreFields`.",
    ),
});
export type Change = z.infer<typeof Change>;

export const ListFlowChangesQuery = z.strictObject({
  noise: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional()
    .describe(
      "Whether to show differences taken for noise, and runs that found nothing else. Default: `false`.",
    ),
  ...pageQuery(),
});

export const RecordHistoryQuery = z.strictObject(pageQuery());

export const FlowDataRecord = z.object({
  key: z.string(),
  record: Item,
  currencies: Currencies.optional(),
  pictureUrl: z
    .string()
    .optional()
    .describe("For a record of a picture, a link to it that needs no key and expires after 24 hours."),
  since: Timestamp.optional().describe("Since when the collection that the record is part of is as it is."),
});
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
