import * as z from "zod";
import { addressFault, MAX_ADDRESS_LENGTH } from "./address.ts";

/** ISO 8601 in UTC, to the millisecond. */
export const Timestamp = z.iso.datetime().meta({ examples: ["2026-11-21T06:00:00.000Z"] });

/** A record's id as a path parameter. Ids that no record has answer 404, whatever they look like. */
export const IdParams = z.strictObject({ id: z.string().min(1).max(128) });

/** What is left of a record that was deleted. */
export const Deleted = z.object({ id: z.string(), deletedAt: Timestamp });
export type Deleted = z.infer<typeof Deleted>;

/** `limit` and `cursor` of a list. */
export const pageQuery = (defaultLimit = 50) => ({
  limit: z
    .preprocess(
      // `1e2`, `0x10`, ` 5`: numbers to a program, and a slip of whoever wrote them.
      (value) => (typeof value === "string" && !/^[+-]?\d+$/.test(value) ? Number.NaN : value),
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

/** `from` and `to` of a list in time. */
export const rangeQuery = {
  from: Moment.optional().describe("From this time or day (UTC), inclusive."),
  to: Moment.optional().describe("Before this time or day (UTC), exclusive."),
};

/** What a list in time is narrowed to. */
export interface Range {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** One page of a list, as the domain returns it. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Exact count of all records that the filters match. */
  readonly total: number;
  /** Where the next page begins; absent on the last one. */
  readonly nextCursor?: string;
}

/** An answer that sends the client elsewhere (303): to a signed link. */
export interface Redirect {
  readonly redirectTo: string;
}

/** An answer that is a file, or word that the client has it: its ETag was sent as If-None-Match. */
export type FileAnswer = { readonly etag: string; readonly lastModified: string } & (
  | { readonly bytes: Uint8Array; readonly contentType: string; readonly name: string }
  | { readonly notModified: true }
);

/** An answer that is text of its own media type, with headers of its own. */
export interface TextAnswer {
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const UNSAFE_NAMES = ["__proto__", "constructor", "prototype"];

/** A URL as text, kept as it was sent; see `addressFault`. */
export const HttpUrl = z
  .string()
  .max(MAX_ADDRESS_LENGTH)
  .superRefine((text, context) => {
    const message = addressFault(text);
    if (message !== null) context.addIssue({ code: "custom", message, input: text });
  })
  .meta({ format: "uri", examples: ["https://shop.example/books"] });

/** Addresses of one list that a request brings along, and their characters: they are kept in an item of the table. */
const MAX_ADDRESSES = 1_000;
const MAX_ADDRESS_CHARS = 200_000;

const areShort = (urls: readonly string[]): boolean =>
  urls.reduce((sum, url) => sum + url.length + 1, 0) <= MAX_ADDRESS_CHARS;

/** Whether a list could come with a request. */
export const fitsRequest = (urls: readonly string[]): boolean =>
  urls.length <= MAX_ADDRESSES && areShort(urls);

/** Addresses to open one after the other, each once. */
export const AddressList = z
  .array(HttpUrl)
  .max(MAX_ADDRESSES)
  .refine(areShort, `must be at most ${MAX_ADDRESS_CHARS} characters together`);

/** True for a name that must never become a key of an object. */
export const isUnsafeName = (name: string): boolean => UNSAFE_NAMES.includes(name);

/** What robots.txt means to us; how it is read, RFC 9309 says. */
export const RobotsRule = z.enum(["obey", "ignore"]);
export type RobotsRule = z.infer<typeof RobotsRule>;
