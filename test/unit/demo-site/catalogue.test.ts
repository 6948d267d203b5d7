import { describe, expect, it } from "@jest/globals";
import {
  CATEGORIES,
  PAGE_SIZE,
  PRODUCTS,
  pageOf,
  priceOf,
  productsIn,
  showPrice,
} from "../../../local/demo-site/catalogue.ts";

const pricesIn = (revision: number): number[] => PRODUCTS.map((product) => priceOf(product, revision).cents);

describe("the demo catalogue", () => {
  it("has 1,000 products with unique names, URLs and item numbers", () => {
    expect(PRODUCTS).toHaveLength(1_000);
    for (const field of ["name", "slug", "sku"] as const)
      expect(new Set(PRODUCTS.map((product) => product[field])).size).toBe(1_000);
  });

  it("fills exactly 50 list pages", () => {
    expect(pageOf(PRODUCTS, 50)?.items).toHaveLength(PAGE_SIZE);
    expect(pageOf(PRODUCTS, 50)?.pageCount).toBe(50);
    for (const page of [0, 51, 1.5, Number.NaN]) expect(pageOf(PRODUCTS, page)).toBeUndefined();
  });

  it("puts every product into one category", () => {
    const filed = CATEGORIES.flatMap((category) => productsIn(category));
    expect(new Set(filed).size).toBe(1_000);
    expect(filed).toHaveLength(1_000);
  });

  it("has sold-out products, and prices below and above 1,000", () => {
    expect(PRODUCTS.filter(({ stock }) => stock === 0).length).toBeGreaterThan(50);
    expect(pricesIn(0).filter((cents) => cents >= 100_000).length).toBeGreaterThan(20);
    expect(Math.min(...pricesIn(0))).toBeGreaterThan(0);
  });

  it("returns the same prices for the same revision", () => {
    expect(pricesIn(3)).toEqual(pricesIn(3));
  });

  it("changes some prices from one revision to the next, but not most", () => {
    for (const revision of [1, 2, 3]) {
      const before = pricesIn(revision - 1);
      const moved = pricesIn(revision).filter((cents, index) => cents !== before[index]).length;
      expect(moved).toBeGreaterThan(40);
      expect(moved).toBeLessThan(200);
    }
  });

  it("shows the previous price only if it was higher", () => {
    const before = pricesIn(0);
    expect(PRODUCTS).toHaveLength(1_000);
    for (const [index, product] of PRODUCTS.entries()) {
      const { cents, wasCents } = priceOf(product, 1);
      const old = before[index] ?? 0;
      expect(wasCents).toBe(old > cents ? old : null);
    }
  });

  it("formats prices as a German shop does", () => {
    expect(showPrice(129_900)).toBe("1.299,00\u00a0€");
    expect(showPrice(490)).toBe("4,90\u00a0€");
  });
});
