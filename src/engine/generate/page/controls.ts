/** What of a page can be clicked, and selectors for one element of it. */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import { compileSelector, type PageDocument, resolveUrl, textOf } from "../../extract/extract.ts";
import { writeSelector } from "../../extract/slots/selectors/index.ts";
import { normaliseSpace } from "../../extract/values/text.ts";

export const plainText = (text: string): string => normaliseSpace(text).toLowerCase();

export const isClickable = ({ name, attribs }: Element): boolean =>
  /^(?:button|a|summary|label)$/.test(name) ||
  /^(?:button|tab|link|menuitem)$/.test(attribs.role ?? "") ||
  (name === "input" && /^(?:submit|button)$/.test(attribs.type ?? ""));

/** All that can be clicked, with what it says. */
export const listClickable = ({ root }: PageDocument) =>
  findAll(isClickable, root.children).map((element) => {
    const { attribs } = element;
    const says = textOf(element) || attribs["aria-label"] || attribs.value || attribs.title || "";
    return { element, says: plainText(says) };
  });

/** Where a link leads; null for one that only scripts follow. */
export const addressOf = ({ name, attribs }: Element, { baseUrl }: PageDocument): string | null => {
  const href = attribs.href?.trim() ?? "";
  return name === "a" && href !== "" && !/^(?:#|javascript:)/i.test(href) ? resolveUrl(href, baseUrl) : null;
};

/** A selector that finds this element and no other, by what names it or where it stands. */
export const exactSelector = ({ root }: PageDocument, element: Element): string | null => {
  const { name, attribs } = element;
  const isNamed = /^(?:input|select|textarea)$/.test(name) && /^[\w.[\]-]+$/.test(attribs.name ?? "");
  const css = `${name}[name=${JSON.stringify(attribs.name)}]`;
  if (isNamed && compileSelector(css)(root).length === 1) return css;
  const written = writeSelector(root, [element]);
  return written?.fit === 1 ? written.css : null;
};

/** By position: on the next page it finds another. */
export const isCounted = (css: string): boolean => css.includes(":nth");

const MAX_SAID = 60;
/** A selector that finds the element by what it says. */
export const selectorByText = ({ root }: PageDocument, element: Element): string | null => {
  const text = textOf(element).replaceAll('"', "").slice(0, MAX_SAID).trim();
  const css = `${element.name}:contains("${text}")`;
  return text !== "" && !/^\d+$/.test(text) && compileSelector(css)(root).length === 1 ? css : null;
};
