/** Conditional requests: RFC 9110 13.1. */
import type { PagePermissions } from "../../contract/permissions.ts";
import type { Format } from "../extract/extract.ts";
import type { SignalHeaders } from "./signalHeaders.ts";

/** The target's validators for a version of a page. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** A stored page that a later run can revalidate. */
export interface KnownPage {
  /** Its URL after redirects. */
  readonly url: string;
  readonly status: number;
  readonly html: string;
  /** ISO 8601. */
  readonly fetchedAt: string;
  /** How it was parsed (default: HTML). */
  readonly format?: Format | undefined;
  /** The target's validators for this version. */
  readonly validators?: Validators | undefined;
  /** Headers that say what it may be used for. */
  readonly signals?: SignalHeaders | undefined;
  /** What its owner permits, if anything is said; absent until it is read. */
  readonly permissions?: PagePermissions | undefined;
}

const SENDABLE = /^[\x20-\x7e]{1,300}$/;
/** A page may change twice within one second of its date (RFC 9110 8.8.2.2). */
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

/** Headers of a conditional request; null if there is no validator. */
export const conditionsOf = (known: KnownPage, url: string): Record<string, string> | null => {
  const { etag, lastModified } = known.validators ?? {};
  // After a redirect, the same validator may belong to another page.
  const isSame = known.status === 200 && withoutFragment(known.url) === withoutFragment(new URL(url).href);
  if (!isSame || (etag === undefined && lastModified === undefined)) return null;
  return {
    ...(etag !== undefined && { "if-none-match": etag }),
    ...(lastModified !== undefined && { "if-modified-since": lastModified }),
  };
};
