/** Pictures of pages, as monitors compare them. */
import * as z from "zod";
import { ActionSelector } from "./stepParts.ts";
import type { Step } from "./steps.ts";

/** Pictures that a run takes, and keeps with its screenshots. */
export const PICTURES_PER_RUN = 50;

/**
 * Largest picture: Chromium draws no taller surface, and two of them are compared in the memory of a worker. The rest of the page
 * is left out, which the run's log says.
 */
export const MAX_PICTURE = { width: 3840, height: 16_384, pixels: 1280 * 16_384 } as const;

const pixels = z.int().min(0).max(100_000);
const size = z.int().min(1).max(100_000);

/** A rectangle, in pixels from the picture's top left corner. */
export const Area = z.strictObject({ x: pixels, y: pixels, width: size, height: size });
export type Area = z.infer<typeof Area>;

export const IgnoredArea = z.union([Area, z.strictObject({ selector: ActionSelector })]);
export type IgnoredArea = z.infer<typeof IgnoredArea>;

/** The difference between two pictures. */
export const PictureDiff = z.object({
  width: z.int().describe("Width of the current picture, in pixels."),
  height: z.int(),
  changedPixels: z
    .int()
    .min(0)
    .describe("Pixels that differ by more than the tolerance, without ignored areas."),
  share: z.number().min(0).max(100).describe("The same as a percentage of the compared pixels."),
  areas: z.array(Area).describe("Where they are, in pixels of the current picture. The largest first."),
  areasOmitted: z.int().min(0).describe("Areas left out because there are too many."),
  previousUrl: z
    .string()
    .optional()
    .describe("Links to the pictures that need no key and expire after 24 hours. Absent for noise."),
  currentUrl: z.string().optional(),
  differenceUrl: z
    .string()
    .optional()
    .describe("The current picture, paler, with the changed pixels in colour and the areas outlined."),
});
export type PictureDiff = z.infer<typeof PictureDiff>;

export const takesPicture = (step: Pick<Step, "type"> & { readonly as?: unknown }): boolean =>
  step.type === "extract" && step.as === "picture";

interface Pictured {
  readonly monitor: { readonly watch?: string | undefined };
  readonly steps: readonly Step[];
  readonly urls: readonly string[];
  readonly uploadId: string | null;
}

/** What is wrong with a flow that takes pictures. */
export const pictureFaults = ({ monitor, steps, urls, uploadId }: Pictured) => {
  if (monitor.watch !== "picture" && !steps.some(takesPicture)) return [];
  const message = `a run takes up to ${PICTURES_PER_RUN} pictures: list up to ${PICTURES_PER_RUN} pages in "urls"`;
  return [
    ...(urls.length > PICTURES_PER_RUN ? [{ path: ["urls"], message }] : []),
    ...(uploadId !== null ? [{ path: ["uploadId"], message }] : []),
  ];
};
