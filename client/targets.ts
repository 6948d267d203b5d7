import type { Destination } from "./generated.ts";

/** Where a destination's data goes, in one line. */
export const showTarget = (target: Destination["target"]): string => {
  if (target.type === "folder") return target.folder;
  if (target.type === "http") return target.url;
  return [target.bucket, target.prefix].filter(Boolean).join("/");
};
