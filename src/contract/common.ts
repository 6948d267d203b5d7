import * as z from "zod";
import { addressFault, MAX_ADDRESS_LENGTH } from "./address.ts";

/** ISO 8601 in UTC, to the millisecond. */
export const Timestamp = z.iso.datetime().meta({ examples: ["2026-11-21T06:00:00.000Z"] });

/** A record's id as a path parameter. Unknown ids answer 404, whatever their form. */
export const IdParams = z.strictObject({ id: z.string().min(1).max(128) });

/** The answer for a deleted record. */
export const Deleted = z.object({ id: z.string(), deletedAt: Timestamp });
export type Deleted = z.infer<typeof Deleted>;

/** Stands for text that is not a whole number, which the error then says. */
const NOT_WHOLE = 0.5;

/** `limit` and `cursor` of a list. */
export const pageQuery = (defaultLimit = 50) => ({
  limit: z
    .preprocess(
      // `1e2`, `0x10` and ` 5` would convert to numbers, but are probably mistakes.
      (value) => (typeof value === "string" && !/^[+-]?\d+$/.test(value) ? NOT_WHOLE : value),
      z.coerce.number().int().min(1).max(200),
    )
    .default(defaultLimit)
    .describe("Maximum number of records to return."),
  cursor: z
    .string()
    .max(2000)
    .optional()
    .describe("`nextCursor` of the previous page. Use the same filters. Valid for 24 hours."),
});

const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: "must be a time such as 2026-11-21T06:00:00Z, or a day such as 2026-11-21",
});

/** `from` and `to` of a list ordered by time. */
export const rangeQuery = {
  from: Moment.optional().describe("From this time or day (UTC), inclusive."),
  to: Moment.optional().describe("Before this time or day (UTC), exclusive."),
};

/** The time range of a list. */
export interface Range {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** One page of a list, as the domain returns it. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Exact count of all records that match the filters. */
  readonly total: number;
  /** Cursor of the next page; absent on the last page. */
  readonly nextCursor?: string;
}

/** An answer that redirects the client (303) to a signed link. */
export interface Redirect {
  readonly redirectTo: string;
}

/** An answer that is a file, or that the client's copy is current: If-None-Match contained its ETag. */
export type FileAnswer = { readonly etag: string; readonly lastModified: string } & (
  | { readonly bytes: Uint8Array; readonly contentType: string; readonly name: string }
  | { readonly notModified: true }
);

/** An answer that is text of another media type, with its own headers. */
export interface TextAnswer {
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const UNSAFE_NAMES = ["__proto__", "constructor", "prototype"];

/** A URL, stored as it was sent; see `addressFault`. */
export const HttpUrl = z
  .string()
  .max(MAX_ADDRESS_LENGTH)
  .superRefine((text, context) => {
    const message = addressFault(text);
    if (message !== null) context.addIssue({ code: "custom", message, input: text });
  })
  .meta({ format: "uri", examples: ["https://shop.example/books"] });

/** URLs in a request's list, and their total characters: the list is stored in one item of the table. */
const MAX_ADDRESSES = 1_000;
const MAX_ADDRESS_CHARS = 200_000;

const areShort = (urls: readonly string[]): boolean =>
  urls.reduce((sum, url) => sum + url.length + 1, 0) <= MAX_ADDRESS_CHARS;

/** Whether a list is small enough to be part of a request. */
export const fitsRequest = (urls: readonly string[]): boolean =>
  urls.length <= MAX_ADDRESSES && areShort(urls);

/** URLs to open in order, each once. */
export const AddressList = z
  .array(HttpUrl)
  .max(MAX_ADDRESSES)
  .refine(areShort, `must be at most ${MAX_ADDRESS_CHARS} characters together`);

/** Whether a name must never become a key of an object. */
export const isUnsafeName = (name: string): boolean => UNSAFE_NAMES.includes(name);

/** Whether robots.txt (RFC 9309) is obeyed. */
export const RobotsRule = z.enum(["obey", "ignore"]);
export type RobotsRule = z.infer<typeof RobotsRule>;
