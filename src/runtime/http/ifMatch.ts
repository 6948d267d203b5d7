import { DomainError } from "../../contract/errors.ts";

/** The version in If-Match, as `3` or `"3"`; null if any version will do. */
export const ifMatchVersion = (headers: Readonly<Record<string, string | undefined>>): number | null => {
  const value = headers["if-match"];
  if (value === undefined || value.trim() === "*") return null;
  const match = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(value);
  if (match) return Number(match[1]);
  throw new DomainError("invalid-request", "If-Match must be the version of the flow.", {
    details: [{ path: "If-Match", message: "must be a version number, as GET shows it" }],
  });
};
