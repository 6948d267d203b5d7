/** What can be said of a block before anything is known of its neighbours' fate: names for a linear model. */
import type { Block, Blocks, Box } from "./blocks.ts";
import { bitOf, GROUPS } from "./groups.ts";
import { type PageTraits, runsOf } from "./traits.ts";

/** Upper edges of the steps in which a size is told. */
const bucket = (value: number, edges: readonly number[]): number => {
  const at = edges.findIndex((edge) => value <= edge);
  return at < 0 ? edges.length : at;
};

const WORD_EDGES = [1, 2, 4, 9, 19, 39];
const SHARE_EDGES = [0, 0.15, 0.4, 0.75, 0.95];
const SIZE_EDGES = [0.02, 0.1, 0.3, 0.6, 0.9];
const COUNT_EDGES = [1, 2, 4, 9, 24];

const LANDMARKS: ReadonlySet<string> = new Set(
  "nav header footer aside form main article section table ul ol dl dialog button label figure details blockquote pre".split(
    " ",
  ),
);

const PRICE = /\p{Sc}\s?\d|\d\s?(?:\p{Sc}|kr\b|zł|USD|EUR)/u;
const DATE = /\b(?:19|20)\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\bago\b/;
const RIGHTS = /©|\(c\)|all rights reserved|copyright|alle rechte|tous droits|powered by|cookies?\b/i;
const ACT =
  /^(?:add to|buy|shop|view|see|read|learn|show|load|sign|log|subscribe|get|skip|share|save|close|search|filter|sort|menu|next|previous|prev|reply|report|click|download|contact|order|choose|select|quick|submit|back|home|join|book|try|start|watch|explore|discover|find|continue|more|follow|print|edit|copy|cancel|register|all|like|quote)\b/i;
const SENTENCE = /[.!?…。！？]["”’)\]]*$/;

const describeText = ({ text, words, linkWords }: Block): string[] => {
  const names = [`words${bucket(words, WORD_EDGES)}`];
  const density = words === 0 ? 0 : linkWords / words;
  names.push(`linked${bucket(density, [0, 0.3, 0.9])}w${bucket(words, [2, 9])}`);
  if (SENTENCE.test(text)) names.push(`sentence${words > 6 ? "Long" : "Short"}`);
  else if (text.endsWith(":")) names.push("colon");
  if (text.includes(", ")) names.push("comma");
  if (words === 0 || /^[\d\s.,:/+-]+$/.test(text)) names.push("noWords");
  if (PRICE.test(text)) names.push("price");
  if (words < 12 && DATE.test(text)) names.push("date");
  if (RIGHTS.test(text)) names.push("rights");
  if (words <= 5 && ACT.test(text)) names.push("act");
  if (words > 1 && text === text.toUpperCase() && text !== text.toLowerCase()) names.push("capitals");
  if (text.includes("|") || text.includes("»") || text.includes("›")) names.push("divider");
  return names;
};

const describePath = (block: Block, traits: PageTraits): string[] => {
  const names = [`tag:${block.box.element.name}`];
  const landmarks = new Set<string>();
  let near = 0;
  let far = 0;
  let hidden = false;
  let steps = 0;
  for (let box: Box | null = block.box; box; box = box.parent, steps++) {
    const { name, attribs } = box.element;
    if (LANDMARKS.has(name)) landmarks.add(name);
    if (attribs.role) landmarks.add(`role-${attribs.role}`);
    if (attribs.hidden !== undefined || attribs["aria-hidden"] === "true") hidden = true;
    if (attribs.style && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribs.style)) hidden = true;
    // The body's classes say what the page is, not what a part of it is.
    if (name === "body") break;
    if (steps < 3) near |= box.groups;
    else far |= box.groups;
  }
  for (const landmark of landmarks) names.push(`in:${landmark}`);
  if (landmarks.has("header") && landmarks.has("article")) names.push("in:article-header");
  if (landmarks.has("header") && landmarks.has("main")) names.push("in:main-header");
  if (traits.hasMain && !landmarks.has("main") && !landmarks.has("role-main")) names.push("outside:main");
  if (traits.hasArticle && !landmarks.has("article")) names.push("outside:article");
  if (hidden) names.push("hidden");
  for (const group of GROUPS) {
    if (near & bitOf(group)) names.push(`near:${group}`);
    if (far & bitOf(group)) names.push(`far:${group}`);
  }
  return names;
};

const densityOf = (box: Box): number => (box.words === 0 ? 0 : box.linkWords / box.words);

/** How much stands in the boxes around, and how much of it is links. */
const describeBoxes = ({ box }: Block, root: Box): string[] => {
  const names: string[] = [];
  let level = 0;
  let list: Box | null = null;
  for (let at: Box | null = box; at && at !== root; at = at.parent, level++) {
    if (level === 1 || level === 2 || level === 4) {
      names.push(`density${level}:${bucket(densityOf(at), SHARE_EDGES)}`);
      names.push(`size${level}:${bucket(at.words / Math.max(1, root.words), SIZE_EDGES)}`);
    }
    if (list === null && at.alike >= 3 && at.element.name !== "p") list = at;
  }
  if (list) {
    names.push(`list:${bucket(list.words, WORD_EDGES)}d${bucket(densityOf(list), [0.1, 0.6, 0.95])}`);
    names.push(`alike:${bucket(list.alike, COUNT_EDGES)}`);
    if (list.parent)
      names.push(`listShare:${bucket(list.parent.words / Math.max(1, root.words), SIZE_EDGES)}`);
  } else names.push("list:none");
  return names;
};

interface Place {
  readonly index: number;
  readonly total: number;
  readonly heading: number;
  readonly lastParagraph: number;
}

const describePlace = ({ index, total, heading, lastParagraph }: Place): string[] => {
  const names = [`at:${bucket(index / total, [0.03, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97])}`];
  names.push(
    heading < 0
      ? "heading:none"
      : index < heading
        ? "heading:before"
        : index === heading
          ? "heading:this"
          : "heading:after",
  );
  if (lastParagraph >= 0 && index > lastParagraph) names.push("end:after");
  return names;
};

/** Whether the page's own description of itself holds the block. */
const describeDescribed = (block: Block, { described }: PageTraits): string[] => {
  if (described.size === 0) return ["described:none"];
  const runs = runsOf(block.text);
  if (runs.length === 0) return [];
  const share = runs.filter((run) => described.has(run)).length / runs.length;
  return [`described:${bucket(share, [0, 0.2, 0.6])}${runs.length > 8 ? "long" : ""}`];
};

const NEIGHBOUR_EDGES = [0, 2, 9, 24];
const describeNeighbour = (side: string, block: Block | undefined): string =>
  block
    ? `${side}:${bucket(block.words, NEIGHBOUR_EDGES)}${block.linkWords > block.words / 2 ? "linked" : ""}`
    : `${side}:none`;

/** Tells for the block at an index the names of what holds for it; a name that ends in a kind of page holds for such pages only. */
export const createDescriber = (
  { blocks, root }: Blocks,
  traits: PageTraits,
): ((index: number) => string[]) => {
  const seen = new Map<string, number>();
  for (const { text } of blocks) seen.set(text, (seen.get(text) ?? 0) + 1);
  const heading = blocks.findIndex(({ box }) => box.element.name === "h1");
  const lastParagraph = blocks.findLastIndex(
    ({ words, linkWords, text }) =>
      words > 20 && linkWords < words / 3 && SENTENCE.test(text) && !RIGHTS.test(text),
  );
  return (index) => {
    const block = blocks[index];
    if (!block) return [];
    const place = { index, total: blocks.length, heading, lastParagraph };
    const names = [
      ...describeText(block),
      ...describePath(block, traits),
      ...describeBoxes(block, root),
      ...describePlace(place),
      ...describeDescribed(block, traits),
      describeNeighbour("before", blocks[index - 1]),
      describeNeighbour("after", blocks[index + 1]),
    ];
    if ((seen.get(block.text) ?? 0) > 1) names.push(`repeated${bucket(block.words, [2, 9])}`);
    const crossed = names.filter((name) =>
      /^(?:words|near:|list:|tag:|alike|linked|sentence|listShare|in:|price|outside|described)/.test(name),
    );
    return [...names, ...crossed.map((name) => `${name}@${traits.kind}`)];
  };
};
