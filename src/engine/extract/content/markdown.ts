/** The kept text of a page as Markdown (CommonMark with GFM tables). */
import { type AnyNode, type Element, isTag, isText, type Text } from "domhandler";
import { textContent } from "domutils";
import { INLINE } from "../page/text.ts";
import { resolveUrl } from "../values/coerce.ts";
import { normaliseSpace } from "../values/text.ts";

interface Writing {
  readonly kept: ReadonlySet<Text>;
  readonly baseUrl: string;
}

const escapeText = (text: string): string => text.replace(/([\\`*_[\]<>])/g, "\\$1");
const wrap = (mark: string, text: string): string => {
  const inner = text.trim();
  return inner === "" ? text : text.replace(inner, () => `${mark}${inner}${mark}`);
};

const EMPHASIS: Readonly<Record<string, string>> = {
  strong: "**",
  b: "**",
  em: "*",
  i: "*",
  code: "`",
  kbd: "`",
  samp: "`",
  del: "~~",
  s: "~~",
};

const holdsKept = (node: AnyNode, kept: ReadonlySet<Text>): boolean =>
  isText(node)
    ? kept.has(node) && node.data.trim() !== ""
    : isTag(node) && node.children.some((child) => holdsKept(child, kept));

const writeInline = (nodes: readonly AnyNode[], writing: Writing): string => {
  let text = "";
  for (const node of nodes) {
    if (isText(node)) text += writing.kept.has(node) ? escapeText(node.data.replace(/\s+/g, " ")) : "";
    else if (isTag(node)) text += writeInlineElement(node, writing);
  }
  return text;
};

const writeInlineElement = (element: Element, writing: Writing): string => {
  const { name, attribs, children } = element;
  if (name === "br") return "\n";
  const inner = writeInline(children, writing);
  if (name === "a") {
    const url = resolveUrl(attribs.href ?? "", writing.baseUrl);
    return url === null || inner.trim() === "" ? inner : `[${normaliseSpace(inner)}](${url})`;
  }
  const mark = Object.hasOwn(EMPHASIS, name) ? EMPHASIS[name] : undefined;
  if (mark === "`") return wrap(mark, inner.replace(/\\(.)/g, "$1"));
  return mark === undefined ? inner : wrap(mark, inner);
};

const indent = (text: string, by: string): string => text.replace(/\n(?=.)/g, `\n${by}`);

const writeList = ({ name, children }: Element, writing: Writing): string[] => {
  const items = children.filter((child): child is Element => isTag(child) && holdsKept(child, writing.kept));
  const lines = items.map((item, index) => {
    const mark = name === "ol" ? `${index + 1}. ` : "- ";
    return mark + indent(writeBlocks(item.children, writing).join("\n"), " ".repeat(mark.length));
  });
  return lines.length === 0 ? [] : [lines.join("\n")];
};

const rowsOf = (table: Element): Element[] =>
  table.children.flatMap((child) =>
    !isTag(child)
      ? []
      : child.name === "tr"
        ? [child]
        : ["thead", "tbody", "tfoot"].includes(child.name)
          ? rowsOf(child)
          : [],
  );

const writeTable = (table: Element, writing: Writing): string[] => {
  const rows = rowsOf(table)
    .filter((row) => holdsKept(row, writing.kept))
    .map((row) =>
      row.children
        .filter((cell): cell is Element => isTag(cell) && (cell.name === "td" || cell.name === "th"))
        .map((cell) =>
          writeBlocks(cell.children, writing).join(" ").replace(/\s+/g, " ").replace(/\|/g, "\\|"),
        ),
    );
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width < 2) return rows.flat().filter((cell) => cell !== "");
  const lines = rows.map(
    (row) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? "").join(" | ")} |`,
  );
  return [[lines[0], `|${" --- |".repeat(width)}`, ...lines.slice(1)].join("\n")];
};

const writeCode = (element: Element): string => {
  const code = textContent(element).replace(/^\n+|\s+$/g, "");
  const fence = code.includes("```") ? "````" : "```";
  return `${fence}\n${code}\n${fence}`;
};

const writeElement = (element: Element, writing: Writing): string[] => {
  const { name, children } = element;
  if (/^h[1-6]$/.test(name)) {
    const title = normaliseSpace(writeBlocks(children, writing).join(" "));
    return title === "" ? [] : [`${"#".repeat(Number(name[1]))} ${title}`];
  }
  if (name === "ul" || name === "ol") return writeList(element, writing);
  if (name === "table") return writeTable(element, writing);
  if (name === "pre") return [writeCode(element)];
  if (name === "blockquote") return [writeBlocks(children, writing).join("\n\n").replace(/^/gm, "> ")];
  return writeBlocks(children, writing);
};

const writeBlocks = (nodes: readonly AnyNode[], writing: Writing): string[] => {
  const blocks: string[] = [];
  let run: AnyNode[] = [];
  const flush = (): void => {
    const text = writeInline(run, writing)
      .replace(/[ \t]*\n[ \t]*/g, "\n")
      .trim();
    if (text !== "") blocks.push(text);
    run = [];
  };
  const isInline = (node: AnyNode): boolean =>
    isText(node) ||
    (isTag(node) && (node.name === "br" || (INLINE.has(node.name) && node.children.every(isInline))));
  for (const node of nodes) {
    if (!holdsKept(node, writing.kept) && !(isTag(node) && node.name === "br")) continue;
    if (isInline(node)) run.push(node);
    else if (isTag(node)) {
      flush();
      blocks.push(...writeElement(node, writing));
    }
  }
  flush();
  return blocks;
};

/** @param kept the text nodes to write; all others are left out */
export const writeMarkdown = (top: Element, kept: ReadonlySet<Text>, baseUrl: string): string =>
  writeBlocks(top.children, { kept, baseUrl }).join("\n\n");
