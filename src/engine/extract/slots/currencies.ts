/** The currency in which a page gives the prices that selectors find. */
import type { Element } from "domhandler";
import { type Currencies, joinCurrencies } from "../../../contract/currencies.ts";
import { shortText } from "../page/shortText.ts";
import { outerOf } from "../page/tree.ts";
import type { CoerceContext } from "../values/coerce.ts";
import { findCurrency } from "../values/currency.ts";

/** Longer texts say more than one price. */
const MAX_PRICE_TEXT = 60;

export interface CurrencyNotes {
  /** @param text the price as it was read from the element */
  readonly note: (field: string, text: string, element: Element) => void;
  readonly noted: () => Currencies;
}

/** In the price itself, in its element where an attribute was read, or beside it. */
const currencyOf = (text: string, element: Element, context: CoerceContext): string | null => {
  const parent = outerOf(element);
  return (
    findCurrency(text, context) ??
    findCurrency(shortText(element, MAX_PRICE_TEXT) ?? "", context) ??
    findCurrency((parent && shortText(parent, MAX_PRICE_TEXT)) ?? "", context)
  );
};

export const createCurrencyNotes = (context: CoerceContext): CurrencyNotes => {
  const seen = new Set<string>();
  let noted: Currencies = {};
  return {
    note: (field, text, element) => {
      // Prices that differ in their digits only have the same currency.
      const form = `${field} ${text.replace(/\p{Nd}+/gu, "0")}`;
      if (seen.has(form)) return;
      seen.add(form);
      const currency = currencyOf(text, element, context);
      if (currency !== null) noted = joinCurrencies(noted, { [field]: currency });
    },
    noted: () => noted,
  };
};
