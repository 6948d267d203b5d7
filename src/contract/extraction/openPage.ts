/** How a request has a page opened by the function with a browser, and what that answers. */
import * as z from "zod";
import { RobotsRule } from "../common.ts";
import type { ErrorCode, ErrorDetail } from "../errors.ts";
import { TakeScreenshot } from "./screenshots.ts";

/** How requests present themselves; see `Presentation` of the engine. */
export const PresentationData = z.strictObject({
  languages: z.array(z.string()),
  suffix: z.string(),
  isMobile: z.boolean(),
  viewport: z
    .strictObject({ width: z.number(), height: z.number(), deviceScaleFactor: z.number().optional() })
    .optional(),
  timezone: z.string().optional(),
  origin: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
});
export type PresentationData = z.infer<typeof PresentationData>;

/** Event of the openPage function. `untilMs`: when its caller stops waiting, in epoch milliseconds. */
export const OpenPage = z.discriminatedUnion("as", [
  z.strictObject({
    as: z.literal("page"),
    url: z.string(),
    presentation: PresentationData,
    robots: RobotsRule,
    /** Whether documents such as PDF files are read; otherwise they are refused. */
    readsFiles: z.boolean(),
    untilMs: z.number(),
  }),
  z.strictObject({
    as: z.literal("shot"),
    request: TakeScreenshot,
    /** Where the picture is stored, without its file extension. */
    path: z.string(),
    untilMs: z.number(),
  }),
]);
export type OpenPage = z.infer<typeof OpenPage>;

/** Why the page was not opened. */
export interface OpenFault {
  readonly of: "target" | "domain";
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly httpStatus?: number | undefined;
  readonly details?: readonly ErrorDetail[];
}

/** A page as it is stored, with its text compressed: an answer of Lambda has at most 6 MB. */
export interface OpenedPage {
  readonly page: object;
  /** Its text: gzip, in base64. */
  readonly html: string;
}

export interface StoredShot {
  readonly objectKey: string;
  readonly width: number;
  readonly height: number;
}

export type Opened = OpenedPage | { readonly shot: StoredShot } | { readonly fault: OpenFault };
