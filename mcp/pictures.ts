import type { ImageContent } from "@modelcontextprotocol/sdk/types.js";

/** Larger pictures fill an agent's context window, so only their link is returned. */
const MAX_PICTURE_BYTES = 1_000_000;

const isPicture = (type: string): boolean => /^image\/(?:png|jpeg|webp)$/.test(type);

/** Reads a picture from the service for an agent; null if it is too large or no longer exists. */
export const readPicture = async (url: string, signal: AbortSignal): Promise<ImageContent | null> => {
  const response = await fetch(url, { signal });
  const mimeType = response.headers.get("content-type") ?? "";
  const isSmall =
    Number(response.headers.get("content-length") ?? Number.POSITIVE_INFINITY) <= MAX_PICTURE_BYTES;
  if (!response.ok || !isPicture(mimeType) || !isSmall) {
    await response.body?.cancel();
    return null;
  }
  const data = Buffer.from(await response.arrayBuffer()).toString("base64");
  return { type: "image", data, mimeType };
};
