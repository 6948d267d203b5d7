import * as z from "zod";

/** The currency of each price field, as found on the pages. */
export const Currencies = z
  .record(z.string(), z.string().nullable())
  .describe(
    "The currency of each price field as an ISO 4217 code, such as `GBP`; null where its records have different ones. " +
      "Fields whose currency is unknown are left out.",
  );
export type Currencies = Readonly<z.infer<typeof Currencies>>;

/** The currencies of one item's prices, from the provenance of its values. */
export const currenciesOf = (
  provenance: Readonly<Record<string, { readonly currency?: string | undefined }>>,
): Currencies =>
  Object.fromEntries(
    Object.entries(provenance).flatMap(([name, { currency }]) => (currency ? [[name, currency]] : [])),
  );

/** Merges the currencies of two parts of a collection. A field with two different currencies gets null. */
export const joinCurrencies = (known: Currencies, found: Currencies): Currencies => {
  const joined = { ...known };
  for (const [field, currency] of Object.entries(found))
    joined[field] = Object.hasOwn(known, field) && known[field] !== currency ? null : currency;
  return joined;
};
