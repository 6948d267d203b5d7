/** The numbers of the article that a page is about: in lines, in elements called so, in attributes and form fields. */
import type { Element } from "domhandler";
import { findAll, findOne } from "domutils";
import type { Line } from "../../page/lines.ts";
import { shortText } from "../../page/shortText.ts";
import { holds } from "../../page/tree.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import type { Concept } from "../../vocabulary/concepts.ts";
import { isAside } from "./aside.ts";
import { NAMED_NUMBERS, NO_ARTICLE, NUMBERS } from "./codeWords.ts";

const MAX_LINE = 160;
const MAX_LABEL = 30;
/** A word is no number: a digit, or capitals only. */
const isNumber = (text: string): boolean => /\d/.test(text) || /^[A-Z][A-Z-]{2,}$/.test(text);
const MIN_CODE = 2;
const accept = (text: string | undefined): string | null => {
  const code = text?.replace(/[.,;:-]+$/, "") ?? "";
  return code.length >= MIN_CODE && isNumber(code) ? code : null;
};

const readAfter = (text: string, patterns: readonly RegExp[]): string | null => {
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    const code = accept(found?.[1] ?? found?.[2]);
    if (code !== null) return code;
  }
  return null;
};

const readLines = (lines: readonly Line[], others: ReadonlySet<unknown>): Fact[] => {
  const facts = new Map<Concept, Fact>();
  lines.forEach(({ text, element }, index) => {
    if (text.length > MAX_LINE || facts.size === NUMBERS.length || NO_ARTICLE.test(text)) return;
    const next = lines[index + 1]?.text ?? "";
    const joined = text.length <= MAX_LABEL && next.length <= MAX_LABEL ? `${text} ${next}` : null;
    for (const [concept, patterns] of NUMBERS) {
      const code = readAfter(text, patterns) ?? (joined === null ? null : readAfter(joined, patterns));
      if (code === null) continue;
      // What a label says of one number is not read as another, though a page may say it twice.
      if (!facts.has(concept) && !isAside(element, others))
        facts.set(
          concept,
          makeFact("pair", concept, [code], { concept, factor: 1.1, path: `line "${text.slice(0, 40)}"` }),
        );
      break;
    }
  });
  return [...facts.values()];
};

interface Named {
  readonly concept: Concept;
  readonly code: string;
  readonly element: Element;
  readonly path: string;
}

const MAX_ATTRIBUTE = 40;
const MAX_NAMED = 400;
const LABEL = /^[\p{L}\s.#°º-]{2,30}[:#：]\s*/u;
const WHOLE = /^[A-Z0-9](?:[A-Z0-9._/+-]*[A-Z0-9])?(?: [A-Z0-9._/-]*\d[A-Z0-9._/-]*)?$/i;
const asCode = (text: string | null | undefined): string | null => {
  const trimmed = text?.trim().replace(LABEL, "") ?? "";
  return trimmed.length <= MAX_ATTRIBUTE && WHOLE.test(trimmed) ? accept(trimmed) : null;
};

/** What one element calls a number: by an attribute of its own, as a field of a form, or by its class. */
const readElement = (element: Element): Named[] => {
  const { name, attribs } = element;
  const found: Named[] = [];
  const note = (called: string, read: () => string | null | undefined, path: string): void => {
    for (const [concept, pattern] of NAMED_NUMBERS) {
      if (!pattern.test(called)) continue;
      const code = asCode(read());
      if (code !== null) found.push({ concept, code, element, path });
    }
  };
  for (const attribute of Object.keys(attribs))
    if (attribute.startsWith("data-"))
      note(attribute.slice("data-".length), () => attribs[attribute], `@${attribute}`);
  if (name === "input" || name === "button")
    note(attribs.name ?? attribs.id ?? "", () => attribs.value, `${name} ${attribs.name ?? ""}`);
  else
    for (const called of `${attribs.class ?? ""} ${attribs.id ?? ""} ${attribs["data-testid"] ?? ""}`.split(
      /\s+/,
    ))
      if (called !== "") note(called, () => shortText(element, MAX_ATTRIBUTE * 2), `.${called}`);
  return found;
};

/** One number where all elements say the same; of several that of the element in which the heading stands. */
const settle = (named: readonly Named[], heading: Element | null): Named | null => {
  const [first] = named;
  if (!first) return null;
  if (new Set(named.map(({ code }) => code.toLowerCase())).size === 1) return first;
  const around = heading ? named.filter(({ element }) => holds(element, heading)) : [];
  return new Set(around.map(({ code }) => code)).size === 1 ? (around[0] ?? null) : null;
};

const readNamedCodes = (top: Element, others: ReadonlySet<unknown>): Fact[] => {
  const named: Named[] = [];
  for (const element of findAll(() => true, top.children)) {
    if (named.length >= MAX_NAMED) break;
    const found = readElement(element);
    if (found.length > 0 && !isAside(element, others)) named.push(...found);
  }
  const heading = findOne(({ name }) => name === "h1", top.children);
  return NAMED_NUMBERS.flatMap(([concept]) => {
    const own = settle(
      named.filter((entry) => entry.concept === concept),
      heading,
    );
    return own ? [makeFact("name", concept, [own.code], { concept, factor: 1.1, path: own.path })] : [];
  });
};

/** SKU, MPN, GTIN and ISBN of the product that a page is about. */
export const readCodes = (top: Element, lines: readonly Line[], others: ReadonlySet<unknown>): Fact[] => [
  ...readLines(lines, others),
  ...readNamedCodes(top, others),
];
