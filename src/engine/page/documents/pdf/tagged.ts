/** Turns a page of a tagged PDF into blocks: the file itself says what is a heading, a list or a table. */
import type { Cell, Row, Run } from "../html.ts";
import type { Block, TextBlock } from "./blocks.ts";
import { findGrids, type Grid, isInside } from "./grids.ts";
import { isOneLine, joinLines, runsOfPieces, type Words } from "./lines.ts";
import { cutAtRules, type PdfPage, type Piece, type TagNode } from "./pieces.ts";
import { readGrid } from "./tables.ts";

/** Tags are used if they hold at least this share of a page's text. */
const MIN_SHARE = 0.85;
/** Files in which everything is a paragraph say less than the layout. */
const TELLING = /^(?:H[1-6]?|Title|L|LI|Table)$/;
const MAX_DEPTH = 60;

const charsOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { text }) => sum + text.length, 0);

const idsIn = (node: TagNode, found: Set<string> = new Set(), depth = 0): Set<string> => {
  if (node.id !== undefined) found.add(node.id);
  if (depth < MAX_DEPTH) for (const child of node.children ?? []) idsIn(child, found, depth + 1);
  return found;
};

const rolesIn = (node: TagNode, found: Set<string> = new Set(), depth = 0): Set<string> => {
  if (node.role !== undefined) found.add(node.role);
  if (depth < MAX_DEPTH) for (const child of node.children ?? []) rolesIn(child, found, depth + 1);
  return found;
};

/** Whether a file's tags are worth more than its layout: some page has more than paragraphs. */
export const isTelling = (pages: readonly PdfPage[]): boolean =>
  pages.some(({ tags }) => tags !== null && [...rolesIn(tags)].some((role) => TELLING.test(role)));

/** Whether the page's tags hold its text. */
export const isTagged = ({ tags, pieces }: PdfPage): boolean => {
  if (!tags) return false;
  const ids = idsIn(tags);
  const tagged = charsOf(pieces.filter(({ mark }) => mark !== undefined && ids.has(mark)));
  // Headers and footers are outside the tags, so only what is marked counts.
  const marked = charsOf(pieces.filter(({ mark }) => mark !== undefined));
  return tagged > 0 && tagged >= marked * MIN_SHARE && tagged >= charsOf(pieces) * 0.5;
};

/** The pieces that the tags of a page do not hold, such as headers, footers and watermarks. */
export const untagged = ({ tags, pieces }: PdfPage): Piece[] => {
  const ids = tags ? idsIn(tags) : new Set<string>();
  return pieces.filter(({ mark }) => mark === undefined || !ids.has(mark));
};

interface Reader {
  readonly byMark: ReadonlyMap<string, readonly Piece[]>;
  readonly page: number;
  readonly words: Words;
  readonly grids: readonly Grid[];
  readonly rules: PdfPage["rules"];
}

const piecesIn = (node: TagNode, { byMark }: Reader): Piece[] =>
  [...idsIn(node)].flatMap((id) => byMark.get(id) ?? []);

const asBox = (piece: Piece) => ({ ...piece, y0: piece.y - piece.size * 0.7, y1: piece.y });

/** Text line by line in the order of the tags, in which a paragraph continues at the top of the next column. */
const runsIn = (node: TagNode, reader: Reader): Run[] => {
  const lines: Piece[][] = [];
  for (const piece of piecesIn(node, reader)) {
    const last = lines.at(-1);
    if (last?.some((other) => isOneLine(asBox(other), asBox(piece)))) last.push(piece);
    else lines.push([piece]);
  }
  return joinLines(
    lines.map((line) => runsOfPieces(line.toSorted((left, right) => left.x0 - right.x0))),
    reader.words,
  );
};

const block = (node: TagNode, reader: Reader, role: TextBlock["role"], level: number): TextBlock[] => {
  const runs = runsIn(node, reader);
  if (runs.every(({ text }) => text.trim() === "")) return [];
  return [
    { kind: "text", role, runs, page: reader.page, size: 0, bold: false, level, lines: 1, isFirst: false },
  ];
};

const isRow = ({ role }: TagNode): boolean => role === "TR";
const isCell = ({ role }: TagNode): boolean => role === "TD" || role === "TH";

/** Descendants of a kind, not looking inside those that are found. */
const within = (node: TagNode, test: (node: TagNode) => boolean, depth = 0): TagNode[] =>
  (node.children ?? []).flatMap((child) => {
    if (test(child)) return [child];
    return depth < MAX_DEPTH ? within(child, test, depth + 1) : [];
  });

/** pdf.js does not tell of cells that span others, but rules around them do. */
const rowsInRules = (rows: readonly TagNode[], reader: Reader): readonly Row[] | null => {
  const pieces = rows.flatMap((row) => piecesIn(row, reader));
  const grid = reader.grids.find((each) => pieces.every((piece) => isInside(asBox(piece), each)));
  if (!grid) return null;
  const cut = pieces.flatMap((piece) => cutAtRules(piece, reader.rules));
  return readGrid(grid, cut, reader.page, reader.words)?.rows ?? null;
};

const readTable = (node: TagNode, reader: Reader): Block[] => {
  const caption = within(node, ({ role }) => role === "Caption").flatMap((each) =>
    block(each, reader, "paragraph", 1),
  );
  const found = within(node, isRow).map((row) => within(row, isCell));
  const isRagged = new Set(found.map(({ length }) => length)).size > 1;
  const ruled = isRagged ? rowsInRules(within(node, isRow), reader) : null;
  const tagged = found
    .map(
      (cells): Row => ({
        cells: cells.map((cell): Cell => ({ runs: runsIn(cell, reader) })),
        page: reader.page,
      }),
    )
    .filter(({ cells }) => cells.some(({ runs }) => runs.some(({ text }) => text.trim() !== "")));
  const rows = ruled ?? tagged;
  if (rows.length === 0) return caption;
  const areHeads = found.map((cells) => cells.length > 0 && cells.every(({ role }) => role === "TH"));
  const heads = areHeads.indexOf(false);
  const columns = Math.max(
    ...rows.map(({ cells }) => cells.reduce((sum, cell) => sum + (cell.columns ?? 1), 0)),
  );
  return [
    ...caption,
    { kind: "table", rows, page: reader.page, columns, isFirst: false, ...(heads > 0 && { heads }) },
  ];
};

/** An item: its own text first, then the lists inside it. */
const readItem = (node: TagNode, reader: Reader, level: number, depth: number): Block[] => {
  const isList = ({ role }: TagNode): boolean => role === "L";
  const own = (each: TagNode): TagNode => ({
    ...each,
    children: (each.children ?? []).filter((child) => !isList(child)).map(own),
  });
  return [
    ...block(own(node), reader, "item", level),
    ...within(node, isList).flatMap((list) => read(list, reader, level + 1, depth + 1)),
  ];
};

const BLOCK =
  /^(?:Document|DocumentFragment|Part|Art|Sect|Div|Aside|BlockQuote|TOC|TOCI|Index|NonStruct|Private|Root|Form|THead|TBody|TFoot|Figure|StructTreeRoot)$/;

const hasBlocks = (node: TagNode): boolean =>
  within(
    node,
    ({ role }) => role !== undefined && /^(?:P|H[1-6]?|L|LI|Table|Sect|Div|BlockQuote)$/.test(role),
  ).length > 0;

const read = (node: TagNode, reader: Reader, level: number, depth: number): Block[] => {
  const { role = "", children = [] } = node;
  if (depth > MAX_DEPTH) return block(node, reader, "paragraph", 1);
  if (/^H[1-6]$/.test(role)) return block(node, reader, "heading", Number(role.slice(1)));
  if (role === "H" || role === "Title") return block(node, reader, "heading", 1);
  if (role === "Table") return readTable(node, reader);
  // A list directly in a list is nested, too.
  if (role === "L")
    return children.flatMap((child) =>
      read(child, reader, child.role === "L" ? level + 1 : level, depth + 1),
    );
  if (role === "LI") return readItem(node, reader, level, depth);
  if (node.id !== undefined || (role !== "" && !BLOCK.test(role) && !hasBlocks(node)))
    return block(node, reader, "paragraph", 1);
  // Inline content between blocks makes paragraphs of its own.
  const blocks: Block[] = [];
  let inline: TagNode[] = [];
  const flush = (): void => {
    if (inline.length > 0) blocks.push(...block({ children: inline }, reader, "paragraph", 1));
    inline = [];
  };
  for (const child of children) {
    const isInline =
      child.id !== undefined || /^(?:Span|Link|Em|Strong|Reference|Note|Quote|Code)$/.test(child.role ?? "");
    if (isInline && !hasBlocks(child)) inline.push(child);
    else {
      flush();
      blocks.push(...read(child, reader, level, depth + 1));
    }
  }
  flush();
  return blocks;
};

export const readTags = (page: PdfPage, tags: TagNode, words: Words): Block[] => {
  const byMark = new Map<string, Piece[]>();
  for (const piece of page.pieces) {
    if (piece.mark === undefined) continue;
    const known = byMark.get(piece.mark);
    if (known) known.push(piece);
    else byMark.set(piece.mark, [piece]);
  }
  const { number, rules } = page;
  const blocks = read(tags, { byMark, page: number, words, rules, grids: findGrids(rules) }, 1, 0);
  return blocks.map((each, index) => (index === 0 ? { ...each, isFirst: true } : each));
};
