/** Feeds: RSS 0.9 to 2.0, RSS 1.0 (RDF) and Atom (RFC 4287), with what is commonly added to them. */
import type { Element } from "domhandler";
import { textContent } from "domutils";
import { isUnsafeName } from "../../../../contract/common.ts";
import type { OutputSchema } from "../../../../contract/outputSchema.ts";
import type { PageDocument } from "../../page/document.ts";
import words from "../../vocabulary/feeds.json" with { type: "json" };
import { elementsIn, localName, readValue, topOf } from "./xml.ts";

type Values = Record<string, unknown>;

/** What an entry may hold, by our names for it, in the order in which it is told. */
const FEED_FIELDS = words.fields as OutputSchema;

/** What feeds call it; with its namespace where the bare name means something else. */
const NAMES: Readonly<Record<string, string>> = words.names;

const textOf = (element: Element): string | null => textContent(element).trim() || null;
const attribute = (element: Element, ...names: string[]): string | null =>
  names.map((name) => element.attribs[name]?.trim()).find((value) => value !== undefined && value !== "") ??
  null;

/** RSS names the author by an address: `ada@example.org (Ada Krüger)`. */
const authorOf = (element: Element): string | null => {
  const name = elementsIn(element).find((child) => localName(child) === "name");
  const text = textOf(name ?? element);
  return /^\S+@\S+\s+\((.+)\)$/.exec(text ?? "")?.[1] ?? text;
};

const isPicture = (element: Element): boolean =>
  /^image\//.test(element.attribs.type ?? "") ||
  element.attribs.medium === "image" ||
  /\.(?:jpe?g|png|webp|gif|avif)(?:\?|$)/i.test(element.attribs.url ?? "");

/** Links of Atom say what they lead to; without a word, to the entry itself. */
const readLink = (element: Element): [string, unknown] | null => {
  const { rel = "alternate", href } = element.attribs;
  if (href === undefined) return ["url", textOf(element)];
  if (rel === "alternate") return ["url", href];
  return rel === "enclosure" ? [isPicture(element) ? "image" : "enclosure", href] : null;
};

/** One child of an entry under our name for it; null: it says nothing of the entry. */
const readChild = (element: Element): [string, unknown] | null => {
  const local = localName(element);
  const name = NAMES[element.name] ?? NAMES[local] ?? local;
  switch (name) {
    case "link":
      return readLink(element);
    case "enclosure":
      return [isPicture(element) ? "image" : "enclosure", attribute(element, "url")];
    case "thumbnail":
      return ["image", attribute(element, "url", "href") ?? textOf(element)];
    case "image":
      return ["image", attribute(element, "href", "url") ?? textOf(element)];
    case "author":
      return ["author", authorOf(element)];
    case "categories":
      return ["categories", attribute(element, "term", "text", "label") ?? textOf(element)];
    case "group":
      return null;
    default:
  }
  if (element.name === "media:content")
    return isPicture(element) ? ["image", attribute(element, "url")] : null;
  return isUnsafeName(name) ? null : [name, readValue(element)];
};

const isPermalink = (entry: Element): string | null => {
  const guid = elementsIn(entry).find(({ name }) => name === "guid");
  const text = guid && guid.attribs.isPermaLink !== "false" ? textOf(guid) : null;
  return text !== null && /^https?:\/\//.test(text) ? text : null;
};

const readEntry = (entry: Element): Values => {
  const found: Values = {};
  // Media of an entry may stand in a group of their own.
  const children = elementsIn(entry).flatMap((child) =>
    child.name === "media:group" ? elementsIn(child) : [child],
  );
  for (const child of children) {
    const read = readChild(child);
    if (!read || read[1] === null) continue;
    const [name, value] = read;
    if (name === "categories") found.categories = [...((found.categories as unknown[]) ?? []), value];
    // `guid` and its like may carry attributes beside their text.
    else found[name] ??= typeof value === "object" && name === "id" ? (value as Values).text : value;
  }
  const url = found.url ?? isPermalink(entry);
  return { ...found, ...(url !== null && url !== undefined && { url }) };
};

/** An entry under all names by which its parts may be asked for. */
export const withAliases = (entry: Values): Values =>
  entry.categories === undefined ? entry : { ...entry, category: entry.categories, tags: entry.categories };

export interface Feed {
  /** What the feed says of itself. */
  readonly whole: Values;
  readonly entries: readonly Values[];
  readonly language: string;
  readonly path: string;
}

/** What a page says as a feed; null where it is none. */
export const readFeed = (page: PageDocument): Feed | null => {
  const top = topOf(page);
  if (page.format !== "xml" || !top || !/^(?:rss|feed|RDF)$/i.test(localName(top))) return null;
  const isAtom = localName(top) === "feed";
  const channel = isAtom ? top : elementsIn(top).find((element) => localName(element) === "channel");
  if (!channel) return null;
  const name = isAtom ? "entry" : "item";
  // RSS 1.0 keeps its items beside the channel.
  const entries = [...elementsIn(channel), ...(isAtom ? [] : elementsIn(top))].filter(
    (element) => localName(element) === name,
  );
  const about = elementsIn(channel).filter(
    (element) => !entries.includes(element) && element.name !== "items",
  );
  return {
    whole: readEntry({ ...channel, children: about } as Element),
    entries: entries.map(readEntry),
    language: top.attribs["xml:lang"] ?? String(textOfNamed(about, "language") ?? ""),
    path: name,
  };
};

const textOfNamed = (elements: readonly Element[], name: string): string | null => {
  const element = elements.find((each) => localName(each) === name);
  return element ? textOf(element) : null;
};

const COMMON_SHARE = 0.3;

/** The fields that the entries of a feed have: those that are known, then what else enough of them hold as text. */
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
