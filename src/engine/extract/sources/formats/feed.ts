/** Feeds: RSS 0.9 to 2.0, RSS 1.0 (RDF) and Atom (RFC 4287), with common extensions. */
import type { Element } from "domhandler";
import { textContent } from "domutils";
import { isUnsafeName } from "../../../../contract/common.ts";
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import type { PageDocument } from "../../page/document.ts";
import words from "../../vocabulary/feeds.json" with { type: "json" };
import { elementsIn, localName, readValue, topOf } from "./xml.ts";

type Values = Record<string, unknown>;

/** Fields an entry can have, by our names, in output order. */
const FEED_FIELDS = words.fields as OutputSchema;

/** Our names by feed element; with a namespace if the bare name means something else. */
const NAMES: Readonly<Record<string, string>> = words.names;

const textOf = (element: Element | undefined): string | null =>
  (element && textContent(element).trim()) || null;

/** RSS gives an email address for the author: `ada@example.org (Ada Krüger)`. */
const authorOf = (element: Element): string | null => {
  const text = textOf(elementsIn(element).find((child) => localName(child) === "name") ?? element);
  return /^\S+@\S+\s+\((.+)\)$/.exec(text ?? "")?.[1] ?? text;
};

const isPicture = ({ attribs: { type = "", medium, url = "" } }: Element): boolean =>
  /^image\//.test(type) || medium === "image" || /\.(?:jpe?g|png|webp|gif|avif)(?:\?|$)/i.test(url);

/** Attributes that contain the value of an element. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  url: ["href"],
  image: ["url", "href"],
  enclosure: ["url", "href"],
  categories: ["term", "text", "label"],
};

/** One child of an entry under our name; null if it doesn't describe the entry. */
const readChild = (element: Element): readonly [name: string, value: unknown] | null => {
  const local = localName(element);
  const named = NAMES[element.name] ?? NAMES[local] ?? local;
  // Atom links declare what they link to; without `rel`, it is the entry itself.
  const { rel = "alternate" } = element.attribs;
  if (isUnsafeName(named) || (named === "url" && rel !== "alternate" && rel !== "enclosure")) return null;
  const isFile = named === "enclosure" || rel === "enclosure";
  const name = isFile ? (isPicture(element) ? "image" : "enclosure") : named;
  if (name === "author") return [name, authorOf(element)];
  const attributes = ATTRIBUTES[name];
  if (!attributes) return [name, readValue(element)];
  const value = attributes.map((attribute) => element.attribs[attribute]?.trim()).find(Boolean);
  return [name, value ?? textOf(element)];
};

const permalinkOf = (entry: Element): string | null => {
  const guid = elementsIn(entry).find(({ name }) => name === "guid");
  const text = guid?.attribs.isPermaLink === "false" ? null : textOf(guid);
  return text !== null && /^https?:\/\//.test(text) ? text : null;
};

const readEntry = (entry: Element): Values => {
  const found: Values = {};
  // Media elements can be in a group of their own.
  const children = elementsIn(entry).flatMap((child) =>
    child.name === "media:group" ? elementsIn(child) : [child],
  );
  for (const child of children) {
    const [name, value] = readChild(child) ?? ["", null];
    if (value === null) continue;
    if (name === "categories") found.categories = [...((found.categories as unknown[]) ?? []), value];
    else found[name] ??= value;
  }
  const url = found.url ?? permalinkOf(entry);
  return { ...found, ...(url !== null && { url }) };
};

/** Adds the other names under which an entry's categories can be requested. */
export const withAliases = (entry: Values): Values =>
  entry.categories === undefined ? entry : { ...entry, category: entry.categories, tags: entry.categories };

export interface Feed {
  /** Metadata of the feed itself. */
  readonly whole: Values;
  readonly entries: readonly Values[];
  readonly language: string;
  readonly path: string;
}

/** Reads a page as a feed; null if it is not one. */
export const readFeed = (page: PageDocument): Feed | null => {
  const top = topOf(page);
  if (page.format !== "xml" || !top || !/^(?:rss|feed|RDF)$/i.test(localName(top))) return null;
  const isAtom = localName(top) === "feed";
  const channel = isAtom ? top : elementsIn(top).find((element) => localName(element) === "channel");
  if (!channel) return null;
  const path = isAtom ? "entry" : "item";
  // RSS 1.0 has its items next to the channel.
  const around = isAtom ? [] : elementsIn(top);
  const isEntry = (element: Element): boolean => localName(element) === path;
  const about = elementsIn(channel).filter((element) => !isEntry(element) && element.name !== "items");
  return {
    whole: readEntry({ ...channel, children: about } as Element),
    entries: [...elementsIn(channel), ...around].filter(isEntry).map(readEntry),
    language: top.attribs["xml:lang"] ?? textOf(about.find((each) => localName(each) === "language")) ?? "",
    path,
  };
};

const COMMON_SHARE = 0.3;

/** Schema of a feed's entries: the known fields, then other text fields that enough entries have. */
export const describeFeed = ({ entries }: Feed): OutputSchema => {
  const counts = new Map<string, number>();
  for (const entry of entries)
    for (const [name, value] of Object.entries(entry))
      if (typeof value === "string" || Object.hasOwn(FEED_FIELDS, name))
        counts.set(name, (counts.get(name) ?? 0) + 1);
  const known = Object.entries(FEED_FIELDS).filter(([name]) => counts.has(name));
  const others = [...counts].filter(
    ([name, count]) =>
      !Object.hasOwn(FEED_FIELDS, name) &&
      count >= entries.length * COMMON_SHARE &&
      /^\p{L}[\p{L}\p{N}_-]{0,63}$/u.test(name),
  );
  return { ...Object.fromEntries(known), ...Object.fromEntries(others.map(([name]) => [name, "string"])) };
};
