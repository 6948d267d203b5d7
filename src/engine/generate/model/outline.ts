/** A page as a model gets it: what stands where, in few words. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import type { PageDocument } from "../../extract/extract.ts";
import { classesOf } from "../../extract/page/tree.ts";
import { isHashed } from "../../extract/slots/selectors/index.ts";
import { normaliseSpace } from "../../extract/values/text.ts";

const MAX_CHARS = 24_000;
const MAX_TEXT = 160;
/** Of neighbours alike, so many are shown: the rest look the same. */
const MAX_ALIKE = 3;
const SILENT: ReadonlySet<string> = new Set(
  "script style noscript template svg iframe link meta br hr path source".split(" "),
);
const KEPT_ATTRIBUTES = ["id", "itemprop", "rel", "role", "datetime", "data-testid", "title", "alt"];

const namesOf = (element: Element): string =>
  classesOf(element)
    .filter((name) => !isHashed(name))
    .slice(0, 3)
    .map((name) => `.${name}`)
    .join("");

const lookOf = (element: Element): string => `${element.name}${namesOf(element)}`;

const attributesOf = ({ attribs }: Element): string => {
  const shown = KEPT_ATTRIBUTES.filter((name) => attribs[name]).map(
    (name) => `${name}=${JSON.stringify((attribs[name] ?? "").slice(0, 60))}`,
  );
  const links = ["href", "src"]
    .filter((name) => attribs[name] && !attribs[name]?.startsWith("data:"))
    .map((name) => `${name}=${JSON.stringify((attribs[name] ?? "").slice(0, 80))}`);
  return [...shown, ...links].map((text) => ` ${text}`).join("");
};

/** One line an element, indented; texts beside it. Never longer than a model is asked to read. */
export const outlinePage = ({ root }: PageDocument, maxChars = MAX_CHARS): string => {
  const lines: string[] = [];
  let chars = 0;
  const write = (line: string): boolean => {
    chars += line.length + 1;
    if (chars > maxChars) return false;
    lines.push(line);
    return true;
  };
  const visit = (nodes: readonly AnyNode[], depth: number): boolean => {
    const alike = new Map<string, number>();
    for (const node of nodes) {
      if (!isTag(node) || SILENT.has(node.name)) continue;
      const look = lookOf(node);
      const seen = (alike.get(look) ?? 0) + 1;
      alike.set(look, seen);
      if (seen > MAX_ALIKE) continue;
      const own = normaliseSpace(
        node.children
          .filter(isText)
          .map(({ data }) => data)
          .join(" "),
      );
      const inner = node.children.filter(isTag).filter(({ name }) => !SILENT.has(name));
      const isBare = own === "" && attributesOf(node) === "" && namesOf(node) === "";
      if (!isBare || inner.length > 1) {
        const text = own === "" ? "" : ` "${own.slice(0, MAX_TEXT)}"`;
        if (!write(`${" ".repeat(Math.min(depth, 20))}${look}${attributesOf(node)}${text}`)) return false;
      }
      if (!visit(inner, isBare ? depth : depth + 1)) return false;
    }
    for (const [look, count] of alike)
      if (
        count > MAX_ALIKE &&
        !write(`${" ".repeat(Math.min(depth, 20))}(${count - MAX_ALIKE} more ${look})`)
      )
        return false;
    return true;
  };
  const body = root.children.flatMap((node) => (isTag(node) ? [node] : []));
  if (!visit(body, 0)) lines.push("(the rest of the page is left out)");
  return lines.join("\n");
};
