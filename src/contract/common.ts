import * as z from "zod";

/** ISO 8601 in UTC, to the millisecond. */
export const Timestamp = z.iso.datetime().meta({ examples: ["2026-11-21T06:00:00.000Z"] });

/** A record's id as a path parameter. Ids that no record has answer 404, whatever they look like. */
export const IdParams = z.strictObject({ id: z.string().min(1).max(128) });

/** `limit` and `cursor` of a list. */
export const pageQuery = (defaultLimit = 50) => ({
  limit: z
    .preprocess(
      // `1e2`, `0x10`, ` 5`: numbers to a program, and a slip of whoever wrote them.
      (value) => (typeof value === "string" && !/^[+-]?\d+$/.test(value) ? Number.NaN : value),
      z.coerce.number().int().min(1).max(200),
    )
    .default(defaultLimit)
    .describe("How many records to return at the most."),
  cursor: z
    .string()
    .max(2000)
    .optional()
    .describe("`nextCursor` of the previous page, with the same filters. Valid for 24 hours."),
});

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

/** An answer that is text of its own media type, with headers of its own. */
export interface TextAnswer {
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const UNSAFE_NAMES = ["__proto__", "constructor", "prototype"];

/** A URL as text: shape only. Whether the address may be visited is for the egress to say. */
export const HttpUrl = z
  .string()
  .max(2048)
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol } = new URL(text);
    return protocol === "http:" || protocol === "https:";
  }, "must be an absolute http or https URL")
  .meta({ format: "uri", examples: ["https://shop.example/books"] });

/** True for a name that must never become a key of an object. */
export const isUnsafeName = (name: string): boolean => UNSAFE_NAMES.includes(name);

/** What robots.txt means to us; how it is read, RFC 9309 says. */
export const RobotsRule = z.enum(["obey", "ignore"]);
export type RobotsRule = z.infer<typeof RobotsRule>;
