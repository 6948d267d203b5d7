/** A compact outline of a page for a model. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import type { PageDocument } from "../../extract/extract.ts";
import { classesOf } from "../../extract/page/tree.ts";
import { isHashed } from "../../extract/slots/selectors/index.ts";
import { normaliseSpace } from "../../extract/values/text.ts";

const MAX_CHARS = 24_000;
const MAX_TEXT = 160;
const MAX_INDENT = 20;
const MAX_CLASSES = 3;
/** Max similar siblings to show: the rest look the same. */
const MAX_ALIKE = 3;
const SILENT: ReadonlySet<string> = new Set(
  "script style noscript template svg iframe link meta br hr path source".split(" "),
);
/** Attributes to show, each with its max length. */
const KEPT: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    "id itemprop rel role datetime data-testid title alt".split(" ").map((name) => [name, 60]),
  ),
  href: 80,
  src: 80,
};

const lookOf = (element: Element): string => {
  const names = classesOf(element).filter((name) => !isHashed(name));
  return [element.name, ...names.slice(0, MAX_CLASSES)].join(".");
};

const attributesOf = ({ attribs }: Element): string =>
  Object.entries(KEPT)
    .filter(([name]) => attribs[name] && !attribs[name].startsWith("data:"))
    .map(([name, most]) => ` ${name}=${JSON.stringify(attribs[name]?.slice(0, most))}`)
    .join("");

const innerOf = (nodes: readonly AnyNode[]): Element[] =>
  nodes.filter(isTag).filter(({ name }) => !SILENT.has(name));

/** One indented line per element, with its own text. */
function* linesOf(elements: readonly Element[], depth: number): Generator<string> {
  const indent = " ".repeat(Math.min(depth, MAX_INDENT));
  const alike = new Map<string, number>();
  for (const element of elements) {
    const look = lookOf(element);
    const seen = (alike.get(look) ?? 0) + 1;
    alike.set(look, seen);
    if (seen > MAX_ALIKE) continue;
    const texts = element.children.filter(isText).map(({ data }) => data);
    const text = normaliseSpace(texts.join(" ")).slice(0, MAX_TEXT);
    const says = `${look}${attributesOf(element)}${text === "" ? "" : ` "${text}"`}`;
    const inner = innerOf(element.children);
    const isBare = says === element.name;
    if (!isBare || inner.length > 1) yield indent + says;
    yield* linesOf(inner, isBare ? depth : depth + 1);
  }
  for (const [look, count] of alike)
    if (count > MAX_ALIKE) yield `${indent}(${count - MAX_ALIKE} more ${look})`;
}

/** Outlines a page, cut off after `maxChars` characters. */
export const outlinePage = ({ root }: PageDocument, maxChars = MAX_CHARS): string => {
  let outline = "";
  for (const line of linesOf(innerOf(root.children), 0)) {
    if (outline.length + line.length >= maxChars) return `${outline}(the rest of the page is left out)`;
    outline += `${line}\n`;
  }
  return outline;
};
