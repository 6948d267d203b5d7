import type { Destination } from "./generated.ts";

/** Where a destination's data goes, in one line. */
export const showTarget = (target: Destination["target"]): string => {
  if (target.type === "folder") return target.folder;
  if (target.type === "http") return target.url;
  if (target.type === "postgres")
    return `${target.host}:${target.port}/${target.database} ${target.schema}.${target.table}`;
  return [target.bucket, target.prefix].filter(Boolean).join("/");
};
