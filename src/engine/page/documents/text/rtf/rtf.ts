/** Text documents in Rich Text Format 1.9.1. Pictures, objects, comments, headers, hidden and deleted text are left out. */
import { FileFault } from "../../faults.ts";
import { type Converted, writeDocument } from "../../html.ts";
import { createTextBuilder } from "../builder.ts";
import { decode } from "./charsets.ts";
import { createDefinitions } from "./definitions.ts";
import { createParagraph } from "./paragraph.ts";
import { createRows } from "./rows.ts";
import { CHARACTERS, KNOWN_EXTENSIONS, lookOf, START, type State, TARGETS } from "./state.ts";
import { tokensOf } from "./tokens.ts";

/** Word nests about 20. */
const MAX_DEPTH = 1_000;
const LINK = /HYPERLINK\s+(?:\\l\s+)?"([^"]*)"/;

const createReader = () => {
  const builder = createTextBuilder();
  const rows = createRows(builder);
  const definitions = createDefinitions();
  const paragraph = createParagraph(definitions.styleName);
  const about = { title: "", author: "" };
  const notes: string[] = [];
  const groups: State[] = [];
  let state = START;
  let mark = "";
  let field = "";
  let pending = "";
  /** Bytes that are still to be left out after a Unicode character. */
  let left = 0;
  let [isGroupStart, isExtension] = [false, false];

  const put = (text: string): void => {
    if (text === "" || state.isHidden) return;
    const { target } = state;
    if (target === "text") {
      rows.enter(paragraph.isInTable());
      builder.text(text, { bold: state.bold, italic: state.italic, href: state.href });
    } else if (target === "mark") mark += text;
    else if (target === "field") field += text;
    else if (target === "note") notes[notes.length - 1] += text;
    else if (target === "title" || target === "author") about[target] += text;
    else if (target === "styles") definitions.nameStyle(text);
  };
  const flush = (): void => {
    const bytes = pending;
    pending = "";
    if (bytes !== "") put(decode(bytes, definitions.charsetOf(state.font)));
  };
  const endParagraph = (): void => {
    if (state.target === "note") put(" ");
    if (state.target !== "text") return;
    rows.enter(paragraph.isInTable());
    builder.endParagraph(paragraph.shape(mark));
    mark = "";
  };
  /** The word that a group starts with says what it is. */
  const startGroup = (name: string): void => {
    const target = Object.hasOwn(TARGETS, name) ? TARGETS[name] : undefined;
    if (state.target === "skip") return;
    if (isExtension && !KNOWN_EXTENSIONS.has(name)) state = { ...state, target: "skip" };
    else if (target !== undefined) state = { ...state, target };
    if (state.target === "mark") mark = "";
    if (state.target === "field") field = "";
    if (name === "fldrslt") state = { ...state, href: LINK.exec(field)?.[1] ?? state.href };
    if (name === "footnote" && state.target === "note") {
      notes.push("");
      rows.enter(paragraph.isInTable());
      builder.text(`[${notes.length}]`);
    }
  };
  const lay = (name: string, value: number | undefined): void => {
    if (name === "par" || name === "sect") endParagraph();
    else if (name === "trowd") rows.define();
    else if (name === "cell") rows.endCell();
    else if (name === "row") rows.endRow();
    else if (name === "nestcell") put(" | ");
    else if (name === "nestrow") put("\n");
    else if (!rows.word(name, value)) paragraph.word(name, value);
  };
  const unicode = (value: number): void => {
    put(String.fromCharCode(value < 0 ? value + 65_536 : value));
    left = state.fallback;
  };
  return {
    open: (): void => {
      flush();
      left = 0;
      if (groups.push(state) > MAX_DEPTH) throw new FileFault("The file is nested too deeply.");
      [isGroupStart, isExtension] = [true, false];
    },
    close: (): void => {
      flush();
      left = 0;
      state = groups.pop() ?? state;
      isGroupStart = false;
    },
    bytes: (bytes: string): void => {
      isGroupStart = false;
      const shown = bytes.slice(left);
      left = Math.max(0, left - bytes.length);
      pending += shown;
    },
    word: (name: string, value: number | undefined): void => {
      flush();
      if (name === "*") {
        isExtension = true;
        return;
      }
      if (isGroupStart) startGroup(name);
      isGroupStart = false;
      if (state.target === "skip") return;
      const look = lookOf(state, name, value);
      if (name === "u") unicode(value ?? 0);
      else if (definitions.word(state.target, name, value)) return;
      else if (Object.hasOwn(CHARACTERS, name)) put(CHARACTERS[name] ?? "");
      else if (look) state = look;
      else if (state.target === "text" || name === "par") lay(name, value);
    },
    end: (): Converted => {
      flush();
      rows.end();
      for (const [index, note] of notes.entries()) {
        builder.text(`[${index + 1}] ${note.trim()}`);
        builder.endParagraph();
      }
      const named = { title: about.title.trim() || undefined, author: about.author.trim() || undefined };
      return writeDocument(named, builder.end(), []);
    },
  };
};

/** @throws FileFault if it is too large, or nested too deeply */
export const rtfToHtml = (bytes: Uint8Array): Converted => {
  const reader = createReader();
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  for (const token of tokensOf(source)) {
    if (token.kind === "bytes") reader.bytes(token.bytes);
    else if (token.kind === "word") reader.word(token.name, token.value);
    else reader[token.kind]();
  }
  return reader.end();
};
