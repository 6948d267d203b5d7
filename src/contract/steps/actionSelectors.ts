/**
 * Selectors of elements to act on. The browser itself matches them, so they are standard CSS. Of our
 * own pseudo-classes, only a closing `:contains("…")` or `:icontains("…")` is supported.
 */
import { parse, type Selector, stringify } from "css-what";
import { checkSelector, NOT_IN_BROWSERS } from "../fields/selectors.ts";

export interface ActionSelector {
  readonly css: string;
  /** Text that the element must contain; null: any. */
  readonly contains: string | null;
  readonly ignoreCase: boolean;
}

/** Pseudo-classes of css-select that no browser supports. */
const FOREIGN: ReadonlySet<string> = new Set([...NOT_IN_BROWSERS, "contains", "icontains", "matches"]);

const foreignPseudo = (selectors: readonly (readonly Selector[])[]): string | null => {
  for (const token of selectors.flat()) {
    if (token.type === "attribute" && token.action === "not") return "[name!=value]";
    if (token.type !== "pseudo") continue;
    if (FOREIGN.has(token.name)) return `:${token.name}`;
    const inside = Array.isArray(token.data) ? foreignPseudo(token.data) : null;
    if (inside !== null) return inside;
  }
  return null;
};

/** @throws Error with a message for the author of the flow */
export const parseActionSelector = (text: string): ActionSelector => {
  const fault = checkSelector(text);
  if (fault !== null) throw new Error(fault);
  const selectors = parse(text).map((tokens) => [...tokens]);
  const [only] = selectors;
  const last = selectors.length === 1 ? only?.at(-1) : undefined;
  const isText = last?.type === "pseudo" && (last.name === "contains" || last.name === "icontains");
  if (isText) only?.pop();
  const foreign = foreignPseudo(selectors);
  if (foreign !== null)
    throw new Error(`a browser cannot match ${foreign}; :contains("…") may stand at the very end`);
  return {
    css: stringify(selectors) || "*",
    contains: isText ? String(last.data) : null,
    ignoreCase: isText && last.name === "icontains",
  };
};
