/** XML as data: elements as records. */
import { type Element, isTag } from "domhandler";
import { textContent } from "domutils";
import { isUnsafeName } from "../../../../contract/common.ts";
import type { PageDocument } from "../../page/document.ts";

/** The name without its namespace prefix: `g:price` is `price`. */
export const localName = ({ name }: Pick<Element, "name">): string => name.replace(/^.*:/, "");

export const elementsIn = (element: Pick<Element, "children">): Element[] => element.children.filter(isTag);

/** The root element; null if there is none. */
export const topOf = ({ root }: PageDocument): Element | null => root.children.find(isTag) ?? null;

const MAX_DEPTH = 24;

/** The value of an element: its text if it has no attributes or children, otherwise a record of them. */
export const readValue = (element: Element, depth = 0): unknown => {
  const inner = depth < MAX_DEPTH ? elementsIn(element) : [];
  const attributes = Object.entries(element.attribs).filter(([name]) => !/^xmlns(?::|$)/.test(name));
  if (inner.length === 0 && attributes.length === 0) return textContent(element).trim() || null;
  const record = new Map<string, unknown[]>();
  const add = (name: string, value: unknown): void => {
    if (isUnsafeName(name) || value === null) return;
    const values = record.get(name) ?? [];
    values.push(value);
    record.set(name, values);
  };
  for (const [name, value] of attributes) add(localName({ name }), value);
  for (const child of inner) add(localName(child), readValue(child, depth + 1));
  if (inner.length === 0) add("text", textContent(element).trim() || null);
  return Object.fromEntries(
    [...record].map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
  );
};
