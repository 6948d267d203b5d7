/** Clickable elements of a page, and selectors for single elements. */
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

/** All clickable elements with their text. */
export const listClickable = ({ root }: PageDocument) =>
  findAll(isClickable, root.children).map((element) => {
    const { attribs } = element;
    const says = textOf(element) || attribs["aria-label"] || attribs.value || attribs.title || "";
    return { element, says: plainText(says) };
  });

/** A link's URL; null if only scripts handle it. */
export const addressOf = ({ name, attribs }: Element, { baseUrl }: PageDocument): string | null => {
  const href = attribs.href?.trim() ?? "";
  return name === "a" && href !== "" && !/^(?:#|javascript:)/i.test(href) ? resolveUrl(href, baseUrl) : null;
};

/** A selector that matches only this element, by name or position; null if there is none. */
export const exactSelector = ({ root }: PageDocument, element: Element): string | null => {
  const { name, attribs } = element;
  const isNamed = /^(?:input|select|textarea)$/.test(name) && /^[\w.[\]-]+$/.test(attribs.name ?? "");
  const css = `${name}[name=${JSON.stringify(attribs.name)}]`;
  if (isNamed && compileSelector(css)(root).length === 1) return css;
  const written = writeSelector(root, [element]);
  return written?.fit === 1 ? written.css : null;
};

/** Whether a selector goes by position: on the next page it matches another element. */
export const isCounted = (css: string): boolean => css.includes(":nth");

const MAX_SAID = 60;
/** A selector that matches the element by its text; null if the text is not unique. */
export const selectorByText = ({ root }: PageDocument, element: Element): string | null => {
  const text = textOf(element).replaceAll('"', "").slice(0, MAX_SAID).trim();
  const css = `${element.name}:contains("${text}")`;
  return text !== "" && !/^\d+$/.test(text) && compileSelector(css)(root).length === 1 ? css : null;
};
