/** Lists the ways to cut a value out of a longer text. */

import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { MAX_PATTERN_LENGTH, type Transform } from "../../../../contract/fields/fields.ts";
import { escapePattern } from "../../../../contract/wording.ts";
import { ownText, textOf } from "../../page/text.ts";
import { normaliseSpace } from "../../values/text.ts";
import { normalForm } from "../../vocabulary/normalForm.ts";

export interface Part {
  /** Cut the value out of its element's text or attribute. Empty if the whole text is the value. */
  readonly transforms: readonly Transform[];
  /** Lower is more durable. */
  readonly cost: number;
  /** The words before it, if they are a label. */
  readonly label: string | null;
}

export const WHOLE: Part = { transforms: [], cost: 0, label: null };

const MAX_LABEL = 40;
const MAX_LABEL_DIGITS = 2;
const MIN_LABEL_LETTERS = 3;
const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Whether a text is short and wordy enough to be a label: "Price:", "ISBN-13". */
export const isLabelText = (text: string): boolean => {
  const digits = countOf(text, /\d/g);
  const letters = countOf(text, /\p{L}/gu);
  return (
    text.length <= MAX_LABEL &&
    (digits === 0 ? letters > 0 : digits <= MAX_LABEL_DIGITS && letters >= MIN_LABEL_LETTERS)
  );
};

export const fold = (text: string): string => normalForm(text, "NFC").toLowerCase();

const WORD = /[\p{L}\p{N}]/u;
/** Returns the index of the value as whole words, ignoring case; -1 if not found. */
export const indexOfWords = (text: string, wanted: string): number => {
  const folded = fold(text);
  const value = fold(wanted);
  for (let at = folded.indexOf(value); at >= 0; at = folded.indexOf(value, at + 1)) {
    const isCut = WORD.test(folded.charAt(at - 1)) && WORD.test(folded.charAt(at));
    const isCutBehind =
      WORD.test(folded.charAt(at + value.length)) && WORD.test(folded.charAt(at + value.length - 1));
    if (!isCut && !isCutBehind) return at;
  }
  return -1;
};

/** A text as a pattern between slashes, with any white space. */
const asPattern = (text: string): string =>
  escapePattern(text).replaceAll("/", "\\/").replace(/\s+/g, "\\s*");
/** Numbers differ from record to record, and so do the halves of the day. */
const escapeToken = (text: string): string =>
  asPattern(text)
    .replace(/\d+/g, "\\d+")
    .replace(/(?<!\p{L})[AP](\.?)M(?!\p{L})/gu, "[AP]$1M");

/** A pattern for the text on one side of the value. */
interface Edge {
  readonly pattern: string;
  readonly cost: number;
  readonly label: string | null;
}

/** Cost of each way to cut, by how easily it would fail on other pages. Set by hand. */
const EDGE_COST = { label: 1, tokens: 2, sign: 2.5, end: 0.5 } as const;
const OR_END_COST = 0.25;
const SHAPE_COST = 4;
const OWN_COST = 0.5;
const LINE_COST = 2;

/** Words before a value count as a label only if they end like this: others can be part of the value elsewhere. */
const ENDS_LABEL = /[:：.#]$/;
const LABEL_END = /(?:^|[,;|·–—])\s*([^,;|·–—]{1,40})$/u;

const edge = (pattern: string, cost: number, label: string | null = null): Edge => ({ pattern, cost, label });

const matchOf = (pattern: RegExp, text: string): string => pattern.exec(text)?.[0].trim() ?? "";

const edgesBefore = (head: string, isAddress: boolean): Edge[] => {
  if (head.trim() === "") return [edge("^", EDGE_COST.end)];
  const label = (LABEL_END.exec(head.trim())?.[1] ?? head).trim();
  const isLabel = !isAddress && isLabelText(label) && ENDS_LABEL.test(label);
  const token = matchOf(isAddress ? /\/[^/]*$/ : /\S+\s*$/, head);
  const tokens = matchOf(/\S+\s+\S+\s*$/, head);
  const signs = matchOf(/[^\p{L}\p{N}]+$/u, head);
  return [
    ...(isLabel ? [edge(asPattern(label), EDGE_COST.label, label)] : []),
    ...(token ? [edge(escapeToken(token), EDGE_COST.tokens)] : []),
    ...(tokens ? [edge(escapeToken(tokens), EDGE_COST.tokens + 0.5)] : []),
    ...(signs ? [edge(asPattern(signs), EDGE_COST.sign)] : []),
  ];
};

const edgesAfter = (tail: string): Edge[] => {
  if (tail.trim() === "") return [edge("$", EDGE_COST.end)];
  const token = matchOf(/^\s*\S+/, tail);
  const tokens = matchOf(/^\s*\S+\s+\S+/, tail);
  const signs = matchOf(/^[^\p{L}\p{N}]+/u, tail);
  const sign = matchOf(/^\s*[^\p{L}\p{N}\s]+/u, tail);
  return [
    ...(signs ? [edge(asPattern(signs), EDGE_COST.end)] : []),
    ...(sign !== "" && sign !== signs ? [edge(asPattern(sign), EDGE_COST.end + 0.1)] : []),
    ...[token, tokens].filter(Boolean).flatMap((words, at) => [
      edge(escapeToken(words), EDGE_COST.tokens + at / 2),
      // Other texts can end with the value.
      edge(`(?:${escapeToken(words)}|$)`, EDGE_COST.tokens + at / 2 + OR_END_COST),
    ]),
  ];
};

/** A pattern of the value's own characters, if it has digits and more: "A22-0316". Null otherwise. */
const shapeOf = (value: string): string | null => {
  if (!/\d/.test(value) || !/[^\d\s]/.test(value) || value.length > MAX_LABEL) return null;
  const shape = asPattern(value)
    .replace(/\p{Lu}+/gu, "\\p{Lu}+")
    .replace(/(?<!\\|\\p\{)\p{Ll}{2,}/gu, "\\p{L}+")
    .replace(/\d+/g, "\\d+");
  return `(?<![\\p{L}\\p{N}])(${shape})(?![\\p{L}\\p{N}])`;
};

const asPart = (pattern: string, cost: number, label: string | null): Part => ({
  transforms: [{ name: "regex", pattern, flags: "u" }],
  cost,
  label,
});

const cutsOf = (text: string, at: number, wanted: string, isAddress: boolean): Part[] => {
  const parts = edgesBefore(text.slice(0, at), isAddress).flatMap((before) =>
    edgesAfter(text.slice(at + wanted.length)).map((after) =>
      asPart(
        `${before.pattern}\\s*(.+?)\\s*${after.pattern}`,
        before.cost + after.cost + (isAddress ? EDGE_COST.sign : 0),
        before.label,
      ),
    ),
  );
  const shape = shapeOf(wanted);
  const all = shape === null || isAddress ? parts : [...parts, asPart(shape, SHAPE_COST, null)];
  return all
    .filter(({ transforms: [cut] }) => cut && "pattern" in cut && cut.pattern.length <= MAX_PATTERN_LENGTH)
    .sort((left, right) => left.cost - right.cost);
};

/** The text before one run of an element's own text, if it can be a label. */
const labelInFront = (element: Element, line: string): string | null => {
  const isLine = (node: AnyNode): boolean => isText(node) && normaliseSpace(node.data) === line;
  for (let at = element.children.find(isLine)?.prev ?? null; at; at = at.prev) {
    const text = isText(at) ? normaliseSpace(at.data) : isTag(at) ? textOf(at) : "";
    if (text !== "") return isLabelText(text) ? text : null;
  }
  return null;
};

/** Parts for a value that is one run of the element's own text, between its child elements. */
const runsOf = (element: Element, wanted: string): Part[] => {
  const lines = ownText(element).split("\n");
  const at = lines.findIndex((line) => fold(line) === fold(wanted));
  if (at < 0) return [];
  const label = labelInFront(element, lines[at] ?? "");
  const own: Transform = { name: "own" };
  if (lines.length === 1) return [{ transforms: [own], cost: OWN_COST, label }];
  const pattern = at === 0 ? ".+" : `^(?:.*\\n){${at}}(.*)`;
  return [
    { transforms: [own, { name: "regex", pattern, flags: "" }], cost: OWN_COST + at * LINE_COST, label },
  ];
};

/** Lists the ways to cut the value out of an element's text, the most durable first. */
export const partsOfText = (element: Element, wanted: string): Part[] => {
  const text = textOf(element);
  const at = indexOfWords(text, wanted);
  return at < 0 ? [] : [...runsOf(element, wanted), ...cutsOf(text, at, wanted, false)];
};

const MIN_IN_ADDRESS = 5;

/** As `partsOfText`, for an attribute. A value with digits can be part of a word, as in a URL. */
export const partsOfAttribute = (value: string, wanted: string): Part[] => {
  const mayBeCut = /\d/.test(wanted) && wanted.length >= MIN_IN_ADDRESS && !/\s/.test(wanted);
  const at = mayBeCut ? fold(value).indexOf(fold(wanted)) : indexOfWords(value, wanted);
  return at < 0 ? [] : cutsOf(value, at, wanted, /\//.test(value));
};
