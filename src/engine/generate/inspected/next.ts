/** The step that goes on to the next page by the link or button that a person pointed at. */
import type { Element } from "domhandler";
import type { GeneratedFlow } from "../../../contract/generate.ts";
import type { PaginateStep } from "../../../contract/steps.ts";
import { compileSelector, type PageDocument, resolveUrl, textOf } from "../../extract/extract.ts";
import { outward } from "../../extract/page/tree.ts";
import { writeSelector } from "../../extract/slots/selectors/index.ts";
import { findNextPage } from "../../steps/pager.ts";
import { MORE_WORDS } from "../../steps/pagerWords.ts";
import { DEFAULT_MAX_PAGES } from "../page/paging.ts";

const isControl = ({ name, attribs }: Element): boolean =>
  name === "a" || name === "button" || name === "input" || attribs.role === "button";

const controlAround = (element: Element): Element => outward(element).find(isControl) ?? element;

/** Where a link leads; null for one that only scripts follow. */
const addressOf = ({ name, attribs }: Element, { baseUrl }: PageDocument): string | null => {
  const { href = "" } = attribs;
  return name === "a" && href.trim() !== "" && !/^(?:#|javascript:)/i.test(href.trim())
    ? resolveUrl(href.trim(), baseUrl)
    : null;
};

/** A selector that names what it matches: one by position leads to page 3 from page 2. */
const selectorOf = ({ root }: PageDocument, element: Element): string | null => {
  const written = writeSelector(root, [element]);
  if (written?.fit === 1 && !/:nth/.test(written.css)) return written.css;
  const text = textOf(element).replaceAll('"', "");
  const css = `${element.name}:contains("${text}")`;
  const isSaid = text !== "" && !/^\d+$/.test(text);
  return isSaid && compileSelector(css)(root).length === 1 ? css : null;
};

/** @returns null where nothing tells the element from the other links of the page */
const stepFor = (document: PageDocument, url: string, picked: Element): PaginateStep | null => {
  const control = controlAround(picked);
  const address = addressOf(control, document);
  const selector = selectorOf(document, control);
  const shared = { type: "paginate", maxPages: DEFAULT_MAX_PAGES } as const;
  if (address === null) {
    const grows = MORE_WORDS.includes(textOf(control).toLowerCase());
    return selector === null ? null : { ...shared, method: grows ? "load-more" : "next", selector };
  }
  if (selector !== null) return { ...shared, selector };
  return findNextPage(document, url) === address ? { ...shared, optional: true } : null;
};

/** The flow with the step; null where no selector leads on. */
export const withNextPage = (
  flow: GeneratedFlow,
  document: PageDocument,
  url: string,
  picked: Element,
): GeneratedFlow | null => {
  const step = stepFor(document, url, picked);
  if (!step) return null;
  const needsBrowser = step.method !== undefined && flow.mode === "extract";
  return {
    ...flow,
    ...(needsBrowser && { mode: "interact" as const }),
    steps: [...flow.steps.filter(({ type }) => type !== "paginate"), step],
  };
};
