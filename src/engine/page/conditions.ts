/** Asks for a page only if it has changed: RFC 9110 13.1. */
import type { Format } from "../extract/extract.ts";

/** How a target names a version of a page, as it sent it. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** What is kept of a page, for a later run to ask whether it has changed. */
export interface KnownPage {
  /** Where the page came from, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly html: string;
  /** ISO 8601. */
  readonly fetchedAt: string;
  /** What it was read as (default: HTML). */
  readonly format?: Format | undefined;
  /** How the target names this version of the page. */
  readonly validators?: Validators | undefined;
}

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
