/** `products`: values from the markup of a shop's page, extracted from the page without that markup. */
import { extractData, parseDocument } from "../../../src/engine/extract/extract.ts";
import { bare, isSameName, isSameStock, isSameTitle, stripMarkup } from "../compare.ts";
import { type Entry, NOW } from "../sets.ts";

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

const COMPARE: Readonly<Record<keyof ProductTruth, (found: unknown, truth: string) => boolean>> = {
  // Pages add distinguishing details, markup adds the shop's name.
  name: (found, truth) => isSameTitle(found, truth) || isSameName(found, truth),
  brand: (found, truth) => bare(found) === bare(truth),
  price: (found, truth) => Math.abs(Number(found) - Number(truth)) < 0.005,
  sku: (found, truth) => bare(found) === bare(truth),
  availability: isSameStock,
};

/** 1 or 0 for each field that is visible on the page, and for availability whenever the markup has it. */
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
