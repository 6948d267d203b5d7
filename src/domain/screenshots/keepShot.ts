import { randomUUID } from "node:crypto";
import type { Shot } from "../../engine/steps/index.ts";
import type { WithFileLinks } from "../fileLinks.ts";
import type { WithObjects } from "../ports.ts";

const LIFETIME_MS = 24 * 60 * 60 * 1_000;

/** Stores a screenshot, which is deleted after a day. @returns the path of a link that lives as long */
export const keepShot = async (
  { objects, fileLinks }: WithObjects & WithFileLinks,
  { bytes, contentType }: Pick<Shot, "bytes" | "contentType">,
): Promise<{ path: string }> => {
  const extension = contentType.split("/")[1] ?? "bin";
  const objectKey = `tmp/screenshots/${randomUUID()}.${extension}`;
  // A person who opens the link downloads the file; a page may show it as an image.
  await objects.put(objectKey, bytes, contentType, `screenshot.${extension}`);
  return { path: `/files/${await fileLinks.issue(objectKey, LIFETIME_MS)}` };
};
