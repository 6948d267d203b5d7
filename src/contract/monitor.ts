import * as z from "zod";
import { AlertSeverity } from "./alerts.ts";
import { parseCondition } from "./conditions.ts";
import { text } from "./stepParts.ts";

const FieldName = z.string().trim().min(1).max(64);
const MAX_FIELDS = 100;
const MAX_PATTERNS = 50;
const MAX_CONDITIONS = 20;
const MAX_TEXT_CHARS = 200;

const isPattern = (pattern: string): string | null =>
  /[^*\s]/.test(pattern) ? null : "must hold more than asterisks";

/** What a monitor compares, and which changes are worth an alert. */
export const MonitorOptions = z.strictObject({
  key: z
    .array(FieldName)
    .min(1)
    .max(5)
    .optional()
    .describe("The fields that tell one record from another. Absent: found by itself (url, id, sku, title)."),
  fields: z
    .array(FieldName)
    .min(1)
    .max(MAX_FIELDS)
    .optional()
    .describe(
      "The fields to compare, all else is left out. A field named here is compared even where it looks like noise.",
    ),
  ignore: z
    .array(text(MAX_TEXT_CHARS, isPattern))
    .max(MAX_PATTERNS)
    .optional()
    .describe("Passages that are cut out before texts are compared; `*` stands for any characters."),
  conditions: z
    .array(text(MAX_TEXT_CHARS, parseCondition))
    .max(MAX_CONDITIONS)
    .optional()
    .describe("Which changes raise an alert. Absent: every one. All changes are recorded."),
  match: z.enum(["any", "all"]).optional().describe("How many of the conditions must hold. Default: any."),
  severity: AlertSeverity.optional().describe("Of the alerts. Default: info."),
  restock: z.boolean().optional().describe("Raise an alert only for what comes back in stock."),
});
export type MonitorOptions = z.infer<typeof MonitorOptions>;
