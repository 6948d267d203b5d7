/** Writes a selector for given elements of a page. */
import type { AnyNode, Element } from "domhandler";
import { classesOf, outward } from "../../page/tree.ts";
import { remembered } from "../../vocabulary/remember.ts";
import { compileOwn, compileTest } from "../select.ts";
import { type Candidate, listCandidates } from "./candidates.ts";

export interface WrittenSelector {
  readonly css: string;
  /** How well its matches agree with the targets (F1), 0 to 1. */
  readonly fit: number;
}

const MAX_TRIED = 400;
const SAMPLE = 3;
/** Selectors that fit less are rejected. */
const MIN_FIT = 0.75;
const HAS_COST = 4;
/** Elements that records contain and lookalikes do not. */
const HOLDS = ["td", "a[href]", "h2", "h3", "h4", "img", "time"];
const HAS = HOLDS.map((inner) => `:has(${inner})`);
/** What else tells records from lookalikes: a header row is all headings, or the first. */
const KEEPS = [...HAS, ":not(:has(> th + th))", ":not(:first-child)", ":not(:last-child)"];
/** Fewer elements than these are no list: places say nothing about them on the next page. */
const MIN_PLACED = 3;

const fitOf = (found: readonly Element[], targets: ReadonlySet<Element>): number => {
  const hits = found.filter((element) => targets.has(element)).length;
  return found.length + targets.size === 0 ? 0 : (2 * hits) / (found.length + targets.size);
};

/** First, middle and last: the first alone may be atypical. */
const sampleOf = (targets: readonly Element[]): Element[] => {
  const picked = [targets[0], targets[Math.floor(targets.length / 2)], targets.at(-1)];
  return [...new Set(picked.filter((element) => element !== undefined))].slice(0, SAMPLE);
};

const gather = (targets: readonly Element[]): Candidate[] => {
  const byCss = new Map<string, Candidate>();
  for (const target of sampleOf(targets))
    for (const candidate of listCandidates(target, { scope: null, withId: targets.length === 1 }))
      byCss.set(candidate.css, candidate);
  return [...byCss.values()].sort((left, right) => left.cost - right.cost).slice(0, MAX_TRIED);
};

const find = (css: string, root: AnyNode): Element[] => compileOwn(css)(root);

/**
 * Writes the most durable selector that matches exactly these elements.
 *
 * Falls back to the best approximate selector, or null if none reaches `minFit`.
 *
 * @param minFit the lowest acceptable fit
 */
export const writeSelector = (
  root: AnyNode,
  targets: readonly Element[],
  minFit = MIN_FIT,
): WrittenSelector | null => {
  const wanted = new Set(targets);
  let best: (WrittenSelector & { readonly cost: number }) | null = null;
  const keeps = (targets.length < MIN_PLACED ? HAS : KEEPS).map(
    (keep) => [keep, remembered(compileTest(keep))] as const,
  );
  for (const { css, cost } of gather(targets)) {
    if (best?.fit === 1 && cost >= best.cost) break;
    const found = find(css, root);
    const fit = fitOf(found, wanted);
    if (!best || fit > best.fit || (fit === best.fit && cost < best.cost)) best = { css, fit, cost };
    if (fit === 1 || fit <= 0.5) continue;
    for (const [keep, isKept] of keeps) {
      const narrowFit = fitOf(found.filter(isKept), wanted);
      if (narrowFit > best.fit) best = { css: `${css}${keep}`, fit: narrowFit, cost: cost + HAS_COST };
    }
  }
  return best && best.fit >= minFit ? { css: best.css, fit: best.fit } : byAnyClass(root, targets, minFit);
};

const MAX_ABOVE = 3;
const MAX_CLASSES = 60;

/**
 * Lists selectors of an element by any of its classes or its ancestors' classes. A fallback when nothing durable
 * identifies the element: generated class names last until the next release, which is better than nothing.
 */
export const listByClass = (element: Element): string[] =>
  outward(element)
    .slice(0, 1 + MAX_ABOVE)
    .flatMap((at, depth) =>
      classesOf(at)
        .slice(0, MAX_CLASSES)
        .filter((name) => /^-?[_a-z][\w-]*$/i.test(name))
        .map((name) =>
          depth === 0 ? `${at.name}.${name}` : `.${name} ${depth === 1 ? "> " : ""}${element.name}`,
        ),
    );

const byAnyClass = (root: AnyNode, targets: readonly Element[], minFit: number): WrittenSelector | null => {
  const wanted = new Set(targets);
  for (const css of targets.slice(0, 1).flatMap(listByClass)) {
    const fit = fitOf(find(css, root), wanted);
    if (fit >= minFit) return { css, fit };
  }
  return null;
};
