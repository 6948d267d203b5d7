import type { Shot } from "../../engine/steps/index.ts";
import type { WithObjects } from "../ports.ts";

/** How long the link to a screenshot is valid. */
export const LINK_LIFETIME_MS = 24 * 60 * 60 * 1_000;

type Picture = Pick<Shot, "bytes" | "contentType">;

/** Stores a picture under a path, adding its file extension. @returns the object's key */
export const putShot = async (
  { objects }: WithObjects,
  path: string,
  { bytes, contentType }: Picture,
): Promise<string> => {
  const extension = contentType.split("/")[1] ?? "bin";
  const objectKey = `${path}.${extension}`;
  // Opening the link downloads the file; pages may show it as an image.
  await objects.put(objectKey, bytes, contentType, `screenshot.${extension}`);
  return objectKey;
};
