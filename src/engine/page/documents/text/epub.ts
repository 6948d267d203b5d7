/** Books: EPUB 3.3. Their chapters are pages already, and are put together in reading order. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { findOne } from "domutils";
import { parseDocument } from "htmlparser2";
import { type Archive, openArchive } from "../archive/archive.ts";
import { readAbout, readXml } from "../archive/xml.ts";
import { FileFault } from "../faults.ts";
import { type Converted, createWriter, escapeHtml, isSafe, type Remark, writeDocument } from "../html.ts";

const MAX_DEPTH = 200;

/** Elements that carry text. Others are left out with their marks, but not with what is in them. */
const KEPT: ReadonlySet<string> = new Set(
  (
    "a abbr article aside b blockquote br caption code dd div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i li ol " +
    "p pre q section small span strong sub sup table tbody td tfoot th thead tr ul"
  ).split(" "),
);
const VOID: ReadonlySet<string> = new Set(["br", "hr"]);
const DROPPED: ReadonlySet<string> = new Set([
  "script",
  "style",
  "head",
  "svg",
  "math",
  "iframe",
  "object",
  "template",
]);
const ATTRIBUTES = ["class", "id", "lang", "dir", "colspan", "rowspan", "start"];

/** Links within a book lead to a place of the page that it becomes. */
const hrefOf = (href: string): string | undefined => {
  if (isSafe(href)) return href;
  const at = href.indexOf("#");
  return at < 0 || /^[a-z][a-z0-9+.-]*:/i.test(href) ? undefined : href.slice(at);
};

const attributesOf = ({ name, attribs }: Element): string => {
  const kept = ATTRIBUTES.flatMap((key) =>
    attribs[key] === undefined ? [] : [[key, attribs[key]] as const],
  );
  const href = name === "a" && attribs.href !== undefined ? hrefOf(attribs.href) : undefined;
  return [...kept, ...(href === undefined ? [] : [["href", href] as const])]
    .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
    .join("");
};

const write = (nodes: readonly AnyNode[], put: (html: string) => void, depth = 0): void => {
  if (depth > MAX_DEPTH) throw new FileFault("The book is nested too deeply.");
  for (const node of nodes) {
    if (isText(node)) put(escapeHtml(node.data));
    if (!isTag(node) || DROPPED.has(node.name)) continue;
    const isKept = KEPT.has(node.name);
    if (isKept) put(`<${node.name}${attributesOf(node)}>`);
    write(node.children, put, depth + 1);
    if (isKept && !VOID.has(node.name)) put(`</${node.name}>`);
  }
};

/** The paths of a book's chapters in reading order, and of its package. */
const readSpine = async (archive: Archive): Promise<{ book: string; chapters: string[] }> => {
  let book = "";
  await readXml(archive, "META-INF/container.xml", {
    open: (name, attributes) => {
      if (name === "rootfile") book ||= attributes["full-path"] ?? "";
    },
  });
  const paths = new Map<string, string>();
  const order: string[] = [];
  const folder = book.slice(0, book.lastIndexOf("/") + 1);
  await readXml(archive, book, {
    open: (name, { id = "", href = "", idref = "", linear }) => {
      if (name === "item")
        paths.set(id, decodeURIComponent(new URL(href, `http://archive/${folder}`).pathname.slice(1)));
      else if (name === "itemref" && linear !== "no") order.push(idref);
    },
  });
  return { book, chapters: order.flatMap((id) => paths.get(id) ?? []) };
};

/** Files of a book that are encrypted, as by a shop. */
const readEncrypted = async (archive: Archive): Promise<ReadonlySet<string>> => {
  const paths = new Set<string>();
  await readXml(archive, "META-INF/encryption.xml", {
    open: (name, { URI }) => {
      if (name === "CipherReference" && URI !== undefined) paths.add(decodeURIComponent(URI));
    },
  });
  return paths;
};

/** @throws FileFault if it is damaged, encrypted or too large */
export const epubToHtml = async (bytes: Uint8Array): Promise<Converted> => {
  const archive = await openArchive(bytes);
  const { book, chapters } = await readSpine(archive);
  if (chapters.length === 0) throw new FileFault("The book is damaged: it has no chapters.");
  const encrypted = await readEncrypted(archive);
  if (chapters.every((path) => encrypted.has(path)))
    throw new FileFault("The book is encrypted, as by a shop, and cannot be opened.");
  const writer = createWriter();
  const lost: string[] = [];
  for (const path of chapters) {
    const text = encrypted.has(path) ? null : await archive.text(path);
    const body =
      text === null
        ? null
        : findOne(({ name }) => name === "body", parseDocument(text, { xmlMode: true }).children);
    if (!body) {
      lost.push(path);
      continue;
    }
    writer.put("<section>");
    write(body.children, writer.put);
    writer.put("</section>\n");
  }
  const remarks: Remark[] =
    lost.length === 0
      ? []
      : [
          {
            code: "left-out",
            message: `These chapters are missing or cannot be read: ${lost.slice(0, 20).join(", ")}.`,
          },
        ];
  const { modified, ...about } = await readAbout(archive, book);
  return writeDocument({ ...about, created: about.created ?? modified }, writer.body(), remarks);
};
