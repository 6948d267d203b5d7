import type { Element } from "domhandler";
import { findAll, findOne } from "domutils";
import { type PageDocument, textOf } from "../extract/extract.ts";
import { classesOf, outward } from "../extract/page/tree.ts";

const isPassword = ({ name, attribs }: Element): boolean =>
  name === "input" && attribs.type?.toLowerCase() === "password";

/** Whether a page asks for a password. */
export const asksForPassword = ({ root }: PageDocument): boolean =>
  findOne(isPassword, root.children, true) !== null;

/** Parts around the content, by tag, role, id or class. */
const AROUND =
  /^(?:header|topbar|nav|navbar|navigation|banner|footer|aside|sidebar|dialog|modal|popup|dropdown|offcanvas|drawer)$/i;

const isAround = (element: Element): boolean => {
  const { name, attribs } = element;
  const words = [attribs.role ?? "", attribs.id ?? "", ...classesOf(element)].flatMap((each) =>
    each.split(/[-_]/),
  );
  return name !== "body" && name !== "html" && [name, ...words].some((word) => AROUND.test(word));
};

/** A page with more letters than this has content of its own beside the form. */
const MAX_CHARS = 300;

/** Whether a page is there to sign in, not one with a sign-in form in its header. */
export const isSignIn = ({ root }: PageDocument): boolean => {
  const inputs = findAll(isPassword, root.children);
  const isMain = inputs.some((input) => !outward(input).some(isAround));
  return isMain || (inputs.length > 0 && textOf(root).length <= MAX_CHARS);
};

/** The path without what sites add to one and the same page: a final slash, its file's name, and a language. */
const placeOf = (url: string): string =>
  (URL.parse(url)?.pathname ?? "")
    .replace(/\/(?:(?:index|default)\.\w+)?$/i, "")
    .replace(/^\/[a-z]{2}(?:[-_][a-z]{2})?(?=\/|$)/i, "");

/** Whether a site led from one URL to another page. */
export const isLedAway = (asked: string, url: string): boolean => placeOf(asked) !== placeOf(url);
