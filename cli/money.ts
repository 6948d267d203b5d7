/** An amount of money with two decimals, in its currency if known. */
export const showAmount = (value: number, currency: string | null): string =>
  currency === null
    ? value.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    : value.toLocaleString("en", { style: "currency", currency });

/** US dollars with two decimals, or two significant digits below a cent: `$12.50`, `$0.00012`. */
export const showDollars = (usd: number): string =>
  usd === 0 || usd >= 0.01
    ? `$${usd.toFixed(2)}`
    : `$${usd.toLocaleString("en", { maximumSignificantDigits: 2, maximumFractionDigits: 9 })}`;
