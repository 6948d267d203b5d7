/** Reads structured data: JSON-LD in all its variants, microdata and RDFa. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { textContent } from "domutils";
import { isUnsafeName } from "../../../../contract/common.ts";
import type { PageDocument } from "../../page/document.ts";
import { readElement } from "../../page/elements.ts";
import { elementsNamed } from "../../page/tags.ts";
import { textOf } from "../../page/text.ts";
import { parseLoosely } from "./literals.ts";

type Properties = Record<string, unknown>;

/** An entity; the `@type` property lists its types without their vocabulary. */
export interface Entity {
  readonly source: "json-ld" | "microdata" | "rdfa";
  readonly types: readonly string[];
  readonly properties: Readonly<Properties>;
}

export const isRecord = (value: unknown): value is Properties =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const MAX_DEPTH = 24;
const MAX_RESOLVED_DEPTH = 5;
const MAX_NODES = 2_000;
const MAX_ENTITIES = 1_000;
const MAX_LINKED = 200;

const shortName = (name: string): string => name.replace(/^.*[/#:]/, "");
const typesOf = (node: Properties): string[] =>
  [node["@type"]]
    .flat()
    .filter((type) => typeof type === "string")
    .map(shortName);

/** Properties whose values are not about the page's subject: variants, related items, reviews, answers. */
const ASIDE: ReadonlySet<string> = new Set(
  "hasVariant isVariantOf isRelatedTo isSimilarTo isAccessoryOrSparePartFor isConsumableFor review reviews comment suggestedAnswer acceptedAnswer".split(
    " ",
  ),
);

interface Nodes {
  readonly own: Properties[];
  readonly byId: Map<string, Properties>;
}

const collectNodes = (value: unknown, nodes: Nodes, depth: number, isAside: boolean): void => {
  if (depth > MAX_DEPTH || nodes.own.length >= MAX_NODES) return;
  if (Array.isArray(value)) for (const entry of value) collectNodes(entry, nodes, depth + 1, isAside);
  else if (isRecord(value)) {
    if (Object.hasOwn(value, "@type") && !isAside) nodes.own.push(value);
    const id = value["@id"];
    if (typeof id === "string" && Object.keys(value).length > 1 && !nodes.byId.has(id))
      nodes.byId.set(id, value);
    for (const [name, inner] of Object.entries(value))
      collectNodes(inner, nodes, depth + 1, isAside || ASIDE.has(name));
  }
};

/** The node with its references resolved, and without unsafe property names. */
const resolve = (value: unknown, byId: Nodes["byId"], depth: number): unknown => {
  if (Array.isArray(value)) return value.slice(0, MAX_NODES).map((entry) => resolve(entry, byId, depth));
  if (!isRecord(value)) return value;
  if (depth > MAX_RESOLVED_DEPTH) return null;
  const { "@value": plain, "@id": id } = value;
  if (typeof plain === "string" || typeof plain === "number") return plain;
  const known = Object.keys(value).length <= 2 && typeof id === "string" ? byId.get(id) : undefined;
  const node = known ?? value;
  const entries = Object.entries(node).filter(([name]) => !isUnsafeName(name));
  return Object.fromEntries(
    entries.map(([name, inner]) =>
      name === "@type" ? [name, typesOf(node)] : [shortName(name), resolve(inner, byId, depth + 1)],
    ),
  );
};

const readJsonLd = (page: PageDocument): Entity[] => {
  const nodes: Nodes = { own: [], byId: new Map() };
  for (const script of elementsNamed(page.root, "script"))
    if (/^application\/ld\+json/i.test(script.attribs.type?.trim() ?? ""))
      collectNodes(parseLoosely(textContent(script)), nodes, 0, false);
  return nodes.own.slice(0, MAX_LINKED).map((node) => ({
    source: "json-ld",
    types: typesOf(node),
    properties: resolve(node, nodes.byId, 0) as Properties,
  }));
};

const LINKS: ReadonlySet<string> = new Set(["a", "area", "link"]);
const SOURCES: ReadonlySet<string> = new Set(["img", "audio", "video", "source", "iframe", "embed"]);

const LISTS: ReadonlySet<string> = new Set(["ul", "ol"]);

const readValue = (element: Element): string | string[] | null => {
  const { name, attribs } = element;
  if (attribs.content !== undefined) return attribs.content;
  const items = LISTS.has(name)
    ? element.children.filter((child) => isTag(child) && child.name === "li")
    : [];
  if (items.length > 1) return items.map((item) => textOf(item));
  if (LINKS.has(name) && attribs.href !== undefined)
    return /^(?:https?:)?\/|^[^\s]*\.\w{2,5}$/.test(attribs.href) && name === "link"
      ? attribs.href
      : readElement(element, undefined) || attribs.href;
  if (SOURCES.has(name)) return readElement(element, "image");
  return (name === "time" && attribs.datetime) || readElement(element, undefined);
};

const add = (properties: Properties, names: string, value: unknown): void => {
  for (const name of names.split(/\s+/).map(shortName)) {
    if (name === "" || isUnsafeName(name) || value === null) continue;
    const known = Object.hasOwn(properties, name) ? [properties[name]].flat() : [];
    properties[name] = known.length === 0 ? value : [...known, value].flat();
  }
};

/** The attribute that names an element's property; `typeIn` returns its types, undefined if not an entity. */
const PROPERTY = { microdata: "itemprop", rdfa: "property" } as const;
type Dialect = keyof typeof PROPERTY;
const typeIn = ({ attribs }: Element, dialect: Dialect): string | undefined => {
  if (dialect === "rdfa") return attribs.typeof;
  return attribs.itemscope === undefined ? undefined : (attribs.itemtype ?? "");
};

const readDialect = (page: PageDocument, source: Dialect): Entity[] => {
  const entities: Entity[] = [];
  const visit = (nodes: readonly AnyNode[], owner: Properties | null): void => {
    for (const node of nodes) {
      if (!isTag(node) || entities.length >= MAX_ENTITIES) continue;
      const type = typeIn(node, source);
      const names = node.attribs[PROPERTY[source]];
      const types = type?.split(/\s+/).filter(Boolean).map(shortName) ?? [];
      const properties: Properties | null = type === undefined ? null : { "@type": types };
      if (properties) entities.push({ source, types, properties });
      if (names !== undefined && owner) add(owner, names, properties ?? readValue(node));
      visit(node.children, properties ?? owner);
    }
  };
  visit(page.root.children, null);
  return entities.filter(({ types, properties }) => types.length > 0 && Object.keys(properties).length > 1);
};

/** Entities in element attributes, one walk per vocabulary. */
const readMarkup = (page: PageDocument): Entity[] => [
  ...readDialect(page, "microdata"),
  ...readDialect(page, "rdfa"),
];

/** All entities of the page's structured data, outer entities before nested ones. */
export const readEntities = (page: PageDocument): Entity[] => [...readJsonLd(page), ...readMarkup(page)];
