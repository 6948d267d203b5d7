import { UsageError } from "./failure.ts";

/** Headers such as `Authorization: Bearer abc`. @throws UsageError for a line without a name */
export const readHeaders = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(":");
      if (at < 1) throw new UsageError(`--header takes "Name: value", not "${line}".`);
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
