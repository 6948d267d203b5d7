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
  it("holds 1,000 products with names, addresses and item numbers of their own", () => {
    expect(PRODUCTS).toHaveLength(1_000);
    for (const field of ["name", "slug", "sku"] as const)
      expect(new Set(PRODUCTS.map((product) => product[field])).size).toBe(1_000);
  });

  it("fills 50 list pages and no 51st", () => {
    expect(pageOf(PRODUCTS, 50)?.items).toHaveLength(PAGE_SIZE);
    expect(pageOf(PRODUCTS, 50)?.pageCount).toBe(50);
    for (const page of [0, 51, 1.5, Number.NaN]) expect(pageOf(PRODUCTS, page)).toBeUndefined();
  });

  it("puts every product into one category", () => {
    const filed = CATEGORIES.flatMap((category) => productsIn(category));
    expect(new Set(filed).size).toBe(1_000);
    expect(filed).toHaveLength(1_000);
  });

  it("has products that are sold out, and prices above and below a thousand", () => {
    expect(PRODUCTS.filter(({ stock }) => stock === 0).length).toBeGreaterThan(50);
    expect(pricesIn(0).filter((cents) => cents >= 100_000).length).toBeGreaterThan(20);
    expect(Math.min(...pricesIn(0))).toBeGreaterThan(0);
  });

  it("gives the same prices whenever a revision is asked for", () => {
    expect(pricesIn(3)).toEqual(pricesIn(3));
  });

  it("moves some prices from one revision to the next, and most not", () => {
    for (const revision of [1, 2, 3]) {
      const before = pricesIn(revision - 1);
      const moved = pricesIn(revision).filter((cents, index) => cents !== before[index]).length;
      expect(moved).toBeGreaterThan(40);
      expect(moved).toBeLessThan(200);
    }
  });

  it("names the price before where it was higher, and only there", () => {
    const before = pricesIn(0);
    for (const [index, product] of PRODUCTS.entries()) {
      const { cents, wasCents } = priceOf(product, 1);
      const old = before[index] ?? 0;
      expect(wasCents).toBe(old > cents ? old : null);
    }
  });

  it("shows prices as a German shop does", () => {
    expect(showPrice(129_900)).toBe("1.299,00\u00a0€");
    expect(showPrice(490)).toBe("4,90\u00a0€");
  });
});
