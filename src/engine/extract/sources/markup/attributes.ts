/** Microdata and RDFa: one walk, two vocabularies of attributes. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { isUnsafeName } from "../../../../contract/common.ts";
import type { PageDocument } from "../../page/document.ts";
import { readElement } from "../../page/elements.ts";
import type { Entity } from "./entity.ts";

interface Dialect {
  readonly source: "microdata" | "rdfa";
  readonly typeOf: (element: Element) => string | null;
  readonly property: string;
}

const DIALECTS: readonly Dialect[] = [
  {
    source: "microdata",
    typeOf: ({ attribs }) => (attribs.itemscope === undefined ? null : (attribs.itemtype ?? "")),
    property: "itemprop",
  },
  { source: "rdfa", typeOf: ({ attribs }) => attribs.typeof ?? null, property: "property" },
];

const MAX_ENTITIES = 1_000;
const LINKS: ReadonlySet<string> = new Set(["a", "area", "link"]);
const SOURCES: ReadonlySet<string> = new Set(["img", "audio", "video", "source", "iframe", "embed"]);

const readValue = (element: Element): string | null => {
  const { name, attribs } = element;
  if (attribs.content !== undefined) return attribs.content;
  if (LINKS.has(name) && attribs.href !== undefined)
    return /^(?:https?:)?\/|^[^\s]*\.\w{2,5}$/.test(attribs.href) && name === "link"
      ? attribs.href
      : readElement(element, undefined) || attribs.href;
  if (SOURCES.has(name)) return readElement(element, "image");
  if (name === "time" && attribs.datetime) return attribs.datetime;
  return readElement(element, undefined);
};

type Properties = Record<string, unknown>;

const add = (properties: Properties, names: string, value: unknown): void => {
  for (const name of names.split(/\s+/)) {
    const short = name.replace(/^.*[/#:]/, "");
    if (short === "" || isUnsafeName(short) || value === null) continue;
    const known = Object.hasOwn(properties, short) ? properties[short] : undefined;
    properties[short] =
      known === undefined ? value : Array.isArray(known) ? [...known, value] : [known, value];
  }
};

const readDialect = (page: PageDocument, { source, typeOf, property }: Dialect): Entity[] => {
  const entities: Entity[] = [];
  const visit = (nodes: readonly AnyNode[], owner: Properties | null): void => {
    for (const node of nodes) {
      if (!isTag(node) || entities.length >= MAX_ENTITIES) continue;
      const type = typeOf(node);
      const names = node.attribs[property];
      if (type === null) {
        if (names !== undefined && owner) add(owner, names, readValue(node));
        visit(node.children, owner);
        continue;
      }
      const types = type
        .split(/\s+/)
        .filter(Boolean)
        .map((name) => name.replace(/^.*[/#:]/, ""));
      const properties: Properties = { "@type": types };
      entities.push({ source, types, properties });
      visit(node.children, properties);
      if (names !== undefined && owner) add(owner, names, properties);
    }
  };
  visit(page.root.children, null);
  return entities.filter(({ types, properties }) => types.length > 0 && Object.keys(properties).length > 1);
};

export const readMarkup = (page: PageDocument): Entity[] =>
  DIALECTS.flatMap((dialect) => readDialect(page, dialect));
