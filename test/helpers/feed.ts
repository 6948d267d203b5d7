/** Reads an Atom feed with a strict XML parser, and checks it as a feed validator would (RFC 4287, RFC 3339). */
import { expect } from "@jest/globals";
import { SaxesParser, type SaxesTagNS } from "saxes";

const ATOM = "http://www.w3.org/2005/Atom";

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** @throws Error if the text is not well-formed XML, or has elements of another namespace */
const parseXml = (xml: string): Element => {
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open: Element[] = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ local, uri, attributes }: SaxesTagNS) => {
    expect([local, uri]).toEqual([local, ATOM]);
    const given = Object.values(attributes).map(({ name, value }) => [name, value]);
    const element = { name: local, attributes: Object.fromEntries(given), children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  const [feed] = root.children;
  if (!feed) throw new Error("there is no element");
  return feed;
};

const all = ({ children }: Element, name: string): Element[] =>
  children.filter((child) => child.name === name);

/** An element that must occur exactly once and not be empty. */
const one = (element: Element, name: string): string => {
  const found = all(element, name);
  expect([element.name, name, found.length]).toEqual([element.name, name, 1]);
  expect(found[0]?.text.trim()).not.toBe("");
  return found[0]?.text ?? "";
};

const linkOf = (element: Element, rel: string): string => {
  const links = all(element, "link").filter(({ attributes }) => (attributes.rel ?? "alternate") === rel);
  expect([rel, links.length]).toEqual([rel, 1]);
  const href = links[0]?.attributes.href ?? "";
  expect(URL.canParse(href)).toBe(true);
  return href;
};

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const ID = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const dated = (element: Element, name: string): string => {
  const text = one(element, name);
  expect(text).toMatch(DATE);
  return text;
};

const idOf = (element: Element): string => {
  const id = one(element, "id");
  expect(id).toMatch(ID);
  return id;
};

export const readFeed = (xml: string) => {
  const feed = parseXml(xml);
  expect(feed.name).toBe("feed");
  for (const author of all(feed, "author")) one(author, "name");
  expect(all(feed, "author").length).toBe(1);
  const entries = all(feed, "entry").map((entry) => {
    linkOf(entry, "alternate");
    const [content] = all(entry, "content");
    expect(content?.attributes.type).toBe("html");
    const published = dated(entry, "published");
    return {
      id: idOf(entry),
      title: one(entry, "title"),
      published,
      updated: dated(entry, "updated"),
      content: content?.text ?? "",
    };
  });
  const ids = entries.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const times = entries.map(({ updated }) => Date.parse(updated));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  linkOf(feed, "alternate");
  return {
    id: idOf(feed),
    title: one(feed, "title"),
    updated: dated(feed, "updated"),
    self: linkOf(feed, "self"),
    entries,
  };
};
