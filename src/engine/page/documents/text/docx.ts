/** Text documents of Word: ECMA-376, part 1, chapter 17. Tracked deletions, field codes and hidden text are left out. */
import { type Archive, openArchive } from "../archive/archive.ts";
import { type Attributes, readAbout, readRelations, readXml, type XmlReader } from "../archive/xml.ts";
import { FileFault } from "../faults.ts";
import { type Converted, type Run, writeDocument } from "../html.ts";
import { createTextBuilder, type Shape, type TextBuilder } from "./builder.ts";

const DOCUMENT = "word/document.xml";

interface Style {
  readonly name: string;
  readonly basedOn: string | undefined;
  readonly outline: number | undefined;
  readonly numberId: string | undefined;
}

const readStyles = async (archive: Archive): Promise<ReadonlyMap<string, Style>> => {
  const styles = new Map<string, Style>();
  let id = "";
  const change = (part: Partial<Style>): void => {
    const style = styles.get(id);
    if (style) styles.set(id, { ...style, ...part });
  };
  await readXml(archive, "word/styles.xml", {
    open: (name, attributes) => {
      const value = attributes["w:val"];
      if (name === "style") {
        id = attributes["w:styleId"] ?? "";
        styles.set(id, { name: "", basedOn: undefined, outline: undefined, numberId: undefined });
      } else if (name === "name") change({ name: value ?? "" });
      else if (name === "basedOn") change({ basedOn: value });
      else if (name === "outlineLvl") change({ outline: Number(value) + 1 });
      else if (name === "numId") change({ numberId: value });
    },
    close: (name) => {
      if (name === "style") id = "";
    },
  });
  return styles;
};

const MAX_BASED = 20;
const OUTLINES = 9;

/** What a style, or one that it is based on, says. */
const inherit = <T>(
  styles: ReadonlyMap<string, Style>,
  id: string,
  read: (style: Style) => T | undefined,
): T | undefined => {
  let style = styles.get(id);
  for (let step = 0; style && step < MAX_BASED; step++) {
    const found = read(style);
    if (found !== undefined) return found;
    style = style.basedOn === undefined ? undefined : styles.get(style.basedOn);
  }
  return undefined;
};

const headingOf = ({ name, outline }: Style): number | undefined => {
  if (/^title$/i.test(name)) return 1;
  const named = /^heading (\d)$/i.exec(name)?.[1];
  return named === undefined ? outline : Number(named);
};

/** Whether the items of a list are numbered: by the list's id and the level. */
const readNumbering = async (archive: Archive): Promise<(id: string, level: number) => boolean> => {
  const abstracts = new Map<string, Map<number, string>>();
  const lists = new Map<string, string>();
  let [abstract, list, level] = ["", "", 0];
  await readXml(archive, "word/numbering.xml", {
    open: (name, attributes) => {
      const value = attributes["w:val"] ?? "";
      if (name === "abstractNum") {
        abstract = attributes["w:abstractNumId"] ?? "";
        abstracts.set(abstract, new Map());
      } else if (name === "num") list = attributes["w:numId"] ?? "";
      else if (name === "abstractNumId") lists.set(list, value);
      else if (name === "lvl") level = Number(attributes["w:ilvl"]);
      else if (name === "numFmt") abstracts.get(abstract)?.set(level, value);
    },
  });
  return (id, at) => !["bullet", "none", undefined].includes(abstracts.get(lists.get(id) ?? "")?.get(at));
};

interface Context {
  readonly styles: ReadonlyMap<string, Style>;
  readonly isNumbered: (id: string, level: number) => boolean;
  readonly relations: ReadonlyMap<string, { readonly target: string }>;
  /** Called for each reference to a note. */
  readonly onNote: (kind: "footnote" | "endnote", id: string) => string;
}

const isOn = ({ "w:val": value }: Attributes): boolean =>
  value !== "0" && value !== "false" && value !== "none";

/** Content that is not shown, or that is shown a second time for older programs. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "del",
  "moveFrom",
  "Fallback",
  "instrText",
  "delText",
  "delInstrText",
  "rPrChange",
  "pPrChange",
]);

interface Paragraph {
  style: string;
  level: number | undefined;
  list: string | undefined;
  outline: number | undefined;
}

const shapeOf = ({ style, level, list, outline }: Paragraph, { styles, isNumbered }: Context): Shape => {
  const heading = inherit(styles, style, headingOf) ?? outline;
  if (heading !== undefined && heading <= OUTLINES) return { heading };
  const id = list ?? inherit(styles, style, ({ numberId }) => numberId);
  // List 0 takes a paragraph out of the list of its style.
  if (id === undefined || id === "0") return {};
  return { item: { level: (level ?? 0) + 1, isNumbered: isNumbered(id, level ?? 0) } };
};

const createReader = (builder: TextBuilder, context: Context): XmlReader => {
  let skipped = 0;
  let isText = false;
  let look: { bold?: boolean; italic?: boolean; isHidden?: boolean } = {};
  let isRun = false;
  const links: (string | undefined)[] = [];
  const paragraphs: Paragraph[] = [];
  const add = (text: string): void => {
    const { bold, italic, isHidden } = look;
    const href: Run["href"] = links.at(-1);
    if (!isHidden) builder.text(text, { bold, italic, href });
  };
  return {
    open: (name, attributes) => {
      if (skipped > 0 || LEFT_OUT.has(name)) {
        skipped++;
        return;
      }
      const value = attributes["w:val"];
      const paragraph = paragraphs.at(-1);
      if (name === "p") paragraphs.push({ style: "", level: undefined, list: undefined, outline: undefined });
      else if (name === "pStyle" && paragraph) paragraph.style = value ?? "";
      else if (name === "ilvl" && paragraph) paragraph.level = Number(value);
      else if (name === "numId" && paragraph) paragraph.list = value;
      else if (name === "outlineLvl" && paragraph) paragraph.outline = Number(value) + 1;
      else if (name === "r") {
        look = {};
        isRun = true;
      } else if (isRun && name === "b") look.bold = isOn(attributes);
      else if (isRun && name === "i") look.italic = isOn(attributes);
      else if (isRun && name === "vanish") look.isHidden = isOn(attributes);
      else if (name === "t") isText = true;
      else if (name === "tab" && isRun) add("\t");
      else if ((name === "br" || name === "cr") && isRun) add("\n");
      else if (name === "noBreakHyphen") add("-");
      else if (name === "hyperlink") {
        const anchor = attributes["w:anchor"];
        links.push(
          context.relations.get(attributes["r:id"] ?? "")?.target ??
            (anchor === undefined ? undefined : `#${anchor}`),
        );
      } else if (name === "footnoteReference" || name === "endnoteReference")
        add(context.onNote(name === "footnoteReference" ? "footnote" : "endnote", attributes["w:id"] ?? ""));
      else if (name === "tbl") builder.startTable();
      else if (name === "tr") builder.startRow();
      else if (name === "tc") builder.startCell();
      else if (name === "gridSpan") builder.shapeCell({ columns: Math.max(1, Number(value) || 1) });
      else if (name === "vMerge") builder.shapeCell({ isCovered: value !== "restart" });
    },
    text: (text) => {
      if (isText && skipped === 0) add(text);
    },
    close: (name) => {
      if (skipped > 0) {
        skipped--;
        return;
      }
      if (name === "t") isText = false;
      else if (name === "r") isRun = false;
      else if (name === "hyperlink") links.pop();
      else if (name === "p") {
        const paragraph = paragraphs.pop();
        builder.endParagraph(paragraph ? shapeOf(paragraph, context) : {});
      } else if (name === "tc") builder.endCell();
      else if (name === "tbl") builder.endTable();
    },
  };
};

/** The texts of the notes of a document, by kind and id. */
const readNotes = async (
  archive: Archive,
  kind: "footnote" | "endnote",
): Promise<ReadonlyMap<string, string>> => {
  const notes = new Map<string, string>();
  let [id, text, isText] = ["", "", false];
  await readXml(archive, `word/${kind}s.xml`, {
    open: (name, attributes) => {
      if (name === kind) [id, text] = [attributes["w:id"] ?? "", ""];
      else if (name === "t") isText = true;
    },
    text: (part) => {
      if (isText) text += part;
    },
    close: (name) => {
      if (name === "t") isText = false;
      else if (name === "p") text += " ";
      else if (name === kind) notes.set(`${kind} ${id}`, text.trim());
    },
  });
  return notes;
};

/** @throws FileFault if it is damaged or too large */
export const docxToHtml = async (bytes: Uint8Array): Promise<Converted> => {
  const archive = await openArchive(bytes);
  const builder = createTextBuilder();
  const texts = new Map([
    ...(await readNotes(archive, "footnote")),
    ...(await readNotes(archive, "endnote")),
  ]);
  const notes: string[] = [];
  const context: Context = {
    styles: await readStyles(archive),
    isNumbered: await readNumbering(archive),
    relations: await readRelations(archive, DOCUMENT),
    onNote: (kind, id) => {
      notes.push(texts.get(`${kind} ${id}`) ?? "");
      return `[${notes.length}]`;
    },
  };
  if (!(await readXml(archive, DOCUMENT, createReader(builder, context))))
    throw new FileFault("The Word file is damaged: it has no text.");
  for (const [index, note] of notes.entries()) {
    builder.text(`[${index + 1}] ${note}`);
    builder.endParagraph();
  }
  return writeDocument(await readAbout(archive, "docProps/core.xml"), builder.end(), []);
};
