/** What the records of a region look like: how alike they are, and what each of them holds. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { bitOf, groupsOf } from "../content/groups.ts";
import { textOf } from "../text.ts";
import { conceptOf } from "./concepts.ts";
import { asLabel } from "./labels.ts";
import { signatureOf } from "./markers.ts";
import { PRICED } from "./prices.ts";

export interface RecordShape {
  /** 0 to 1: how much of what stands in one record stands in the others too. */
  readonly alike: number;
  /** Texts of its own that a record holds, at the median. */
  readonly fields: number;
  readonly words: number;
  /** Shares of the records that show one. */
  readonly priced: number;
  readonly pictured: number;
  readonly dated: number;
  /** Labels with a value each: what a page says of one thing. */
  readonly isPairs: boolean;
  /** Beside what the page is about: "You may also like". */
  readonly isAside: boolean;
}

const SAMPLE = 10;
const MAX_ELEMENTS = 80;

interface Look {
  readonly parts: ReadonlySet<string>;
  readonly texts: number;
  readonly text: string;
  readonly hasImage: boolean;
  readonly hasTime: boolean;
}

const lookAt = (record: Element): Look => {
  const parts = new Set<string>();
  let texts = 0;
  let left = MAX_ELEMENTS;
  let hasImage = false;
  let hasTime = false;
  const visit = (element: Element, path: string): void => {
    if (left-- <= 0) return;
    hasImage ||= element.name === "img" || element.name === "picture";
    hasTime ||= element.name === "time";
    if (element.children.some((child) => isText(child) && child.data.trim() !== "")) texts++;
    for (const child of element.children)
      if (isTag(child)) {
        const inner = `${path}>${signatureOf(child)}`;
        parts.add(inner);
        visit(child, inner);
      }
  };
  visit(record, "");
  return { parts, texts, text: textOf(record), hasImage, hasTime };
};

const similarity = (left: ReadonlySet<string>, right: ReadonlySet<string>): number => {
  if (left.size + right.size === 0) return 1;
  let both = 0;
  for (const part of left) if (right.has(part)) both++;
  return both / Math.min(left.size + right.size - both, Math.max(left.size, right.size, 1));
};

const middle = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
const shareOf = <T>(list: readonly T[], test: (entry: T) => boolean): number =>
  list.filter(test).length / Math.max(1, list.length);

const cellsOf = (record: Element): Element[] => record.children.filter(isTag);

/** The label that a record begins with; null where it is no label and a value. */
const labelOf = (record: Element): string | null => {
  const cells = cellsOf(record);
  const [first] = cells;
  if (!first || cells.length !== 2) return null;
  const text = textOf(first);
  const label = asLabel(text);
  if (label === null) return null;
  const isNamed = text.trimEnd().endsWith(":") || first.name === "dt" || conceptOf(label) !== null;
  return isNamed || (record.name === "tr" && first.name === "th" && cells[1]?.name === "td") ? label : null;
};

const MAX_VALUE_WORDS = 8;
const PAIRS_SHARE = 0.5;
/** Rows such as "Weight: 3 kg"; terms with sentences that explain them are records. */
const arePairs = (records: readonly Element[], words: number): boolean => {
  const labels = records.map(labelOf).filter((label) => label !== null);
  if (labels.length < records.length * PAIRS_SHARE) return false;
  const areCells = records.every(({ name }) => name === "tr");
  return areCells || words <= MAX_VALUE_WORDS || labels.some((label) => conceptOf(label) !== null);
};

const RELATED = bitOf("related");
const RELATED_WORDS =
  /(?:you (?:may|might|could)(?: also)? (?:like|love|enjoy|need)|also (?:like|bought|viewed|read)|related|similar|recommend\p{L}*|customers|recently viewed|more (?:from|like|in|on|about|stories|articles|recipes|products|jobs|posts)|read (?:more|next)|up next|keep reading|goes well|complete the|frequently bought|alternatives|das könnte|ähnlich|passend|empfehl\p{L}*|kunden|zuletzt|weitere|mehr (?:aus|zum|von)|auch interessant|vous aimerez|similaires|recommand\p{L}*|à lire aussi|lire aussi|voir aussi|autres|también|similares|relacionad[oa]s|recomenda\p{L}*|te puede|più|simili|correlati|potrebbe|consigliat\p{L}*|leggi anche|veja também|relacionados|lees ook|gerelateerd\p{L}*|vergelijkbare|anderen|podobne|zobacz|похож\p{L}*|рекоменд\p{L}*|также|читайте|関連|おすすめ|相关|推荐|ذات صلة)/iu;
const MAX_CLIMB = 5;
const MAX_HEADING = 60;

/** The text that stands over a list: the last heading before it, within the boxes around. */
const headingOver = (record: Element): { text: string; isFirst: boolean } | null => {
  let at: Element | null = record;
  for (let climbed = 0; at && at.name !== "body" && climbed < MAX_CLIMB; climbed++) {
    for (let before: AnyNode | null = at.prev; before; before = before.prev) {
      if (!isTag(before)) continue;
      const heading = /^h[1-6]$/.test(before.name)
        ? before
        : before.children.filter(isTag).findLast(({ name }) => /^h[1-6]$/.test(name));
      if (heading && climbed > 0) return { text: textOf(heading), isFirst: heading.name === "h1" };
    }
    at = at.parent && isTag(at.parent) ? at.parent : null;
  }
  return null;
};

const standsAside = (record: Element): boolean => {
  for (let at: Element | null = record; at && !["body", "main"].includes(at.name); ) {
    if (at.name === "aside" || (at !== record && groupsOf(at) & RELATED)) return true;
    at = at.parent && isTag(at.parent) ? at.parent : null;
  }
  const over = headingOver(record);
  return over !== null && !over.isFirst && over.text.length <= MAX_HEADING && RELATED_WORDS.test(over.text);
};

export const shapeOf = (records: readonly Element[]): RecordShape => {
  const step = Math.max(1, Math.floor(records.length / SAMPLE));
  const sample = records.filter((_, index) => index % step === 0).slice(0, SAMPLE);
  const looks = sample.map(lookAt);
  const typical = looks.map(({ parts }) =>
    middle(looks.map((other) => (other.parts === parts ? 1 : similarity(parts, other.parts)))),
  );
  const words = middle(looks.map(({ text }) => text.split(/\s+/).length));
  const [first] = sample;
  const outer = first && first.parent === null ? first.children.find(isTag) : first;
  return {
    alike: middle(typical),
    fields: middle(looks.map(({ texts }) => texts)),
    words,
    priced: shareOf(looks, ({ text }) => PRICED.test(text.slice(0, 2_000))),
    pictured: shareOf(looks, ({ hasImage }) => hasImage),
    dated: shareOf(looks, ({ hasTime }) => hasTime),
    isPairs: arePairs(sample, words),
    isAside: outer !== undefined && standsAside(outer),
  };
};
