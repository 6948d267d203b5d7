/**
 * The demo shop's products. Everything is computed from a product's number and the price revision, so that two visits
 * agree on every value and a test can predict a page's content.
 */

export const PRODUCT_COUNT = 1_000;
export const PAGE_SIZE = 20;
/** One product in this many changes its price from one revision to the next. */
const ONE_MOVES_IN = 10;

export interface Category {
  readonly slug: string;
  readonly name: string;
  readonly nouns: readonly string[];
}

export const CATEGORIES: readonly Category[] = [
  { slug: "kitchen", name: "Kitchen", nouns: ["Kettle", "Salt Mill", "Cutting Board", "Mug", "Colander"] },
  { slug: "garden", name: "Garden", nouns: ["Trowel", "Watering Can", "Planter", "Bird Feeder", "Rake"] },
  {
    slug: "lighting",
    name: "Lighting",
    nouns: ["Desk Lamp", "Lantern", "Pendant", "Candle Holder", "Sconce"],
  },
  { slug: "stationery", name: "Stationery", nouns: ["Notebook", "Pen Tray", "Ruler", "Bookend", "Desk Pad"] },
  { slug: "bags", name: "Bags", nouns: ["Tote", "Backpack", "Wash Bag", "Satchel", "Card Holder"] },
  { slug: "tools", name: "Tools", nouns: ["Hammer", "Hand Plane", "Tape Measure", "Folding Saw", "Chisel"] },
  { slug: "outdoor", name: "Outdoor", nouns: ["Camp Stool", "Flask", "Hammock", "Fire Bowl", "Hiking Pole"] },
  { slug: "toys", name: "Toys", nouns: ["Train", "Puzzle", "Spinning Top", "Kite", "Building Set"] },
];

const MATERIALS = ["Oak", "Steel", "Copper", "Linen", "Slate"] as const;
const MANNERS = ["Plain", "Tall", "Folding", "Travel", "Everyday"] as const;
const BRANDS = ["Larch & Lumen", "Fjord Works", "Atelier Nord", "Brightwell"] as const;

export interface Product {
  /** 1 … 1,000, in catalogue order. */
  readonly number: number;
  readonly sku: string;
  readonly slug: string;
  readonly name: string;
  readonly category: Category;
  readonly brand: string;
  readonly material: string;
  readonly basePriceCents: number;
  /** 0: sold out. */
  readonly stock: number;
  /** Stars, 1 to 5 in halves. */
  readonly rating: number;
  readonly reviewCount: number;
  readonly description: string;
}

/** Hashes numbers to one pseudo-random number (FNV-1a with a final avalanche). */
const mix = (...values: readonly number[]): number => {
  let hash = 0x811c9dc5;
  for (const value of values) hash = Math.imul(hash ^ value, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
};

const pick = <T>(choices: readonly T[], index: number): T => {
  const choice = choices[index % choices.length];
  if (choice === undefined) throw new RangeError("nothing to pick from");
  return choice;
};

const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

const makeProduct = (number: number): Product => {
  const index = number - 1;
  const category = pick(CATEGORIES, index);
  const variant = Math.floor(index / CATEGORIES.length);
  const noun = pick(category.nouns, variant);
  const material = pick(MATERIALS, Math.floor(variant / 5));
  const name = `${pick(MANNERS, Math.floor(variant / 25))} ${material} ${noun}`;
  const price = mix(number, 1);
  // One product in twelve costs more than a thousand, so that thousands separators occur.
  const basePriceCents = price % 12 === 0 ? 100_000 + (price % 150_000) : 490 + (price % 24_000);
  return {
    number,
    sku: `LL-${10_000 + number}`,
    slug: slugOf(name),
    name,
    category,
    brand: pick(BRANDS, mix(number, 2)),
    material,
    basePriceCents,
    stock: mix(number, 3) % 9 === 0 ? 0 : 1 + (mix(number, 3) % 40),
    rating: 2 + (mix(number, 4) % 7) / 2,
    reviewCount: mix(number, 5) % 180,
    description: `A ${noun.toLowerCase()} in ${material.toLowerCase()}, made to be used daily and mended when it wears.`,
  };
};

export const PRODUCTS: readonly Product[] = Array.from({ length: PRODUCT_COUNT }, (_, index) =>
  makeProduct(index + 1),
);

const BY_SLUG: ReadonlyMap<string, Product> = new Map(PRODUCTS.map((product) => [product.slug, product]));

export const findProduct = (slug: string): Product | undefined => BY_SLUG.get(slug);

export const productsIn = (category: Category): readonly Product[] =>
  PRODUCTS.filter((product) => product.category === category);

export interface Price {
  readonly cents: number;
  /** The price before the latest change, if it was higher. */
  readonly wasCents: number | null;
}

const priceAfterMove = (product: Product, revision: number): number => {
  if (revision === 0) return product.basePriceCents;
  const percent = 80 + (mix(product.number, revision, 7) % 36);
  return Math.round((product.basePriceCents * percent) / 100);
};

/** The last revision, up to this one, in which the product's price changed; 0 if it never did. */
const lastMove = (product: Product, revision: number): number => {
  for (let move = revision; move > 0; move--)
    if (mix(product.number, move, 6) % ONE_MOVES_IN === 0) return move;
  return 0;
};

/** A product's price in a revision. About a tenth of the prices change between two revisions. */
export const priceOf = (product: Product, revision: number): Price => {
  const move = lastMove(product, revision);
  const cents = priceAfterMove(product, move);
  if (move === 0) return { cents, wasCents: null };
  const before = priceAfterMove(product, lastMove(product, move - 1));
  return { cents, wasCents: before > cents ? before : null };
};

const EUROS = new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" });

/** A price as the shop shows it: `1.299,00 €`, with a no-break space before the sign. */
export const showPrice = (cents: number): string => EUROS.format(cents / 100);

export interface PageOf<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly pageCount: number;
}

/** One page of a list; undefined if the list has no such page. */
export const pageOf = <T>(all: readonly T[], page: number): PageOf<T> | undefined => {
  const pageCount = Math.max(1, Math.ceil(all.length / PAGE_SIZE));
  if (!Number.isInteger(page) || page < 1 || page > pageCount) return undefined;
  return { items: all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), page, pageCount };
};
