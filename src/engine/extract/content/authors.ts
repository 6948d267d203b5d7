/** Who wrote a page, as its reader sees it. */
import { type Element, isTag, isText } from "domhandler";
import { findAll } from "domutils";
import type { PageDocument } from "../page/document.ts";
import { textOf } from "../page/text.ts";
import { normaliseSpace } from "../values/text.ts";

const BY =
  /^(?:by|von|par|por|di|door|av|af|od|written by|posted by|author|autor|auteur|reviewed by|words by|text)\s*:?\s+/i;
const isName = (text: string): boolean =>
  text.length >= 2 &&
  text.length <= 60 &&
  text.split(/\s+/).length <= 6 &&
  !/https?:|@|\d{3}/.test(text) &&
  /\p{L}/u.test(text);
const AUTHOR = /(?:^|[\s_-])(?:author|byline|by-line|writer|contributor)(?:[\s_-]|name|$)/i;
/** What boards call whoever wrote a post. */
const POSTER = /(?:^|[\s_-])(?:user-?name|nickname|poster|post-?user(?:-name)?|display-?name)(?:[\s_-]|$)/i;
/** Where sites tell of a writer. */
const AUTHOR_PAGE = /\/(?:authors?|autor(?:en)?|auteurs?|autori|contributors?|writers?)\/[^/?#]+\/?$/i;
/** Who comments or reviews has not written the page. */
const OTHERS = /comment|(?:^|[\s_-])(?:customer|review|testimonial)s?[\s_-]/i;
/** "By" in a box of its own, and the name in the next. */
const BY_ALONE = /^(?:by|von|par|por|di|door|av|af|written by|posted by)\s*:?$/i;

const nameAfter = (element: Element): string => {
  let next = element.next;
  while (next && !isTag(next)) next = next.next;
  return next ? textOf(next) : "";
};

const cleanName = (text: string): string =>
  normaliseSpace(
    text
      .replace(BY, "")
      .split(/\s*(?:\||•|·|\bon\b|\d{1,2}[./ ]|,? (?:updated|published|posted)|–|—)\s*/i)[0] ?? "",
  )
    .replace(BY, "")
    .replace(/^[,;:\s]+|[,;:\s]+$/g, "");

/** People named as authors in the page's text, most direct first. */
export const findAuthors = (page: PageDocument): { readonly text: string; readonly path: string }[] => {
  const found: { text: string; path: string; rank: number }[] = [];
  for (const element of findAll(() => true, page.root.children)) {
    const { attribs } = element;
    if (OTHERS.test(`${attribs.class ?? ""} ${attribs.id ?? ""}`)) continue;
    const isRel = /(?:^|\s)author(?:\s|$)/.test(attribs.rel ?? "");
    const named =
      AUTHOR.test(attribs.class ?? "") ||
      AUTHOR.test(attribs.itemprop ?? "") ||
      /author/i.test(attribs["data-testid"] ?? "");
    const poster = !named && POSTER.test(attribs.class ?? "");
    const [only, ...rest] = element.children;
    const isBy = rest.length === 0 && only !== undefined && isText(only) && BY_ALONE.test(only.data.trim());
    const linked = element.name === "a" && AUTHOR_PAGE.test(attribs.href ?? "");
    if (!isRel && !named && !poster && !linked && !isBy) continue;
    const whole = isBy ? nameAfter(element) : textOf(element);
    if (whole.length > 160) continue;
    const text = cleanName(whole);
    if (isName(text))
      found.push({
        text,
        path: isRel ? "rel=author" : `.${attribs.class ?? "author"}`,
        rank: isRel ? 0 : isBy || BY.test(whole) ? 1 : poster ? 3 : 2,
      });
  }
  return found.sort((left, right) => left.rank - right.rank);
};
