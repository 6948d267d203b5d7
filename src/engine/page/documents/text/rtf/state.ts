/** What holds within a group of an RTF file, and ends with it. */

/**
 * Where text goes. `text`: the document. `skip`: nowhere. The others are read for what they say: names of styles, the document's
 * title and author, the address of a link, the mark of a list's item, a note.
 */
export type Target =
  | "text"
  | "skip"
  | "fonts"
  | "styles"
  | "info"
  | "title"
  | "author"
  | "field"
  | "mark"
  | "note";

export interface State {
  readonly target: Target;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Hidden text and tracked deletions. */
  readonly isHidden: boolean;
  readonly font: number;
  /** Bytes that stand for one Unicode character, for readers that don't know it. */
  readonly fallback: number;
  readonly href: string | undefined;
}

export const START: State = {
  target: "text",
  bold: false,
  italic: false,
  isHidden: false,
  font: -1,
  fallback: 1,
  href: undefined,
};

/** Groups by the word that they start with. */
export const TARGETS: Readonly<Record<string, Target>> = {
  fonttbl: "fonts",
  stylesheet: "styles",
  info: "info",
  title: "title",
  author: "author",
  fldinst: "field",
  listtext: "mark",
  pntext: "mark",
  footnote: "note",
  ...Object.fromEntries(
    [
      ...[
        "colortbl",
        "listtable",
        "listoverridetable",
        "revtbl",
        "rsidtbl",
        "filetbl",
        "themedata",
        "datastore",
      ],
      ...["header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf"],
      ...["pict", "nonshppict", "objdata", "shprslt", "sn", "sv", "xe", "tc", "rxe", "ftnsep", "aftnsep"],
      ...["annotation", "atnid", "atnauthor", "bkmkstart", "bkmkend", "operator", "pntxta", "pntxtb"],
    ].map((name): [string, Target] => [name, "skip"]),
  ),
};

/** Groups that are marked as unknown to older readers, and are read here. */
export const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set([
  "fldinst",
  "shpinst",
  "shptxt",
  "pntext",
  "footnote",
]);

/** Words that stand for a character. */
export const CHARACTERS: Readonly<Record<string, string>> = {
  tab: "\t",
  line: "\n",
  "~": "\u00a0",
  _: "\u2011",
  emdash: "—",
  endash: "–",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  bullet: "•",
  emspace: "\u2003",
  enspace: "\u2002",
};

/** The state after a word about the look of characters; null for other words. */
export const lookOf = (state: State, name: string, value: number | undefined): State | null => {
  const isOn = value !== 0;
  switch (name) {
    case "b":
      return { ...state, bold: isOn };
    case "i":
      return { ...state, italic: isOn };
    case "v":
    case "deleted":
      return { ...state, isHidden: isOn };
    case "f":
      return { ...state, font: value ?? 0 };
    case "uc":
      return { ...state, fallback: Math.max(0, value ?? 1) };
    case "plain":
      return { ...state, bold: false, italic: false, isHidden: false };
    default:
      return null;
  }
};
