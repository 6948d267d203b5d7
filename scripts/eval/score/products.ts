/** `products`: what the markup of a shop's page tells, read from the page without it. */
import { extractData, parseDocument } from "../../../src/engine/extract/extract.ts";
import { bare, isSameName, isSameStock, isSameTitle, stripMarkup } from "../compare.ts";
import type { Entry } from "../sets.ts";

export interface ProductTruth {
  readonly name?: string;
  readonly brand?: string;
  readonly price?: readonly string[];
  readonly sku?: readonly string[];
  readonly availability?: readonly string[];
}

const SCHEMA = {
  name: "string",
  price: "price",
  sku: "string",
  availability: "string",
  brand: "string",
} as const;
const NOW = Date.UTC(2026, 10, 21);

const COMPARE: Readonly<Record<keyof ProductTruth, (found: unknown, truth: string) => boolean>> = {
  // Pages add what sets a thing apart, markup the name of the shop.
  name: (found, truth) => isSameTitle(found, truth) || isSameName(found, truth),
  brand: (found, truth) => bare(found) === bare(truth),
  price: (found, truth) => Math.abs(Number(found) - Number(truth)) < 0.005,
  sku: (found, truth) => bare(found) === bare(truth),
  availability: isSameStock,
};

/** By field 1 or 0, for what can be seen on the page; of availability for all that the markup tells. */
export const scoreProduct = (entry: Entry<ProductTruth>): Readonly<Record<string, number>> => {
  const { results } = extractData(parseDocument(stripMarkup(entry.read()), entry), {
    schema: SCHEMA,
    now: NOW,
  });
  const visible = new Set([...((entry.facts.visible as string[] | undefined) ?? []), "availability"]);
  const figures = Object.entries(COMPARE).flatMap(([field, isSame]) => {
    const truth = [entry.truth[field as keyof ProductTruth] ?? []].flat();
    const found = results[0]?.item[field] ?? null;
    return truth.length === 0 || !visible.has(field)
      ? []
      : [[field, Number(found !== null && truth.some((text) => isSame(found, text)))] as const];
  });
  return Object.fromEntries(figures);
};
