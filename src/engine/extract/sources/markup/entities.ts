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

/** The items of an element that is a list of several; null if it is none. */
const readItems = ({ name, attribs, children }: Element): string[] | null => {
  if (!LISTS.has(name) || attribs.content !== undefined) return null;
  const items = children.filter((child) => isTag(child) && child.name === "li");
  return items.length > 1 ? items.map((item) => textOf(item)) : null;
};

const readValue = (element: Element): string | null => {
  const { name, attribs } = element;
  if (attribs.content !== undefined) return attribs.content;
  if (LINKS.has(name) && attribs.href !== undefined)
    return /^(?:https?:)?\/|^[^\s]*\.\w{2,5}$/.test(attribs.href) && name === "link"
      ? attribs.href
      : readElement(element, undefined) || attribs.href;
  if (SOURCES.has(name)) return readElement(element, "image");
  return (name === "time" && attribs.datetime) || readElement(element, undefined);
};

/** The entries of properties that are lists in the markup, by entity: their values are the whole texts, as single fields have them. */
const listed = new WeakMap<object, Map<string, readonly unknown[]>>();
/** The entries of an entity's property that is a list in the markup; undefined if it is none. */
export const entriesOf = (properties: object, name: string): readonly unknown[] | undefined =>
  listed.get(properties)?.get(name);

const add = (
  properties: Properties,
  names: string,
  value: unknown,
  items: readonly string[] | null,
): void => {
  for (const name of names.split(/\s+/).map(shortName)) {
    if (name === "" || isUnsafeName(name) || value === null) continue;
    const known = Object.hasOwn(properties, name) ? [properties[name]].flat() : [];
    properties[name] = known.length === 0 ? value : [...known, value];
    const before = entriesOf(properties, name);
    if (!items && !before) continue;
    const entries = listed.get(properties) ?? new Map<string, readonly unknown[]>();
    listed.set(properties, entries.set(name, [...(before ?? known), ...(items ?? [value])]));
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
      if (names !== undefined && owner)
        add(owner, names, properties ?? readValue(node), properties ? null : readItems(node));
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
