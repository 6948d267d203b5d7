import type { RecordChange } from "../../contract/changes.ts";
import { toNumber } from "./numbers.ts";

const STOCK_NAME = /stock|avail|inventory|quantity|lager|verf[uü]g|liefer|dispon|voorra/i;

const words = (list: string): RegExp => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})`, "iu");
/** Asked first: "not in stock" holds "in stock". */
const OUT = words(
  "out of stock|outofstock|not (?:in stock|available)|unavailable|no longer available|sold ?out|discontinued|notify me|ausverkauft|vergriffen|nicht (?:auf lager|verfügbar|lieferbar|vorrätig)|épuisé|indisponible|rupture de stock|agotado|no disponible|sin stock|esaurito|non disponibile|esgotado|indisponível|uitverkocht|slutsåld|udsolgt|utsolgt|wyprzedan[eya]|niedostępn[eya]",
);
const IN = words(
  "in stock|instock|available|add to (?:cart|basket)|auf lager|verfügbar|lieferbar|vorrätig|en stock|disponible|disponibile|disponível|em estoque|op voorraad|i lager|på lager|dostępn[eya]",
);

/** Whether a value says that something can be bought; null where it says nothing. */
const inStock = (name: string, value: unknown): boolean | null => {
  if (typeof value === "string" && OUT.test(value)) return false;
  if (typeof value === "string" && IN.test(value)) return true;
  if (!STOCK_NAME.test(name)) return null;
  if (typeof value === "boolean") return value;
  const number = toNumber(value);
  return number === null ? null : number > 0;
};

/** Whether one of the changed fields goes from out of stock to in stock. */
export const comesBackInStock = ({ type, fields }: RecordChange): boolean =>
  type === "changed" &&
  Object.entries(fields).some(
    ([name, { previous, current }]) => inStock(name, previous) === false && inStock(name, current) === true,
  );
