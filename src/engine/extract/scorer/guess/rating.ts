/** How likely a column or a text is a field that nothing names, and what is said of one that is given. */
import type { Element } from "domhandler";
import { type Forest, predictBy } from "../../content/forest.ts";
import { classesOf } from "../../page/tree.ts";
import type { Features } from "./nameFeatures.ts";

export interface Rated {
  /** 0 to 1. */
  readonly likelihood: number;
}

/** A pair of a field and what may be it, with its likelihood. */
export const rate = <Pair extends { readonly features: Features }>(
  pair: Pair,
  forest: Forest,
): Pair & Rated => ({ ...pair, likelihood: predictBy(forest, pair.features) });

/** From this share of the likelihood of what is given, another column or text is a second candidate. */
export const SECOND = 0.6;

/** Confidence in a place that surely is the field's. */
const MOST = 0.5;
/** Confidence in a value that its place alone tells. */
export const confidenceIn = ({ likelihood }: Rated): number => Number((likelihood * MOST).toFixed(2));

/** An element as an answer names it: `span.maker`. */
export const whereOf = (element: Element | undefined): string => {
  const [called] = element ? classesOf(element) : [];
  return `${element?.name ?? ""}${called === undefined ? "" : `.${called}`}`;
};
