/** Whether a page is one item or a list of records: what callers say, and the reading that was not chosen. */
import * as z from "zod";

export const PageRecords = z
  .enum(["one", "all"])
  .describe(
    "`one`: the page is one item. `all`: every record of its list. Default: the page itself decides. Data that is nothing but a list, " +
      "such as CSV, is always read as one.",
  );
export type PageRecords = z.infer<typeof PageRecords>;

/** Number of items that show what the other reading has. */
export const MAX_OTHER_ITEMS = 3;

export const OtherReading = z
  .object({
    records: PageRecords.describe("Send it as `records` to get this reading."),
    confidence: z.number().min(0).max(1).describe("How likely this reading is the right one."),
    itemCount: z.int().describe("Number of items that it has."),
    items: z
      .array(z.record(z.string(), z.unknown()))
      .max(MAX_OTHER_ITEMS)
      .describe("The first of them. Long texts are cut, and very large values null."),
  })
  .describe(
    "The reading that was not chosen, if it is not sure whether the page is one item or a list. Absent if it is.",
  );
export type OtherReading = z.infer<typeof OtherReading>;
