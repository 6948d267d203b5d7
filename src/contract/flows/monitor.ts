import * as z from "zod";
import { AlertSeverity } from "../account/alerts.ts";
import { IgnoredArea } from "../steps/pictures.ts";
import { text } from "../steps/stepParts.ts";
import { parseCondition } from "./conditions.ts";

const FieldName = z.string().trim().min(1).max(64);
const MAX_FIELDS = 100;

/**
 * Characters of JSON that a monitor's run compares with those of the last one. Measured: twice 100 MB of records of 200 bytes take
 * 850 MB of heap, which is what a function of 1,024 MB has.
 */
export const MAX_COMPARED_CHARS = 100_000_000;
const MAX_PATTERNS = 50;
const MAX_CONDITIONS = 20;
const MAX_TEXT_CHARS = 200;
const MAX_AREAS = 50;

const isPattern = (pattern: string): string | null =>
  /[^*\s]/.test(pattern) ? null : "must contain more than asterisks";

/** How often a flow's changes are mailed as a digest. */
export const DigestPeriod = z.enum(["daily", "weekly"]);
export type DigestPeriod = z.infer<typeof DigestPeriod>;

/** What a monitor compares, and which changes are worth an alert. */
export const MonitorOptions = z.strictObject({
  watch: z
    .enum(["records", "text", "price", "picture"])
    .optional()
    .describe(
      "What to compare. `text`: the page's title and main content as Markdown, word by word. `price`: the name, price, " +
        "currency and availability of the page's product. `picture`: what the page looks like in a browser. These need " +
        "no steps. Default: `records`.",
    ),
  key: z
    .array(FieldName)
    .min(1)
    .max(5)
    .optional()
    .describe(
      "The fields that identify a record. Default: detected automatically (url, id, sku, a reference such as TND-2026-01000, title).",
    ),
  fields: z
    .array(FieldName)
    .min(1)
    .max(MAX_FIELDS)
    .optional()
    .describe(
      "The fields to compare. Default: all. A field listed here is compared even if it looks like noise.",
    ),
  ignore: z
    .array(text(MAX_TEXT_CHARS, isPattern))
    .max(MAX_PATTERNS)
    .optional()
    .describe("Text to ignore when comparing. `*` matches any characters."),
  ignoreFields: z
    .array(FieldName)
    .max(MAX_FIELDS)
    .optional()
    .describe("Fields to leave out of the comparison."),
  ignoreAreas: z
    .array(IgnoredArea)
    .max(MAX_AREAS)
    .optional()
    .describe(
      "Parts of pictures to leave out of the comparison: rectangles in pixels of the picture, or the elements that a " +
        "selector matches.",
    ),
  matters: z
    .array(FieldName)
    .max(MAX_FIELDS)
    .optional()
    .describe(
      "Fields whose differences always count as changes, even if they look like noise. Unlike `fields`, the other " +
        "fields are still compared.",
    ),
  conditions: z
    .array(text(MAX_TEXT_CHARS, parseCondition))
    .max(MAX_CONDITIONS)
    .optional()
    .describe("Which changes raise an alert. Default: every change. All changes are recorded either way."),
  match: z
    .enum(["any", "all"])
    .optional()
    .describe("Whether any or all of the conditions must match. Default: `any`."),
  severity: AlertSeverity.optional().describe("Severity of the alerts. Default: `info`."),
  restock: z.boolean().optional().describe("Only raise an alert when something is back in stock."),
  digest: DigestPeriod.optional().describe(
    "Email a summary of the changes: `daily` in the morning (UTC), or `weekly` on Mondays. Default: none.",
  ),
});
export type MonitorOptions = z.infer<typeof MonitorOptions>;
