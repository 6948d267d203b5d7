/** Addresses of pages and of the service, as people type them. */
import { completeUrl } from "../client/address.ts";
import { UsageError } from "./failure.ts";

/** `shop.example/books`, `localhost:4600`, `[::1]:80`; a word alone is no address. */
const IS_ADDRESS = /^(?:localhost|\[[0-9a-f:]+\]|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)(?::\d+)?(?:[/?#]|$)/iu;
const IS_PATH = /^(?:\.{1,2}|~)?[/\\]/;
const IS_DOCUMENT = /^[^/?#]+\.(?:csv|docx|epub|html?|json|md|ods|odt|pdf|txt|xlsx|xml)$/i;

export const hasScheme = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text);

/**
 * A URL as typed, with `http://` or `https://` if it has neither.
 *
 * @throws UsageError for the path of a file that does not exist
 */
export const urlOf = (page: string): string => {
  if (hasScheme(page)) return page;
  if (IS_PATH.test(page) || IS_DOCUMENT.test(page)) throw new UsageError(`There is no file ${page}.`);
  return IS_ADDRESS.test(page) ? completeUrl(page) : page;
};
