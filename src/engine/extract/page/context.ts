/** What the meaning of a page's values depends on. */
import type { CoerceContext } from "../values/coerce.ts";
import { US_STATES } from "../values/countries.ts";
import { isOrderKnown, settleOrder } from "../values/dates.ts";
import { rememberedFor } from "../vocabulary/remember.ts";
import type { PageDocument } from "./document.ts";
import { textOf } from "./text.ts";

/** Top-level domains that only organisations of the United States get (IANA root zone database). */
const AMERICAN_HOST = /\.(?:gov|mil|edu|us)$/;
/** Top-level domains of countries that write English with the day first (CLDR). */
const DAY_FIRST_HOST = /\.(?:uk|au|nz|ie|in|za)$/;
/** Top-level domains of other countries, some of which are used everywhere: nothing on their pages proves America. */
const COUNTRY_HOST = /\.[a-z]{2}$/;
/** "Cleveland, OH 44115" and "(314) 657-3865". */
const AMERICAN_TEXT = new RegExp(
  `\\p{L}, (?:${US_STATES.join("|")}),? \\d{5}(?:-\\d{4})?(?!\\d)|(?<![\\d+])\\(\\d{3}\\) ?\\d{3}-\\d{4}(?!\\d)|(?<![\\d+-])\\d{3}-\\d{3}-\\d{4}(?![\\d-])`,
  "u",
);

/** The order of dates in English, by where the page is from; undefined if nothing tells. */
const settleByPlace = (baseUrl: string, text: string): boolean | undefined => {
  const host = URL.parse(baseUrl)?.hostname ?? "";
  if (AMERICAN_HOST.test(host)) return false;
  if (DAY_FIRST_HOST.test(host)) return true;
  return !COUNTRY_HOST.test(host) && AMERICAN_TEXT.test(text) ? false : undefined;
};

/** Whether the page's dates begin with the day: by those that are clear, or, in English, by where the page is from. */
const findDateOrder = rememberedFor((page: PageDocument): boolean | undefined => {
  const text = textOf(page.root);
  return settleOrder([text]) ?? (isOrderKnown(page.language) ? undefined : settleByPlace(page.baseUrl, text));
});

/** The context for reading a page's values. The order of its dates is looked up when it is first read. */
export const contextOf = (page: PageDocument, now: number): CoerceContext => ({
  baseUrl: page.baseUrl,
  language: page.language,
  now,
  get dayFirst() {
    return findDateOrder(page);
  },
});
