/** Values beside what the page calls as the caller calls a field, whatever elements hold the two. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import type { OutputSchema } from "../../../contract/outputSchema.ts";
import { shortText } from "../page/shortText.ts";
import { INLINE, saidText, textOf } from "../page/text.ts";
import { type Fact, makeFact } from "../sources/facts.ts";
import { parseStock } from "../values/stock.ts";
import { normaliseSpace } from "../values/text.ts";
import { conceptOf, foldedWords } from "../vocabulary/concepts.ts";
import { asLabel } from "../vocabulary/labels.ts";
import { rateFit, toWanted, type Wanted } from "./fit.ts";

/** Boxes of the site, and what is pressed or chosen: their words name no values. */
const PASSED: ReadonlySet<string> = new Set(
  "script style template noscript head nav footer aside dialog form select button textarea svg option label".split(
    " ",
  ),
);
/** A label that is the field's name in part stands above values of other things, too. */
const MIN_FIT = 0.68;
/** Just below labels that tables and lists of terms set apart from their values. */
const FACTOR = 0.78;
/** Values that are links of their own say better what they are than the line in which they stand. */
const SEVERAL = 1.4;
const MAX_LABEL = 50;
const MAX_VALUE = 200;
const MAX_NODES = 60;
const MAX_FACTS = 200;
const MAX_CLIMB = 3;

const isBlank = (node: AnyNode): boolean => (isText(node) ? node.data.trim() === "" : !isTag(node));
const isEnd = (node: AnyNode): boolean => isTag(node) && (node.name === "br" || !INLINE.has(node.name));

/** What leads away from the page in a line, and is no part of a value: "See all »". */
const isMore = (node: AnyNode): boolean =>
  isTag(node) &&
  (/(?:^|[\s_-])(?:see-?)?more(?:[\s_-]|$)/i.test(node.attribs.class ?? "") ||
    /[»›…]$/.test(shortText(node, MAX_LABEL) ?? ""));

/** The texts of the links that a line lists, where nothing else stands in it but what parts them. */
const listLinks = (line: readonly AnyNode[]): string[] => {
  const links = line.filter((node): node is Element => isTag(node) && node.name === "a");
  const rest = line.filter((node) => !links.includes(node as Element)).map(textOf);
  return links.length > 1 && rest.every((text) => /^[\s,;|/·•&]*$/.test(text)) ? links.map(textOf) : [];
};

/** The line of text that begins with a node, as values; empty where it holds none, or too much. */
const readLine = (start: AnyNode): readonly string[] => {
  const line: AnyNode[] = [];
  for (let at: AnyNode | null = start; at && !isEnd(at); at = at.next) {
    if (line.length > MAX_NODES) return [];
    if (isMore(at)) break;
    line.push(at);
  }
  const said = line.filter((node) => !isBlank(node));
  if (said.some((node) => isTag(node) && shortText(node, MAX_VALUE) === null)) return [];
  const several = listLinks(said);
  if (several.length > 0) return several;
  const text = line.map((node) => (isTag(node) ? ` ${saidText(node)} ` : textOf(node))).join("");
  return [normaliseSpace(text).replace(/^[:：\s]+|[|·•,»\s]+$/g, "")];
};

const HOLDS_SEVERAL: ReadonlySet<string> = new Set(["ul", "ol", "table", "form"]);
const isSeveral = (node: AnyNode): boolean => isTag(node) && HOLDS_SEVERAL.has(node.name);
const readBox = (box: Element): readonly string[] => {
  const inner = box.children.filter((node) => !isBlank(node));
  const [only] = inner;
  if (!only || isSeveral(box) || inner.some(isSeveral) || shortText(box, MAX_VALUE) === null) return [];
  if (inner.length === 1 && isTag(only) && isEnd(only)) return readBox(only);
  return inner.some(isEnd) ? [saidText(box)] : readLine(only);
};

/** What stands behind a label: in its line, in the box after it, or after the box that holds nothing else. */
const valuesAfter = (label: AnyNode): readonly string[] => {
  let at: AnyNode = label;
  for (let climbed = 0; climbed <= MAX_CLIMB; climbed++) {
    let next = at.next;
    while (next && (isBlank(next) || (isTag(next) && (next.name === "br" || textOf(next) === ""))))
      next = next.next;
    // A head of a column stands beside other heads.
    if (next && isTag(next) && next.name === "th") return [];
    if (next) return isTag(next) && isEnd(next) ? readBox(next) : readLine(next);
    const { parent } = at;
    if (!parent || !isTag(parent) || parent.name === "body") return [];
    at = parent;
  }
  return [];
};

const isValue = (text: string): boolean => text !== "" && text.length <= MAX_VALUE && !/[:：?]$/.test(text);

/** "New options available" holds the name of a field, and has nothing of it to say beside. */
const saysStock = (label: string): boolean =>
  foldedWords(label).some((word) => conceptOf(word) === "availability");

const mayBeLabel = ({ name }: Element): boolean =>
  name !== "a" && (INLINE.has(name) || /^(?:h[3-6]|dt|th|td)$/.test(name));

/** Short texts that can be labels, with the node that is nothing but the label. */
const visitLabels = (
  node: AnyNode,
  others: ReadonlySet<unknown>,
  visit: (label: string, node: AnyNode) => void,
): void => {
  if (isTag(node)) {
    if (PASSED.has(node.name) || others.has(node)) return;
    // "Motion Picture Rating (<a>MPAA</a>)" is one label.
    const whole = mayBeLabel(node) ? shortText(node, MAX_LABEL) : null;
    const label = whole === null ? null : asLabel(whole);
    if (label !== null) visit(label, node);
    else for (const child of node.children) visitLabels(child, others, visit);
  } else if (isText(node)) {
    const text = normaliseSpace(node.data);
    const label = /[:：]$/.test(text) ? asLabel(text) : null;
    if (label !== null) visit(label, node);
  }
};

/** Facts for the fields of the schema: each the values beside a label that fits its name. */
export const readBesideLabels = (
  scope: readonly AnyNode[],
  schema: OutputSchema,
  others: ReadonlySet<unknown>,
): Fact[] => {
  const wanted: readonly Wanted[] = Object.entries(schema)
    .filter(([, type]) => typeof type === "string")
    .map(([name]) => toWanted(name, false));
  const facts: Fact[] = [];
  const note = (label: string, node: AnyNode): void => {
    if (facts.length >= MAX_FACTS) return;
    const fact = makeFact("pair", label, [], { factor: FACTOR, path: `beside "${label}"` });
    if (!wanted.some((field) => rateFit(fact, field) >= MIN_FIT)) return;
    const isStock = fact.concept === "availability" || saysStock(label);
    const values = valuesAfter(node).filter(
      (text) => isValue(text) && (!isStock || parseStock(text) !== null),
    );
    const confidence = fact.confidence * (values.length > 1 ? SEVERAL : 1);
    if (values.length > 0) facts.push({ ...fact, values, confidence });
  };
  for (const node of scope) visitLabels(node, others, note);
  return facts;
};
