/** Asks for a page only if it has changed: RFC 9110 13.1. */
import type { Page } from "./page.ts";

/** How a target names a version of a page, as it sent it. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** A page that an earlier run kept. */
export type KnownPage = Pick<Page, "url" | "status" | "html" | "fetchedAt" | "format" | "validators">;

const SENDABLE = /^[\x20-\x7e]{1,300}$/;
/** A page may change twice within the second that its date names (RFC 9110 8.8.2.2). */
const SETTLED_MS = 60_000;

const withoutFragment = (address: string): string => address.replace(/#.*$/, "");

export const validatorsOf = (
  headers: Readonly<Record<string, string>>,
  now: number,
): Validators | undefined => {
  const { etag = "", "last-modified": lastModified = "" } = headers;
  const isSettled = SENDABLE.test(lastModified) && Date.parse(lastModified) + SETTLED_MS <= now;
  const validators = { ...(SENDABLE.test(etag) && { etag }), ...(isSettled && { lastModified }) };
  return Object.keys(validators).length > 0 ? validators : undefined;
};

/** Headers that ask for the page only if it differs from the one known; null where nothing can be said. */
export const conditionsOf = (known: KnownPage, url: string): Record<string, string> | null => {
  const { etag, lastModified } = known.validators ?? {};
  // Behind a redirect the same name may stand for another page.
  const isSame = known.status === 200 && withoutFragment(known.url) === withoutFragment(new URL(url).href);
  if (!isSame || (etag === undefined && lastModified === undefined)) return null;
  return {
    ...(etag !== undefined && { "if-none-match": etag }),
    ...(lastModified !== undefined && { "if-modified-since": lastModified }),
  };
};
