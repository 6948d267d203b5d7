/** Detects the currency of the prices that selectors read. */
import type { Element } from "domhandler";
import { type Currencies, joinCurrencies } from "../../../contract/currencies.ts";
import { shortText } from "../page/shortText.ts";
import { outerOf } from "../page/tree.ts";
import type { CoerceContext } from "../values/coerce.ts";
import { findCurrency } from "../values/currency.ts";

/** Longer texts contain more than a price. */
const MAX_PRICE_TEXT = 60;

export interface CurrencyNotes {
  /** @param text the price as it was read from the element */
  readonly note: (field: string, text: string, element: Element) => void;
  readonly noted: () => Currencies;
}

/** Looks in the price text, then in its element (if an attribute was read), then in the parent element. */
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
      // Prices that differ only in their digits have the same currency.
      const form = `${field} ${text.replace(/\p{Nd}+/gu, "0")}`;
      if (seen.has(form)) return;
      seen.add(form);
      const currency = currencyOf(text, element, context);
      if (currency !== null) noted = joinCurrencies(noted, { [field]: currency });
    },
    noted: () => noted,
  };
};
