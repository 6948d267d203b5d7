/** Writes the kept parts of a page as clean HTML. */
import { type AnyNode, Element, isTag, isText, Text } from "domhandler";
import { getOuterHTML } from "domutils";
import { resolveUrl } from "../values/coerce.ts";

/** Elements that show nothing themselves, or only load something. */
const DROPPED: ReadonlySet<string> = new Set(
  "script style noscript template head meta link base iframe object embed applet frame frameset".split(" "),
);
const ADDRESSES: ReadonlySet<string> = new Set(["href", "src", "poster", "action", "cite"]);
/** Attributes that run or draw something. */
const isActive = (name: string): boolean => /^on|^style$|^srcdoc$|^nonce$|^integrity$/i.test(name);

/** Candidates of `srcset`, each with its absolute URL. */
const resolveSet = (value: string, baseUrl: string): string =>
  value
    .split(/,\s+/)
    .flatMap((candidate) => {
      const [address = "", ...size] = candidate.trim().split(/\s+/);
      const url = resolveUrl(address, baseUrl);
      return url === null ? [] : [[url, ...size].join(" ")];
    })
    .join(", ");

const cleanAttributes = ({ attribs }: Element, baseUrl: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attribs).flatMap(([name, value]): [string, string][] => {
      if (isActive(name)) return [];
      if (name === "srcset") return [[name, resolveSet(value, baseUrl)]];
      if (!ADDRESSES.has(name)) return [[name, value]];
      const url = value.trim().startsWith("#") ? value : resolveUrl(value, baseUrl);
      return url === null ? [] : [[name, url]];
    }),
  );

/** @returns the node without what is dropped, not kept or empty of both; null if nothing is left */
const clean = (node: AnyNode, baseUrl: string, keeps: (node: Element | Text) => boolean): AnyNode | null => {
  if (isText(node)) return keeps(node) || node.data.trim() === "" ? new Text(node.data) : null;
  if (!isTag(node) || DROPPED.has(node.name) || !keeps(node)) return null;
  const children = node.children.flatMap((child) => clean(child, baseUrl, keeps) ?? []);
  return new Element(node.name, cleanAttributes(node, baseUrl), children as Element["children"]);
};

/**
 * The elements as HTML without scripts, styles, frames, comments, event handlers and inline images; URLs are absolute.
 *
 * @param keeps whether to write an element or text; its descendants are then asked one by one
 */
export const writeHtml = (
  elements: readonly Element[],
  baseUrl: string,
  keeps: (node: Element | Text) => boolean,
): string =>
  elements
    .flatMap((element) => clean(element, baseUrl, keeps) ?? [])
    .map((node) => getOuterHTML(node))
    .join("\n");
