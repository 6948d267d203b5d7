import * as z from "zod";
import { HttpUrl, RobotsRule, Timestamp } from "../common.ts";
import { CallRequestOptions } from "../flows/requestOptions.ts";
import { PermissionPolicy } from "../permissions.ts";
import { ActionSelector } from "../steps/stepParts.ts";

export const IMAGE_FORMATS = ["png", "jpeg", "webp", "pdf"] as const;

export const TakeScreenshot = z
  .strictObject({
    url: HttpUrl,
    fullPage: z
      .boolean()
      .default(false)
      .describe("Capture the full page. It is scrolled first so that lazy images load."),
    width: z
      .int()
      .min(200)
      .max(3840)
      .optional()
      .describe("Width of the window in CSS pixels. Default: 1280, or a phone's with `request.mobile`."),
    height: z
      .int()
      .min(200)
      .max(4320)
      .optional()
      .describe("Height of the window in CSS pixels. Default: 800, or a phone's with `request.mobile`."),
    deviceScaleFactor: z
      .number()
      .min(0.5)
      .max(3)
      .optional()
      .describe("Image pixels per CSS pixel. Default: 1, or a phone's with `request.mobile`."),
    selector: ActionSelector.optional().describe("Capture only this element."),
    format: z.enum(IMAGE_FORMATS).default("png"),
    waitFor: ActionSelector.optional().describe("Wait until this element is visible."),
    delayMs: z.int().min(0).max(10_000).default(0).describe("Milliseconds to wait before the screenshot."),
    hideCookieBanners: z.boolean().default(false),
    request: CallRequestOptions.optional().describe(
      "How the request presents itself. Its `viewport` stands for `width`, `height` and `deviceScaleFactor`.",
    ),
    robots: RobotsRule.default("obey").describe(
      "`ignore`: fetch the page even if robots.txt disallows it. Only use it if you have permission.",
    ),
    permissions: PermissionPolicy.optional(),
    darkMode: z.boolean().default(false).describe("Use the page's dark colors, if it has them."),
  })
  .refine(({ format, selector }) => format !== "pdf" || selector === undefined, {
    path: ["selector"],
    message: "a PDF always shows whole pages; remove `selector` or choose an image format",
  })
  .refine(
    ({ request, width, height, deviceScaleFactor }) =>
      request?.viewport === undefined || (width ?? height ?? deviceScaleFactor) === undefined,
    { path: ["request", "viewport"], message: "send `width` and `height`, or `request.viewport`, not both" },
  );
export type TakeScreenshot = z.output<typeof TakeScreenshot>;

export const Screenshot = z.object({
  url: z.string(),
  screenshotUrl: z.string().describe("A link that needs no key. Expires after 24 hours."),
  width: z.int().describe("In image pixels; for a PDF, in CSS pixels."),
  height: z.int(),
  capturedAt: Timestamp,
});
export type Screenshot = z.infer<typeof Screenshot>;

/** A signed link's id is longer than a record's. */
export const FileParams = z.strictObject({ id: z.string().min(1).max(1_000) });
