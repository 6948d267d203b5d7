/** Filters of changedetection.io as CSS selectors. */

const STEP = /^(\*|[a-z][\w-]*)((?:\[[^[\]]*\])*)$/i;
const WORD = /^[\w -]+$/;

/** A predicate of XPath as CSS; null if it says something that CSS cannot. */
const predicateOf = (predicate: string): string | null => {
  const text = predicate.trim();
  if (/^[1-9]\d{0,3}$/.test(text)) return `:nth-of-type(${text})`;
  const [, attribute, value = ""] =
    /^@([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')$/.exec(text)?.filter(Boolean) ?? [];
  if (attribute !== undefined) return WORD.test(value) ? `[${attribute}="${value}"]` : null;
  const [, part = ""] = /^contains\(\s*@class\s*,\s*["']([\w-]+)["']\s*\)$/.exec(text) ?? [];
  return part === "" ? null : `[class*="${part}"]`;
};

/**
 * An XPath that only goes down by names, places and attributes, as CSS; null for any other. Those that
 * changedetection.io's visual selector makes are of this kind.
 */
export const xpathToCss = (xpath: string): string | null => {
  const path = xpath.trim();
  if (!path.startsWith("/")) return null;
  // Slashes within quotes would be split; no CSS filter contains such values.
  const steps = path.split(/(\/{1,2})/).slice(1);
  let css = "";
  for (let at = 0; at < steps.length; at += 2) {
    const [, name = "", predicates = ""] = STEP.exec(steps[at + 1] ?? "") ?? [];
    if (name === "") return null;
    const parts = [...predicates.matchAll(/\[([^[\]]*)\]/g)].map(([, predicate = ""]) =>
      predicateOf(predicate),
    );
    if (parts.includes(null)) return null;
    // A place among all elements (`*[2]`) is not one among those of a name.
    if (name === "*" && parts.some((part) => part?.startsWith(":nth"))) return null;
    const own = name === "*" && parts.length > 0 ? "" : name;
    css += `${css === "" ? "" : steps[at] === "//" ? " " : " > "}${own}${parts.join("")}`;
  }
  return css === "" ? null : css;
};

/** A filter as a CSS selector; null if there is none that means the same. */
export const filterToCss = (filter: string): string | null => {
  const text = filter.trim();
  if (text === "" || /^(?:json|jq|jqraw|re):/i.test(text)) return null;
  const xpath = /^xpath1?:(.*)$/is.exec(text)?.[1] ?? (text.startsWith("/") ? text : null);
  if (xpath !== null) return xpathToCss(xpath);
  return text.replace(/^css:/i, "").trim();
};
