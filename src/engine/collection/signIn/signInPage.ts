/** Whether a site led to a page on which one signs in, told from the page alone: a visit without a flow has no steps that sign in. */
import { type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import { type PageDocument, textOf } from "../../extract/extract.ts";

const isPassword = ({ name, attribs }: Element): boolean =>
  name === "input" && attribs.type?.toLowerCase() === "password";

/** Parts around the content, by tag, role, id or class. */
const AROUND =
  /^(?:header|topbar|nav|navbar|navigation|banner|footer|aside|sidebar|dialog|modal|popup|dropdown|offcanvas|drawer)$/i;

const isPart = ({ name, attribs }: Element): boolean => {
  const words = [attribs.role, attribs.id, attribs.class].flatMap((each) => each?.split(/[\s_-]+/) ?? []);
  return name !== "body" && name !== "html" && [name, ...words].some((word) => AROUND.test(word));
};

/** Whether an element is such a part, or within one. */
const isAround = (element: Element): boolean => {
  for (let at: Element | null = element; at; at = at.parent && isTag(at.parent) ? at.parent : null)
    if (isPart(at)) return true;
  return false;
};

/** A page with more characters than this has content of its own beside the form. */
const MAX_CHARS = 300;

/** Whether a page is there to sign in, not one with a sign-in form in its header. */
export const isSignInPage = ({ root }: PageDocument): boolean => {
  const inputs = findAll(isPassword, root.children);
  const isMain = inputs.some((input) => !isAround(input));
  return isMain || (inputs.length > 0 && textOf(root).length <= MAX_CHARS);
};

/** The path without what sites add to one and the same page: a final slash, its file's name, and a language. */
const placeOf = (url: string): string =>
  (URL.parse(url)?.pathname ?? "")
    .replace(/\/(?:(?:index|default)\.\w+)?$/i, "")
    .replace(/^\/[a-z]{2}(?:[-_][a-z]{2})?(?=\/|$)/i, "");

/** Whether a site led from one URL to another page. */
export const isLedAway = (asked: string, url: string): boolean => placeOf(asked) !== placeOf(url);

/** The page to sign in on that a site led to instead of the one that was asked for, if it did. */
export const signInUrlOf = (
  asked: string,
  { url, document }: { readonly url: string; readonly document: PageDocument },
): string | undefined => (isLedAway(asked, url) && isSignInPage(document) ? url : undefined);
