/**
 * Rejects, when a flow is saved, selectors that the engine could not match later. The engine matches
 * with css-select. This module lists its pseudo-classes but does not load its code, so that functions
 * that only validate stay small. A test compiles each name with css-select itself.
 */
import { parse, type Selector } from "css-what";

/** Pseudo-classes without arguments that css-select supports, but no browser. */
export const NOT_IN_BROWSERS = [
  "selected",
  "checkbox",
  "file",
  "password",
  "radio",
  "reset",
  "image",
  "submit",
  "parent",
  "header",
  "button",
  "input",
  "text",
] as const;

/** Pseudo-classes without arguments. */
const PLAIN = [
  "root",
  "scope",
  "empty",
  "first-child",
  "last-child",
  "first-of-type",
  "last-of-type",
  "only-of-type",
  "only-child",
  "any-link",
  "link",
  "disabled",
  "enabled",
  "checked",
  "required",
  "optional",
  ...NOT_IN_BROWSERS,
] as const;
const WITH_TEXT = ["contains", "icontains"] as const;
const WITH_FORMULA = ["nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"] as const;
const WITH_SELECTORS = ["is", "matches", "where", "not", "has"] as const;

/** The pseudo-classes that a selector may use, by type of argument. */
export const PSEUDO_CLASSES = { PLAIN, WITH_TEXT, WITH_FORMULA, WITH_SELECTORS } as const;

const includes = (names: readonly string[], name: string): boolean => names.includes(name);

/** `2n+1`, `-n+3`, `even`, `odd`, `5` (CSS Syntax, the An+B microsyntax). */
const FORMULA = /^\s*(?:even|odd|[+-]?\d+|[+-]?\d*n(?:\s*[+-]\s*\d+)?)\s*$/i;

const pseudoFault = (name: string, data: string | Selector[][] | null): string | null => {
  if (includes(PLAIN, name)) return data === null ? null : `:${name} takes no argument`;
  if (includes(WITH_TEXT, name)) return typeof data === "string" ? null : `:${name} needs a text`;
  if (includes(WITH_FORMULA, name))
    return typeof data === "string" && FORMULA.test(data) ? null : `:${name} needs a position such as 2n+1`;
  if (includes(WITH_SELECTORS, name))
    return Array.isArray(data) ? selectorsFault(data) : `:${name} needs a selector`;
  return `unknown pseudo-class :${name}`;
};

const tokenFault = (token: Selector): string | null => {
  switch (token.type) {
    case "pseudo":
      return pseudoFault(token.name, token.data);
    case "pseudo-element":
      return `a pseudo-element such as ::${token.name} selects no element; to read an attribute, write "css@attr"`;
    case "column-combinator":
      return "the column combinator is not supported";
    case "tag":
    case "universal":
    case "attribute":
      return token.namespace === null ? null : "namespaces are not supported";
    default:
      return null;
  }
};

const COMBINATORS = new Set(["child", "parent", "sibling", "adjacent", "descendant", "column-combinator"]);

const selectorsFault = (selectors: readonly (readonly Selector[])[]): string | null => {
  for (const tokens of selectors) {
    for (const token of tokens) {
      const fault = tokenFault(token);
      if (fault !== null) return fault;
    }
    const last = tokens.at(-1);
    if (!last || COMBINATORS.has(last.type)) return "it ends in a combinator";
  }
  return null;
};

/** What is wrong with a CSS selector, or null. */
export const checkSelector = (selector: string): string | null => {
  if (selector.trim() === "") return "the selector is empty";
  let fault: string | null;
  try {
    fault = selectorsFault(parse(selector));
  } catch (error) {
    fault = (error as Error).message;
  }
  return fault === null ? null : `"${selector}" is not a selector this service understands: ${fault}`;
};
