/** Redesigns pages: the same content in other markup. */
import { type AnyNode, type Document, Element, isTag, isText, type Text } from "domhandler";
import { append, findAll, removeElement, replaceElement } from "domutils";

type Random = () => number;

/** Input of a redesign: the page, its records, and the elements from which fields are read. */
export interface Site {
  readonly root: Document;
  readonly records: readonly Element[];
  readonly places: readonly Element[];
}

type Mutation = (site: Site, random: Random) => void;

const SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu".split(" ");
const all = (root: Document): Element[] => findAll(() => true, root.children);
const pick = <T>(list: readonly T[], random: Random): T | undefined =>
  list[Math.floor(random() * list.length)];
const makeWord = (random: Random): string =>
  Array.from({ length: 3 }, () => pick(SYLLABLES, random)).join("");
const makeHash = (random: Random): string => `css-${random().toString(36).slice(2, 8)}`;

const rename = (root: Document, attribute: string, makeName: () => string): void => {
  const names = new Map<string, string>();
  const nameOf = (old: string): string => {
    const known = names.get(old) ?? makeName();
    names.set(old, known);
    return known;
  };
  for (const { attribs } of all(root))
    if (attribs[attribute] !== undefined)
      attribs[attribute] = attribs[attribute].split(/\s+/).filter(Boolean).map(nameOf).join(" ");
};

const wrap = (element: Element, name: string, attribs: Record<string, string>): void => {
  const wrapper = new Element(name, attribs);
  replaceElement(element, wrapper);
  append(wrapper, element);
  // `append` puts the element after its wrapper; it belongs inside.
  removeElement(element);
  wrapper.children = [element];
  element.parent = wrapper;
};

const isCell = ({ name }: Element): boolean => /^(?:tr|td|th|tbody|thead|html|body|meta|link)$/.test(name);

const OTHER_TAGS: Readonly<Record<string, string>> = {
  h1: "h2",
  h2: "h3",
  h3: "div",
  h4: "h3",
  li: "div",
  ul: "div",
  ol: "div",
  article: "section",
  section: "div",
  span: "b",
  p: "div",
  b: "span",
  strong: "span",
  time: "span",
  dl: "div",
  dt: "span",
  dd: "span",
};

const badge = (text: string): Element => {
  const element = new Element("span", { class: "badge" });
  element.children = [];
  const holder = new Element("i", {});
  append(element, holder);
  element.children = [holder];
  holder.parent = element;
  holder.children = [];
  holder.attribs.title = text;
  return element;
};

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "classes renamed": ({ root }, random) => rename(root, "class", () => makeWord(random)),
  "classes hashed": ({ root }, random) => rename(root, "class", () => makeHash(random)),
  "ids removed": ({ root }) => {
    for (const { attribs } of all(root)) delete attribs.id;
  },
  "wrappers added": ({ records, places }, random) => {
    for (const element of new Set([...records, ...places]))
      if (!isCell(element) && element.parent) wrap(element, "div", { class: makeWord(random) });
  },
  "order changed": ({ records, places }) => {
    const parents = new Set(places.map(({ parent }) => parent).filter((parent) => parent !== null));
    for (const parent of parents)
      if (
        isTag(parent) &&
        !/^(?:tr|tbody|body|html|head)$/.test(parent.name) &&
        records.every((record) => record.parent !== parent)
      )
        parent.children.reverse();
  },
  "siblings inserted": ({ places, records }) => {
    for (const element of [...places, ...records])
      if (!isCell(element) && element.parent) {
        const before = badge("New");
        before.parent = element.parent;
        element.parent.children.splice(element.parent.children.indexOf(element), 0, before);
      }
  },
  "tags changed": ({ root }) => {
    for (const element of all(root)) element.name = OTHER_TAGS[element.name] ?? element.name;
  },
  "semantic attributes removed": ({ root }) => {
    for (const { attribs } of all(root))
      for (const name of Object.keys(attribs))
        if (/^(?:itemprop|itemtype|itemscope|role|rel|property|data-.*|aria-label)$/.test(name))
          delete attribs[name];
  },
};

const isRedesign = (names: readonly string[]): boolean => new Set(names).size === names.length;

/** The names of several combined redesigns. */
export const redesign = (random: Random): string[] => {
  const names = Object.keys(MUTATIONS);
  for (;;) {
    const chosen = Array.from({ length: 3 }, () => pick(names, random) ?? "");
    if (isRedesign(chosen)) return chosen;
  }
};

const SAYING = ["alt", "title", "content", "aria-label", "value"];

/** Changes the texts of fields as if on another day: other digits and words in the same format. */
export const changeTexts = (root: Document, places: readonly Element[]): void => {
  const change = (text: string): string =>
    text
      .replace(/[1-9]/g, (digit) => String(((Number(digit) * 7) % 9) + 1))
      .replace(/\p{Ll}{4,}/gu, (word) => [...word].reverse().join(""));
  const textsIn = (node: AnyNode): Text[] =>
    isText(node) ? [node] : "children" in node ? node.children.flatMap(textsIn) : [];
  const changed = new Set(places.flatMap(textsIn).map(({ data }) => data.trim()));
  for (const text of textsIn(root)) if (changed.has(text.data.trim())) text.data = change(text.data);
  // Attributes can repeat the text, such as the `alt` of an image.
  for (const { attribs } of all(root))
    for (const name of SAYING)
      if (changed.has((attribs[name] ?? "").trim())) attribs[name] = change(attribs[name] ?? "");
};

export const removeAll = (elements: readonly Element[]): void => {
  for (const element of elements) removeElement(element);
};
