import type { Currencies } from "../../contract/currencies.ts";
import type { RecordChange } from "../../contract/runs/changes.ts";

/** Adds the currencies of a change's prices, except for a price whose currency itself changed. */
export const withCurrencies = (
  change: RecordChange,
  before: Currencies = {},
  now: Currencies = {},
): RecordChange => {
  const fields = Object.entries(change.fields).map(([name, field]) => {
    const currency = now[name] ?? before[name];
    const isSame = (before[name] ?? currency) === currency;
    return [name, currency && isSame ? { ...field, currency } : field] as const;
  });
  return { ...change, fields: Object.fromEntries(fields) };
};
