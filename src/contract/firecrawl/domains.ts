/** Domains that a search is narrowed to: `example.com`, or what is below a path of one, `example.com/docs`. */
import * as z from "zod";

const MAX_HOST_CHARS = 253;
const MAX_PATH_CHARS = 500;

/** In any script; without a scheme, a port, a query or a fragment. */
const SHAPE = /^(?:[\p{L}\p{M}\p{N}_-]+\.)+[\p{L}\p{M}\p{N}_-]+(?:\/[^\s"\\?#]*)?$/u;
const MESSAGE = "must be a domain such as `example.com`, or one with a path: `example.com/docs`";

/** The host in lower case and ASCII, and the path as it is in URLs: its case may matter. */
const asInUrls = (given: string): string | null => {
  const address = `https://${given}`;
  if (!SHAPE.test(given) || !URL.canParse(address)) return null;
  const { hostname, pathname } = new URL(address);
  return hostname.length > MAX_HOST_CHARS ? null : `${hostname}${pathname.replace(/\/+$/, "")}`;
};

export const SearchDomain = z
  .string()
  .trim()
  .max(MAX_HOST_CHARS + MAX_PATH_CHARS)
  .transform((given, context) => {
    const domain = asInUrls(given);
    if (domain !== null) return domain;
    context.addIssue({ code: "custom", message: MESSAGE });
    return z.NEVER;
  })
  .describe("A domain, such as `example.com`, or one with a path: `example.com/docs`.");
