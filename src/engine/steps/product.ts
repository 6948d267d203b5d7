/** Reads the product that a page is about: what it is called, what it costs, and whether it is in stock. */
import type { Currencies } from "../../contract/currencies.ts";
import type { Item } from "../../contract/runs/runs.ts";
import { extractData, findPageCurrency } from "../extract/extract.ts";
import { parseStock } from "../extract/values/stock.ts";
import { isEmpty } from "../extract/values/types.ts";
import type { PageScope } from "./scope.ts";

const FIELDS = { name: "string", price: "price", currency: "string", availability: "string" } as const;

interface FoundProduct {
  readonly records: readonly Item[];
  readonly currencies: Currencies;
  /** Where price and availability were found, and how certain they are. */
  readonly source: string | null;
  readonly warnings: readonly string[];
}

/** Shops write availability in many words; those of schema.org are the same in all. */
const stockOf = (said: unknown): unknown => (typeof said === "string" ? (parseStock(said) ?? said) : said);

const shareOf = (confidence: number): string => `${Math.round(confidence * 100)} % certain`;

/** No record if the page gives neither a price nor an availability. */
export const readProductOf = ({ page, now }: Pick<PageScope, "page" | "now">): FoundProduct => {
  const { document, url } = page;
  const query = { schema: FIELDS, records: "one", now: now() } as const;
  const [found] = extractData(document, query).results;
  const { name = null, price = null, currency = null, availability = null } = found?.item ?? {};
  if (!found || (isEmpty(price) && isEmpty(availability))) {
    const warnings = [`found neither a price nor an availability on ${url}: is it the page of one product?`];
    return { records: [], currencies: {}, source: null, warnings };
  }
  const { provenance } = found;
  const coin = isEmpty(price)
    ? null
    : (provenance.price?.currency ?? (isEmpty(currency) ? findPageCurrency(document) : String(currency)));
  const sources = (["price", "availability"] as const).flatMap((field) => {
    const from = provenance[field];
    if (!from) return [];
    return [
      `${field} from ${from.source}, ${shareOf(from.confidence)}${from.doubt ? ` (${from.doubt})` : ""}`,
    ];
  });
  const missing = isEmpty(price) ? [`${url} gives an availability, but no price`] : [];
  return {
    records: [{ url, name, price, currency: coin, availability: stockOf(availability) }],
    currencies: coin === null ? {} : { price: coin },
    source: sources.join("; "),
    warnings: missing,
  };
};
