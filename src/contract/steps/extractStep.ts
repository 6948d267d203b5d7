/** What an `extract` step has, and what of it goes together. */
import * as z from "zod";
import { isBare, MAX_FIELD_LENGTH, parseField } from "../fields/fields.ts";
import { parseActionSelector } from "./actionSelectors.ts";
import { PAGE_STEP_OPTIONS, pageStep } from "./pageOutputs.ts";
import { PageRecords } from "./pageRecords.ts";
import { Selector, text } from "./stepParts.ts";

const MAX_FIELDS = 100;

const FieldText = text(MAX_FIELD_LENGTH, parseField);

/** The properties of an `extract` step. */
export const extract = {
  type: z.literal("extract"),
  selector: Selector.optional().describe(
    "Selects the elements that hold one record each. Without it, the page is one record or, if `fields` is absent too, whichever is detected; `records` says which.",
  ),
  fields: z
    .array(FieldText)
    .min(1)
    .max(MAX_FIELDS)
    .optional()
    .describe(
      "The fields to extract, in the field syntax. Default: the names in the flow's `outputSchema`, or whatever is found.",
    ),
  records: PageRecords.optional().describe(
    "For pages that are read without selectors. `one`: the page is one record. `all`: every record of its list. " +
      "Default: the page itself decides, each time.",
  ),
  limit: z.int().min(1).max(1_000_000).optional().describe("Maximum records per page."),
  as: z
    .enum(["markdown", "product", "page", "picture"])
    .optional()
    .describe(
      "`markdown`: one record for the page, with `url`, `title`, `markdown`, `language` and `date`. `selector` then " +
        "selects the parts of the page to read. Default: its main content. `product`: the product that the page is about, " +
        "with `url`, `name`, `price`, `currency` and `availability`. `page`: the page itself, with `url` and what `outputs` names. " +
        "`picture`: a picture of the page, or of the element that `selector` names, with `url`, `title`, `picture`, `width` " +
        "and `height`.",
    ),
  ...pageStep,
};

/** The browser itself finds the element of a picture. */
export const isBrowsers = ({ as, selector }: { as?: unknown; selector?: string | undefined }): boolean => {
  if (as !== "picture" || selector === undefined) return true;
  try {
    parseActionSelector(selector);
    return true;
  } catch {
    return false;
  }
};
/** What `isBrowsers` says where it does not hold. */
export const IN_BROWSER = {
  path: ["selector"],
  message:
    'the element of a picture is found by the browser: use standard CSS, and :contains("…") only at the very end',
};

/** Selectors say themselves what a record is. */
export const isReadByName = ({
  records,
  selector,
  fields = [],
}: {
  records?: unknown;
  selector?: string | undefined;
  fields?: readonly string[] | undefined;
}): boolean => {
  try {
    return records === undefined || (selector === undefined && fields.map(parseField).every(isBare));
  } catch {
    // The field's own error is enough.
    return true;
  }
};
/** What `isReadByName` says where it does not hold. */
export const READ_BY_NAME = {
  path: ["records"],
  message:
    '"records" is for fields without selectors: a record selector (`selector`) already says what a record is',
};

/** A step with `as` has fixed output, so it must not define its own. */
export const asWhole = (step: Readonly<Record<string, unknown>>): boolean => {
  const { as, fields, limit, selector, records } = step;
  if (as !== "page" && PAGE_STEP_OPTIONS.some((name) => step[name] !== undefined)) return false;
  if (as === undefined) return true;
  return (
    fields === undefined &&
    limit === undefined &&
    records === undefined &&
    (as === "markdown" || as === "picture" || selector === undefined)
  );
};
/** What `asWhole` says where it does not hold. */
export const AS_WHOLE =
  'a step with "as" makes one record of the page: leave out "fields", "records" and "limit", and "selector" unless it is for Markdown or a picture; ' +
  'only "as": "page" has "outputs" and their options';
