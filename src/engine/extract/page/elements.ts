/** Reads the value of an element, by the requested type. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findOne } from "domutils";
import type { ValueType } from "../../../contract/fields/outputSchema.ts";
import words from "../vocabulary/attributes.json" with { type: "json" };
import { priceText } from "./priceText.ts";
import { shortText } from "./shortText.ts";
import { textOf } from "./text.ts";
import { fullTextOf } from "./wholeText.ts";

/** Attributes that contain a URL. */
export const LINK_ATTRIBUTES: ReadonlySet<string> = new Set(["href", "src"]);

/** Lazy-loading pages keep the real URL out of `src`. */
const IMAGE_ATTRIBUTES = ["data-src", "data-lazy-src", "data-original", "src"];

const findInside = (element: Element, test: (inner: Element) => boolean): Element | null =>
  test(element) ? element : findOne(test, element.children, true);

const readImage = (element: Element): string | null => {
  const attribs = findInside(element, ({ name }) => name === "img" || name === "source")?.attribs ?? {};
  const address = IMAGE_ATTRIBUTES.map((name) => attribs[name]).find(
    (source) => source && !source.startsWith("data:"),
  );
  const [first] = (attribs["data-srcset"] ?? attribs.srcset ?? "").trim().split(/\s+/);
  return address ?? (first || null);
};

const readLink = (element: Element): string | null => {
  const own = element.attribs.href ?? element.attribs.src;
  if (own !== undefined) return own;
  const link = findInside(element, ({ name, attribs }) => name === "a" && attribs.href !== undefined);
  return link?.attribs.href ?? null;
};

const readTime = (element: Element): string | null =>
  findInside(element, ({ name, attribs }) => name === "time" && !!attribs.datetime)?.attribs.datetime ?? null;

const READERS: Partial<Readonly<Record<ValueType, (element: Element) => string | null>>> = {
  image: readImage,
  url: readLink,
  date: readTime,
  datetime: readTime,
  email: readLink,
};

/** Elements whose value is an attribute (HTML 5.2.4 "Values" of microdata, and form controls). */
const VALUE_ATTRIBUTES: ReadonlyMap<string, string> = new Map(Object.entries(words.values));

/** An attribute by a name that the user chose; inherited properties such as `constructor` don't count. */
export const readAttribute = ({ attribs }: Element, name: string): string | null =>
  Object.hasOwn(attribs, name) ? (attribs[name] ?? null) : null;

const readPlain = (element: Element, type: ValueType | undefined): string | null => {
  const { name, attribs } = element;
  const attribute = VALUE_ATTRIBUTES.get(name);
  if (attribute !== undefined) return readAttribute(element, attribute);
  if (attribs.itemprop !== undefined && attribs.content !== undefined) return attribs.content;
  const isPrice = type === "price" && shortText(element, MAX_PRICE) !== null;
  return isPrice ? priceText(element) : fullTextOf(element);
};
/** Longer text is not a price. */
const MAX_PRICE = 200;

/** Text is a URL only if it looks like one: a word is not a relative link. */
const ADDRESS = /^(?:(?:https?:)?\/)?\/\S+$/i;

/** The value of an element as text; null if it has none. */
export const readElement = (node: AnyNode, type: ValueType | undefined): string | null => {
  if (!isTag(node)) return textOf(node);
  const special = type === undefined ? null : READERS[type]?.(node);
  const value = special ?? readPlain(node, type);
  const isAddress = special !== null || !(type === "url" || type === "image");
  return isAddress || (value !== null && ADDRESS.test(value.trim())) ? value : null;
};
