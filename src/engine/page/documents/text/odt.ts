/** Text documents of OpenDocument 1.3, as LibreOffice writes them. */
import { type Attributes, readAbout, readXml, type XmlReader } from "../archive/xml.ts";
import { openOpenDocument } from "../encryption/openDocument.ts";
import { FileFault } from "../faults.ts";
import { type Converted, writeDocument } from "../html.ts";
import { createTextBuilder, type Shape, type TextBuilder } from "./builder.ts";

/** Content that is not shown where it stands. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "tracked-changes",
  "annotation",
  "forms",
  "sequence-decls",
  "note-citation",
  "desc",
]);
const MAX_SPACES = 200;
const MAX_REPEATED = 100;

const numberOf = (attributes: Attributes, name: string): number => Math.max(1, Number(attributes[name]) || 1);

interface Look {
  readonly bold: boolean;
  readonly italic: boolean;
}

/** Looks of automatic styles, and which list styles have numbers. */
const createStyles = () => {
  const looks = new Map<string, Look>();
  const numbered = new Map<string, boolean>();
  let [style, list] = ["", ""];
  return {
    looks,
    isNumbered: (name: string): boolean => numbered.get(name) === true,
    open: (name: string, attributes: Attributes): void => {
      if (name === "style") style = attributes["style:name"] ?? "";
      else if (name === "text-properties" && style !== "")
        looks.set(style, {
          bold: attributes["fo:font-weight"] === "bold",
          italic: attributes["fo:font-style"] === "italic",
        });
      else if (name === "list-style") list = attributes["style:name"] ?? "";
      else if (name === "list-level-style-number" && attributes["text:level"] === "1")
        numbered.set(list, attributes["style:num-format"] !== "");
    },
  };
};

const createReader = (
  builder: TextBuilder,
  styles: ReturnType<typeof createStyles>,
  notes: string[],
): XmlReader => {
  const look: Look[] = [];
  const links: string[] = [];
  const lists: boolean[] = [];
  const shapes: Shape[] = [];
  let skipped = 0;
  let isBody = false;
  let isNote = false;
  const add = (text: string): void => {
    const { bold = false, italic = false } = look.at(-1) ?? {};
    if (isNote) notes[notes.length - 1] += text;
    else builder.text(text, { bold, italic, href: links.at(-1) });
  };
  const shape = (name: string, attributes: Attributes): Shape => {
    if (name === "h") return { heading: numberOf(attributes, "text:outline-level") };
    const isNumbered = lists.at(-1);
    return isNumbered === undefined ? {} : { item: { level: lists.length, isNumbered } };
  };
  return {
    open: (name, attributes) => {
      if (skipped > 0 || LEFT_OUT.has(name)) {
        skipped++;
        return;
      }
      if (name === "body") isBody = true;
      if (!isBody) return styles.open(name, attributes);
      if (name === "p" || name === "h") shapes.push(shape(name, attributes));
      else if (name === "span")
        look.push(styles.looks.get(attributes["text:style-name"] ?? "") ?? { bold: false, italic: false });
      else if (name === "a") links.push(attributes["xlink:href"] ?? "");
      else if (name === "s") add(" ".repeat(Math.min(MAX_SPACES, numberOf(attributes, "text:c"))));
      else if (name === "tab") add("\t");
      else if (name === "line-break") add("\n");
      else if (name === "list")
        lists.push(lists.at(-1) ?? styles.isNumbered(attributes["text:style-name"] ?? ""));
      else if (name === "note") {
        notes.push("");
        builder.text(`[${notes.length}]`);
      } else if (name === "note-body") isNote = true;
      else if (name === "table") builder.startTable();
      else if (name === "table-row") builder.startRow();
      else if (name === "table-cell") {
        builder.startCell();
        builder.shapeCell({
          columns: Math.min(MAX_REPEATED, numberOf(attributes, "table:number-columns-spanned")),
          rows: Math.min(MAX_REPEATED, numberOf(attributes, "table:number-rows-spanned")),
        });
      }
    },
    text: (text) => {
      if (isBody && skipped === 0 && shapes.length > 0) add(text.replace(/\s+/g, " "));
    },
    close: (name) => {
      if (skipped > 0) {
        skipped--;
        return;
      }
      if (!isBody) return;
      if (name === "p" || name === "h") {
        const closed = shapes.pop() ?? {};
        if (!isNote) builder.endParagraph(closed);
      } else if (name === "span") look.pop();
      else if (name === "a") links.pop();
      else if (name === "list") lists.pop();
      else if (name === "note-body") isNote = false;
      else if (name === "table-cell") builder.endCell();
      else if (name === "table") builder.endTable();
    },
  };
};

/** @throws FileFault if it is damaged or too large */
export const odtToHtml = async (bytes: Uint8Array, password?: string): Promise<Converted> => {
  const archive = await openOpenDocument(bytes, password);
  const builder = createTextBuilder();
  const styles = createStyles();
  const notes: string[] = [];
  await readXml(archive, "styles.xml", { open: styles.open });
  if (!(await readXml(archive, "content.xml", createReader(builder, styles, notes))))
    throw new FileFault("The OpenDocument file is damaged: it has no text.");
  for (const [index, note] of notes.entries()) {
    builder.text(`[${index + 1}] ${note.trim()}`);
    builder.endParagraph();
  }
  return writeDocument(await readAbout(archive, "meta.xml"), builder.end(), []);
};
