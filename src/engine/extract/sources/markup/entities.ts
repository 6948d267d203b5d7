/** Entities that pages describe for machines. JSON-LD in every shape that it is found in. */
import { textContent } from "domutils";
import { isUnsafeName } from "../../../../contract/common.ts";
import type { PageDocument } from "../../page/document.ts";
import { elementsNamed } from "../../page/tags.ts";
import { readMarkup } from "./attributes.ts";
import type { Entity } from "./entity.ts";

const MAX_DEPTH = 24;
const MAX_ENTITIES = 2_000;
const MAX_JSON = 4_000_000;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What authors get wrong, fixed in the order of how often it is seen. */
const REPAIRS: readonly ((json: string) => string)[] = [
  (json) => json,
  (json) =>
    json
      .replace(
        /^\s*(?:<!--|\/\*+\s*<!\[CDATA\[\s*\*+\/|\/\/<!\[CDATA\[)|(?:-->|\/\*+\s*\]\]>\s*\*+\/|\/\/\]\]>)\s*$/g,
        "",
      )
      .replace(/;\s*$/, ""),
  (json) => json.replace(/\p{Cc}+/gu, " "),
  (json) => json.replace(/,\s*(?=[}\]])/g, ""),
  (json) =>
    json
      .replace(/}\s*{/g, "},{")
      .replace(/^\s*\{(.*)\}\s*$/s, (whole) => (/^\s*\{.*\}\s*,\s*\{/s.test(whole) ? `[${whole}]` : whole)),
];

/** Parses JSON as pages write it; undefined where it is beyond mending. */
export const parseLoosely = (json: string): unknown => {
  if (json.length > MAX_JSON) return undefined;
  let text = json;
  for (const repair of REPAIRS) {
    text = repair(text);
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // The next repair may mend it.
    }
  }
  return undefined;
};

const asArray = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

const shortType = (type: string): string => type.replace(/^.*[/#:]/, "");
const typesOf = (node: Record<string, unknown>): string[] =>
  asArray(node["@type"])
    .filter((type) => typeof type === "string")
    .map(shortType);

/** Properties whose values belong to something else than the page: its variants, its neighbours, what people say of it. */
const ASIDE: ReadonlySet<string> = new Set(
  "hasVariant isVariantOf isRelatedTo isSimilarTo isAccessoryOrSparePartFor isConsumableFor review reviews comment suggestedAnswer acceptedAnswer".split(
    " ",
  ),
);

interface Nodes {
  readonly own: Record<string, unknown>[];
  readonly byId: Map<string, Record<string, unknown>>;
}

const collectNodes = (value: unknown, nodes: Nodes, depth: number, isAside: boolean): void => {
  if (depth > MAX_DEPTH || nodes.own.length >= MAX_ENTITIES) return;
  if (Array.isArray(value)) for (const entry of value) collectNodes(entry, nodes, depth + 1, isAside);
  else if (isRecord(value)) {
    if (Object.hasOwn(value, "@type") && !isAside) nodes.own.push(value);
    const id = value["@id"];
    if (typeof id === "string" && Object.keys(value).length > 1 && !nodes.byId.has(id))
      nodes.byId.set(id, value);
    for (const [name, inner] of Object.entries(value))
      if (typeof inner === "object") collectNodes(inner, nodes, depth + 1, isAside || ASIDE.has(name));
  }
};

/** The node with what it refers to put in its place, and nothing that could harm an object. */
const resolve = (
  value: unknown,
  byId: ReadonlyMap<string, Record<string, unknown>>,
  depth: number,
): unknown => {
  if (Array.isArray(value)) return value.slice(0, MAX_ENTITIES).map((entry) => resolve(entry, byId, depth));
  if (!isRecord(value)) return value;
  if (depth > 5) return null;
  if (typeof value["@value"] === "string" || typeof value["@value"] === "number") return value["@value"];
  const id = value["@id"];
  const known = Object.keys(value).length <= 2 && typeof id === "string" ? byId.get(id) : undefined;
  const node = known ?? value;
  const entries = Object.entries(node)
    .filter(([name]) => !isUnsafeName(name))
    .map(
      ([name, inner]) =>
        [
          name === "@type" ? name : shortType(name),
          name === "@type" ? typesOf(node) : resolve(inner, byId, depth + 1),
        ] as const,
    );
  return Object.fromEntries(entries);
};

const readJsonLd = (page: PageDocument): Entity[] => {
  const nodes: Nodes = { own: [], byId: new Map() };
  for (const script of elementsNamed(page.root, "script"))
    if (/^application\/ld\+json/i.test(script.attribs.type?.trim() ?? ""))
      collectNodes(parseLoosely(textContent(script)), nodes, 0, false);
  return nodes.own.slice(0, 200).map((node) => ({
    source: "json-ld",
    types: typesOf(node),
    properties: resolve(node, nodes.byId, 0) as Record<string, unknown>,
  }));
};

/** All that the page describes for machines, outer entities before the ones in them. */
export const readEntities = (page: PageDocument): Entity[] => [...readJsonLd(page), ...readMarkup(page)];
