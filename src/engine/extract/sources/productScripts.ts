/** What scripts of a shop tell its statistics, its basket and its theme about the product of the page. */
import { textContent } from "domutils";
import type { PageDocument } from "../page/document.ts";
import { elementsNamed } from "../page/tags.ts";
import { parseStock } from "../values/stock.ts";
import { lettersOf } from "../values/text.ts";
import type { Concept } from "../vocabulary/concepts.ts";
import words from "../vocabulary/scripts.json" with { type: "json" };
import { type Fact, makeFact } from "./facts.ts";
import { type Literal, readLiterals } from "./markup/literals.ts";

const names = (list: string): readonly string[] => list.split(" ");
const TITLES = names(words.titles);
const CURRENCIES = names(words.keys.currency);
/** What statistics call the article: its number in one shop, and a row of the database in another. */
const IDS = names(words.ids);
const CATEGORY = names(words.category);
const KEYS = Object.entries(words.keys).map(([concept, keys]) => [concept as Concept, names(keys)] as const);
const WANTED: ReadonlySet<string> = new Set([
  ...[TITLES, IDS, ["id"], CATEGORY, names(words.prices)].flat(),
  ...KEYS.flatMap(([, keys]) => keys),
]);
const MAX_SCRIPT = 3_000_000;
const MAX_TOTAL = 6_000_000;
const EMPTY = /^(?:|null|undefined|none|n\/a|0|false)$/i;

const pick = (literal: Literal, keys: readonly string[]): string | null =>
  keys.map((key) => literal.values.get(key)).find((value) => value !== undefined && !EMPTY.test(value)) ??
  null;

const readScripts = (page: PageDocument): Literal[][] => {
  let left = MAX_TOTAL;
  return elementsNamed(page.root, "script").flatMap((script) => {
    if (script.attribs.src !== undefined || /ld\+json/i.test(script.attribs.type ?? "")) return [];
    const code = textContent(script);
    if (code.length < 20 || code.length > MAX_SCRIPT || code.length > left) return [];
    left -= code.length;
    return [readLiterals(code, WANTED)];
  });
};

/** How many levels above an object its currency may stand. */
const MAX_ABOVE = 3;
const above = (literals: readonly Literal[], literal: Literal): Literal[] => {
  const found: Literal[] = [];
  for (let at = literals[literal.parent]; at && found.length < MAX_ABOVE; at = literals[at.parent])
    found.push(at);
  return found;
};

const VARIANTS = /^(?:variants?|productvariants?|skus?|offers?)$/i;
/** An object called as the page is. */
interface Named {
  readonly own: Literal;
  readonly variants: readonly Literal[];
  readonly around: readonly Literal[];
}

const findNamed = (literals: readonly Literal[], titles: ReadonlySet<string>): Named[] => {
  const named = new Map<number, { own: Literal; variants: Literal[]; around: Literal[] }>();
  literals.forEach((literal, index) => {
    const title = TITLES.map((key) => lettersOf(literal.values.get(key))).find((text) => titles.has(text));
    if (title !== undefined)
      named.set(index, { own: literal, variants: [], around: above(literals, literal) });
    else if (VARIANTS.test(literal.path)) named.get(literal.parent)?.variants.push(literal);
  });
  return [...named.values()];
};

/** The variant that the address names; else the first that can be had, which is what shops show. */
const chooseVariant = (variants: readonly Literal[], page: PageDocument): Literal | null => {
  const wanted = URL.parse(page.baseUrl)?.searchParams.get("variant");
  return (
    variants.find(({ values }) => wanted !== undefined && values.get("id") === wanted) ??
    variants.find(({ values }) => values.get("available") !== "false") ??
    variants[0] ??
    null
  );
};

/** Rows of a database have long numbers, or such of sixteen digits; articles have codes that people can read. */
const isCode = (id: string): boolean =>
  /^(?=.*[A-Z-])[A-Z0-9][A-Z0-9._/-]{1,23}$/.test(id) && !/^[\dA-F-]{16,}$/.test(id);

const STOCK: Readonly<Record<string, string>> = { true: "InStock", false: "OutOfStock", "1": "InStock" };

const read = (
  named: readonly Named[],
  concept: Concept,
  keys: readonly string[],
  page: PageDocument,
): string | null => {
  for (const { own, variants, around } of named) {
    const places =
      concept === "currency"
        ? [own, ...around]
        : [own, chooseVariant(variants, page)].filter((at) => at !== null);
    for (const place of places) {
      const value = pick(place, keys);
      if (value !== null) return value;
    }
  }
  return null;
};

/** Whether a price is told as it is paid: with decimals, or to statistics, which want it so. Themes count in cents. */
const isWhole = (literal: Literal, price: string): boolean =>
  /^\d+\.\d{2}$/.test(price) || (/^\d+(?:\.\d+)?$/.test(price) && literal.values.has("itemname"));

type Told = readonly (readonly [Concept, number])[];

/** Prices of an object whose keys only Shopify writes together; it counts in hundredths, whatever the currency. */
const readHundredths = ({ values }: Literal): Told => {
  const [low, high] = ["pricemin", "pricemax"].map((key) => values.get(key) ?? "");
  if (!values.has("pricevaries") || !/^\d{2,}$/.test(low ?? "") || !/^\d{2,}$/.test(high ?? "")) return [];
  const [least, most] = [Number(low) / 100, Number(high) / 100];
  return least === most
    ? [["price", least]]
    : [
        ["lowPrice", least],
        ["highPrice", most],
      ];
};
const readWhole = (literal: Literal): Told => {
  const price = literal.values.get("price") ?? "";
  return isWhole(literal, price) ? [["price", Number(price)]] : [];
};

/** Facts of scripts about the product that is called as the page is, and of nothing else in them. */
export const readProductScripts = (page: PageDocument, titles: readonly string[]): Fact[] => {
  const wanted = new Set(titles.map(lettersOf).filter((title) => title.length > 2));
  if (wanted.size === 0) return [];
  const scripts = readScripts(page);
  const named = scripts.flatMap((literals) => findNamed(literals, wanted));
  const note = (concept: Concept, value: string | number | null, factor: number): Fact[] =>
    value === null
      ? []
      : [makeFact("state", concept, [value], { concept, factor, path: `script "${concept}"` })];
  const facts = KEYS.flatMap(([concept, keys]) => {
    const value =
      concept === "availability"
        ? (named
            .map(({ own }) => own)
            .flatMap((place) => keys.map((key) => place.values.get(key)))
            .map((text) => (text === undefined ? null : (STOCK[text] ?? parseStock(text))))
            .find((stock) => stock !== null) ?? null)
        : read(named, concept, keys, page);
    if (concept === "availability") return note(concept, value, 0.75);
    // Some shops tell their statistics the category for the brand.
    const isBrand =
      concept !== "brand" || named.every(({ own }) => !CATEGORY.some((key) => own.values.get(key) === value));
    return isBrand ? note(concept, value, 0.95) : [];
  });
  // A shop that speaks of one currency only asks its prices in it.
  const currencies = new Set(
    scripts
      .flatMap((literals) => literals.flatMap((literal) => pick(literal, CURRENCIES) ?? []))
      .filter((code) => /^[A-Z]{3}$/.test(code)),
  );
  const [sole] = named.length > 0 && currencies.size === 1 ? currencies : [];
  const id = named.map(({ own }) => pick(own, IDS)).find((text) => text !== null && isCode(text)) ?? null;
  const prices = named
    .map(({ own }) => [...readHundredths(own), ...readWhole(own)])
    .find((told) => told.length > 0);
  return [
    ...facts,
    ...note("currency", sole ?? null, 0.7),
    ...note("sku", id, 0.8),
    ...(prices ?? []).flatMap(([concept, price]) => note(concept, price, 0.8)),
  ];
};
