import * as z from "zod";
import { HttpUrl, RobotsRule, Timestamp } from "./common.ts";
import { ActionSelector } from "./stepParts.ts";

export const IMAGE_FORMATS = ["png", "jpeg", "webp", "pdf"] as const;

export const TakeScreenshot = z
  .strictObject({
    url: HttpUrl,
    fullPage: z
      .boolean()
      .default(false)
      .describe("The whole page; it is scrolled first, so that lazy images load."),
    width: z.int().min(200).max(3840).default(1280).describe("Of the window, in CSS pixels."),
    height: z.int().min(200).max(4320).default(800).describe("Of the window, in CSS pixels."),
    deviceScaleFactor: z.number().min(0.5).max(3).default(1).describe("Pixels of the image per CSS pixel."),
    selector: ActionSelector.optional().describe("Only this element."),
    format: z.enum(IMAGE_FORMATS).default("png"),
    waitFor: ActionSelector.optional().describe("Wait until this element is visible."),
    delayMs: z.int().min(0).max(10_000).default(0).describe("Wait this long before the picture is taken."),
    hideCookieBanners: z.boolean().default(false),
    robots: RobotsRule.default("obey").describe(
      "`ignore`: the page is opened although its robots.txt disallows it. Only if you may.",
    ),
    darkMode: z.boolean().default(false).describe("Tell the page that its reader prefers dark colours."),
  })
  .refine(({ format, selector }) => format !== "pdf" || selector === undefined, {
    path: ["selector"],
    message: "a PDF shows whole pages: leave out the selector or choose an image format",
  });
export type TakeScreenshot = z.output<typeof TakeScreenshot>;

export const Screenshot = z.object({
  url: z.string(),
  screenshotUrl: z.string().describe("Needs no key; valid for 24 hours."),
  width: z.int().describe("Of the image, in its own pixels; of a PDF, in CSS pixels."),
  height: z.int(),
  capturedAt: Timestamp,
});
export type Screenshot = z.infer<typeof Screenshot>;

/** A signed link's id is longer than a record's. */
export const FileParams = z.strictObject({ id: z.string().min(1).max(1_000) });
