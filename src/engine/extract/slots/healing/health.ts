/** Detects pages that are not expected to contain records. */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import type { PageDocument } from "../../page/document.ts";
import { shortText } from "../../page/shortText.ts";
import { outward } from "../../page/tree.ts";
import words from "../../vocabulary/pages.json" with { type: "json" };

/** Titles of error, login and bot-check pages served in place of the requested one. */
const STAND_IN = new RegExp(words.failed.join("|"), "i");

/** Messages of an empty list. */
const EMPTY = new RegExp(String.raw`^\W*(?:sorry\W+)?(?:${words.empty.join("|")})`, "iu");

const MAX_SAYING_CHARS = 160;
const MAX_EXCUSES = 8;
const SAYING = /^(?:p|div|span|h[1-6]|li|td|strong|b|section)$/;
const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const UNSEEN: ReadonlySet<string> = new Set(["script", "style", "template", "noscript", "head", "option"]);

const isHidden = (element: Element): boolean =>
  outward(element).some(
    ({ name, attribs }) =>
      attribs.hidden !== undefined ||
      attribs["aria-hidden"] === "true" ||
      UNSEEN.has(name) ||
      HIDDEN_STYLE.test(attribs.style ?? ""),
  );

/**
 * Lists messages that can explain why a page has no records: it is an error page, or its list is empty. If the
 * page did not show the message while it had records, its selectors are not considered broken.
 */
export const listExcuses = ({ root }: PageDocument): string[] => {
  const textsOf = (tags: RegExp, isExcuse: (text: string, element: Element) => boolean): string[] =>
    findAll(({ name }) => tags.test(name), root.children).flatMap((element) => {
      const text = shortText(element, MAX_SAYING_CHARS);
      return text !== null && isExcuse(text, element) ? [text] : [];
    });
  const titles = textsOf(/^(?:title|h1)$/, (text) => STAND_IN.test(text));
  const sayings = textsOf(SAYING, (text, element) => EMPTY.test(text) && !isHidden(element));
  return [...new Set([...titles, ...sayings])].slice(0, MAX_EXCUSES);
};
