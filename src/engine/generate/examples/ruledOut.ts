/** What a person ruled out: elements that are not records, and places that hold another value. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { compileSelector } from "../../extract/extract.ts";
import { classesOf, holds } from "../../extract/page/tree.ts";
import type { Written } from "../../extract/slots/examples/writes.ts";

export interface RuledOut {
  /** Records that contain these elements are ruled out. */
  readonly records: readonly Element[];
  /** For each field, elements that do not hold its value. */
  readonly values: ReadonlyMap<string, readonly Element[]>;
}

export const NOTHING_RULED_OUT: RuledOut = { records: [], values: new Map() };

/** Splits the records into those to keep and those ruled out. */
export const withoutRecords = (records: readonly Element[], { records: out }: RuledOut) => {
  if (out.length === 0) return { kept: records, dropped: [] };
  const isOut = (record: Element): boolean =>
    out.some((element) => holds(record, element) || holds(element, record));
  return { kept: records.filter((record) => !isOut(record)), dropped: records.filter(isOut) };
};

/**
 * Whether a way to read a field reads no element that was ruled out.
 *
 * @param scopes the records or pages in which it reads
 */
export const readsNoneOf = (
  written: Written,
  elements: readonly Element[],
  scopes: readonly AnyNode[],
): boolean => {
  const { selector = "" } = written.field.source ?? {};
  if (elements.length === 0 || written.field.source === null) return true;
  const find = selector === "" ? (scope: AnyNode) => [scope] : compileSelector(selector, true);
  return elements.every((element) => {
    const scope = scopes.find((each) => holds(each, element));
    const [found] = scope ? find(scope) : [];
    return !found || !(found === element || holds(found, element) || holds(element, found));
  });
};

/** Class names, as selectors, that all ruled-out records have and no other record has. */
const telling = (kept: readonly Element[], dropped: readonly Element[]): string[] => {
  const classesIn = (element: Element): string[] => {
    const own = classesOf(element).filter((name) => /^[\w-]+$/.test(name));
    return [...own.map((name) => `.${name}`), ...element.children.filter(isTag).flatMap(classesIn)];
  };
  const common = new Set(kept.flatMap(classesIn));
  const [first = [], ...rest] = dropped.map((record) => new Set(classesIn(record)));
  return [...first].filter((name) => !common.has(name) && rest.every((names) => names.has(name)));
};

/** The selector without the ruled-out records; null if nothing distinguishes them from the others. */
export const narrowSelector = (
  css: string,
  root: AnyNode,
  kept: readonly Element[],
  dropped: readonly Element[],
): string | null => {
  const out = new Set<AnyNode>(dropped);
  const wanted = new Set<AnyNode>(kept);
  const fits = (selector: string): boolean => {
    const found = compileSelector(selector)(root);
    return !found.some((element) => out.has(element)) && found.some((element) => wanted.has(element));
  };
  const ways = telling(kept, dropped).flatMap((name) => [`${css}:not(${name})`, `${css}:not(:has(${name}))`]);
  return [css, ...ways].find(fits) ?? null;
};
