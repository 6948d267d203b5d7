/** Writes the kept text of a page as Markdown: CommonMark 0.31 with GitHub's tables and strikethrough. */

import { type AnyNode, type Element, isTag, isText, type Text } from "domhandler";
import { rowsOf } from "../../page/tables.ts";
import { INLINE } from "../../page/text.ts";
import { withAncestors } from "../../page/tree.ts";
import { resolveUrl } from "../../values/coerce.ts";
import { findPictures } from "./pictures.ts";
import { captionsOf, isLayout, isOfPairs, keepRows, layOut, writeRows } from "./tables.ts";
import {
  type Emphasis,
  emphasise,
  escapeText,
  writeCodeBlock,
  writeCodeSpan,
  writeHeading,
  writeLink,
  writeParagraph,
  writePicture,
} from "./text.ts";

interface Writing {
  readonly kept: ReadonlySet<Text>;
  readonly pictures: ReadonlyMap<Element, string>;
  /** Elements that contain kept texts or pictures. */
  readonly holders: ReadonlySet<AnyNode>;
  readonly baseUrl: string;
  /** Cache of {@link isInline}. */
  readonly inline: Map<Element, boolean>;
  /** Number of enclosing lists and quotes. */
  readonly depth: number;
}

/** Deeper lists and quotes are written without marks, since each level indents its whole content again. */
const MAX_DEPTH = 10;

const EMPHASIS: ReadonlyMap<string, Emphasis> = new Map(
  Object.entries({ strong: "strong", b: "strong", em: "em", i: "em", del: "del", s: "del", strike: "del" }),
);
const CODE: ReadonlySet<string> = new Set(["code", "kbd", "samp", "tt"]);

/** Finds the pictures to write and all ancestors of the texts and pictures to write. */
const findHolders = (
  kept: ReadonlySet<Text>,
  pictures: ReadonlyMap<Element, string>,
): ReadonlySet<AnyNode> => {
  const texts = [...kept].filter(({ data }) => data.trim() !== "");
  return withAncestors([...pictures.keys(), ...texts.flatMap(({ parent }) => parent ?? [])]);
};

const isInline = (node: AnyNode, writing: Writing): boolean => {
  if (!isTag(node)) return isText(node);
  if (node.name === "br" || node.name === "img") return true;
  const known = writing.inline.get(node);
  if (known !== undefined) return known;
  const found =
    (INLINE.has(node.name) || node.name === "picture") &&
    node.children.every((child) => isInline(child, writing));
  writing.inline.set(node, found);
  return found;
};

const rawText = (nodes: readonly AnyNode[], { kept }: Pick<Writing, "kept">): string =>
  nodes
    .map((node) => {
      if (isText(node)) return kept.has(node) ? node.data : "";
      if (!isTag(node)) return "";
      return node.name === "br" ? "\n" : rawText(node.children, { kept });
    })
    .join("");

const writeInline = (nodes: readonly AnyNode[], writing: Writing): string =>
  nodes
    .map((node) => {
      if (isText(node)) return writing.kept.has(node) ? escapeText(node.data) : "";
      return isTag(node) ? writeInlineElement(node, writing) : "";
    })
    .join("");

const writeInlineElement = (element: Element, writing: Writing): string => {
  const { name, attribs, children } = element;
  if (name === "br") return "\n";
  if (name === "img") {
    const url = writing.pictures.get(element);
    return url === undefined ? "" : writePicture(attribs.alt ?? "", url);
  }
  if (CODE.has(name)) return writeCodeSpan(rawText(children, writing));
  const inner = writeInline(children, writing);
  if (name === "a") {
    const url = resolveUrl(attribs.href ?? "", writing.baseUrl);
    return url === null ? inner : writeLink(inner, url);
  }
  const emphasis = EMPHASIS.get(name);
  return emphasis === undefined ? inner : emphasise(emphasis, inner);
};

const indent = (text: string, by: number): string => text.replace(/\n(?=.)/g, `\n${" ".repeat(by)}`);

const LIST = /^(?:-|\d+\.) /;
const deeper = (writing: Writing): Writing => ({ ...writing, depth: writing.depth + 1 });

/** Joins the blocks of a list item. A nested list follows without an empty line. */
const joinItem = (blocks: readonly string[]): string =>
  blocks.reduce(
    (text, block) => (text === "" ? block : `${text}${LIST.test(block) ? "\n" : "\n\n"}${block}`),
    "",
  );

const writeList = ({ name, attribs, children }: Element, writing: Writing): string[] => {
  const inner = deeper(writing);
  const items = children.filter((child): child is Element => isTag(child) && writing.holders.has(child));
  if (writing.depth >= MAX_DEPTH) return items.flatMap((item) => writeBlocks(item.children, inner));
  const first = Number(/^\d{1,6}$/.exec(attribs.start ?? "")?.[0] ?? 1);
  let number = first;
  const lines: string[] = [];
  for (const item of items) {
    const isNested = item.name === "ul" || item.name === "ol";
    const blocks = isNested ? writeList(item, inner) : writeBlocks(item.children, inner);
    const text = joinItem(blocks);
    const mark = name === "ol" ? `${isNested ? number - 1 : number}. ` : "- ";
    if (text === "") continue;
    if (isNested && lines.length > 0) lines.push(" ".repeat(mark.length) + indent(text, mark.length));
    else {
      lines.push(mark + indent(text, mark.length));
      number++;
    }
  }
  return lines.length === 0 ? [] : [lines.join("\n")];
};

const writeCell = (cell: Element, writing: Writing): string =>
  writeBlocks(cell.children, writing)
    .join("<br>")
    .replace(/\s*\n\s*/g, "<br>")
    .replace(/\|/g, "\\|");

const writeTable = (table: Element, writing: Writing): string[] => {
  const { holders } = writing;
  const rows = rowsOf(table).filter((row) => holders.has(row));
  const caption = writeBlocks(captionsOf(table), writing);
  if (isLayout(table)) return [...caption, ...rows.flatMap((row) => writeBlocks(row.children, writing))];
  const texts = layOut(rows, (cell) => writeCell(cell, writing));
  if (texts.every((row) => row.length < 2))
    return [...caption, ...texts.flat().filter((text) => text !== "")];
  return [...caption, writeRows(isOfPairs(rows) ? [[], ...texts] : texts)];
};

const LANGUAGE = /(?:^|\s)(?:language|lang|highlight-source|brush:)-?\s?([\w+#-]{1,20})(?=\s|;|$)/;

const languageOf = (pre: Element): string => {
  const inner = pre.children.find((child): child is Element => isTag(child) && child.name === "code");
  const classes = [inner?.attribs.class, pre.attribs.class, (pre.parent as Element | null)?.attribs?.class];
  return classes.map((name) => LANGUAGE.exec(name ?? "")?.[1]).find((name) => name !== undefined) ?? "";
};

/** Writes a link around blocks by linking the first one, if it is a single line of text. */
const linkBlocks = ([first, ...rest]: readonly string[], url: string): string[] => {
  if (first === undefined) return [];
  const [, mark = "", text = ""] = /^(#{1,6} |)(.*)$/s.exec(first) ?? [];
  const isPlain = text !== "" && !/\n|^(?:[>|]|```|- |\d+\. )/.test(text);
  return [isPlain ? mark + writeLink(text, url) : first, ...rest];
};

const writeElement = (element: Element, writing: Writing): string[] => {
  const { name, attribs, children } = element;
  if (/^h[1-6]$/.test(name)) return writeHeading(Number(name[1]), writeBlocks(children, writing).join(" "));
  if (name === "ul" || name === "ol" || name === "menu") return writeList(element, writing);
  if (name === "table") return writeTable(element, writing);
  if (name === "pre") return [writeCodeBlock(rawText(children, writing), languageOf(element))];
  if (name === "blockquote" && writing.depth < MAX_DEPTH) {
    const text = writeBlocks(children, deeper(writing)).join("\n\n");
    return text === "" ? [] : [text.replace(/^(?=.)/gm, "> ").replace(/^$/gm, ">")];
  }
  const blocks = writeBlocks(children, writing);
  const url = name === "a" ? resolveUrl(attribs.href ?? "", writing.baseUrl) : null;
  return url === null ? blocks : linkBlocks(blocks, url);
};

const RULE = "---";

const writeBlocks = (nodes: readonly AnyNode[], writing: Writing): string[] => {
  const blocks: string[] = [];
  let run: AnyNode[] = [];
  const flush = (): void => {
    const text = run.length === 0 ? "" : writeParagraph(writeInline(run, writing));
    if (text !== "") blocks.push(text);
    run = [];
  };
  for (const node of nodes) {
    const isRule = isTag(node) && node.name === "hr";
    if (
      isText(node) ? writing.kept.has(node) : isTag(node) && (node.name === "br" || writing.holders.has(node))
    ) {
      if (isInline(node, writing)) run.push(node);
      else if (isTag(node)) {
        flush();
        blocks.push(...writeElement(node, writing));
      }
    } else if (isRule) {
      flush();
      if (blocks.length > 0 && blocks.at(-1) !== RULE) blocks.push(RULE);
    }
  }
  flush();
  if (blocks.at(-1) === RULE) blocks.pop();
  return blocks;
};

/** @param texts the text nodes to write; missing cells of their table rows can be added */
export const writeMarkdown = (top: Element, texts: ReadonlySet<Text>, baseUrl: string): string => {
  const kept = keepRows(top, texts);
  const pictures = findPictures(top, kept, baseUrl);
  const writing: Writing = {
    kept,
    pictures,
    holders: findHolders(kept, pictures),
    baseUrl,
    inline: new Map(),
    depth: 0,
  };
  return writeBlocks(top.children, writing).join("\n\n");
};
