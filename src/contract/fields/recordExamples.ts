/** Examples that users give, and their results. */
import * as z from "zod";
import { Currencies } from "../currencies.ts";
import { checkFieldName } from "./fields.ts";

const MAX_FIELDS = 32;

const FieldKey = z.string().superRefine((name, context) => {
  const problem = checkFieldName(name);
  if (problem !== null) context.addIssue({ code: "custom", message: problem });
});
const recordOf = <Value extends z.ZodType>(value: Value) =>
  z
    .record(FieldKey, value)
    .refine((record) => Object.keys(record).length > 0, "give at least one field")
    .refine((record) => Object.keys(record).length <= MAX_FIELDS, `at most ${MAX_FIELDS} fields`);
const Text = z.string().trim().min(1).max(500);

/** The texts of an example, by field. */
export const ExampleRecord = recordOf(Text);
export type ExampleRecord = z.infer<typeof ExampleRecord>;

const MAX_ENTRIES = 20;
const Plain = z.union([Text, z.number()]);
const Inner = recordOf(Plain);

/** A record as a request shows it: besides texts, numbers, lists and nested records. */
export const ShownRecord = recordOf(
  z.union([Plain, z.array(Plain).min(1).max(MAX_ENTRIES), Inner, z.array(Inner).min(1).max(MAX_ENTRIES)]),
);
export type ShownRecord = z.infer<typeof ShownRecord>;

export const ShownRecords = z
  .array(ShownRecord)
  .min(1)
  .max(5)
  .describe(
    "One or more records, with values as shown on the page. One is usually enough. " +
      "If they are in a list, the flow collects all of its records. If not, the page is the record. " +
      "A value is a text, a number, a list of them (the first entries are enough), a nested record or a list of nested " +
      "records. A text is best copied as the page writes it: its spelling says how the field is read.",
  )
  .meta({ examples: [[{ title: "Plain Oak Kettle", price: "141.85", colours: ["Oak", "Ash"] }]] });

export const ExampleRecords = z
  .array(ExampleRecord)
  .min(1)
  .max(5)
  .describe(
    "One or more records, with values as shown on the page. One is usually enough. " +
      "If they are in a list, the flow collects all of its records. If not, the page is the record.",
  )
  .meta({ examples: [[{ title: "Plain Oak Kettle", price: "141.85" }]] });

/** How a field given by example was found. */
const FieldPlace = z.object({
  field: z.string().max(100),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .describe("Confidence that this is the value shown, and that it will be found again."),
  found: z.string().max(500).describe("How it is found, in plain words."),
});
export type FieldPlace = z.infer<typeof FieldPlace>;

/** Elements that hold the values of an inspected page, by number; null if a record has no visible one. */
const PickedPlaces = z.object({
  records: z.array(z.int().nullable()).describe("The element of each record, up to 300."),
  fields: z
    .array(z.object({ field: z.string(), nodes: z.array(z.int().nullable()) }))
    .describe("Of each field, the element of its value in each of these records."),
});
export type PickedPlaces = z.infer<typeof PickedPlaces>;

export const Preview = z.object({
  recordCount: z.int().min(0).describe("Number of records the flow finds on the page."),
  records: z
    .array(z.record(z.string(), z.unknown()))
    .max(10)
    .describe("The first 10 records. Long texts are cut to 200 characters."),
  currencies: Currencies.optional(),
  fields: z.array(FieldPlace).max(100),
  places: PickedPlaces.optional().describe("With `inspectionId`: where each value is on the inspected page."),
  nextUrl: z
    .string()
    .optional()
    .describe(
      "With `inspectionId`: the page that the flow's `paginate` step leads to from the inspected page.",
    ),
  pages: z
    .array(
      z.object({
        url: z.string(),
        sibling: z.literal(true).optional().describe("It was not given in `urls` but found on the page."),
        recordCount: z.int().min(0),
        records: z.array(z.record(z.string(), z.unknown())).max(3).describe("The first 3."),
        problem: z.string().optional().describe("Why it could not be opened; it was left out then."),
      }),
    )
    .max(20)
    .optional()
    .describe(
      "What the flow collects from each of `urls` or, without them, from further pages of the same template.",
    ),
});
export type Preview = z.infer<typeof Preview>;
