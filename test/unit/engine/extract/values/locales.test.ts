import { describe, expect, it } from "@jest/globals";
import { parseNumber, parsePrice } from "../../../../../src/engine/extract/values/numbers.ts";

/** How CLDR writes numbers in each of these, as `Intl.NumberFormat` prints it. */
const LOCALES =
  "en en-IN en-ZA de de-CH de-AT fr fr-CH fr-CA es es-MX it pt-BR pt-PT nl sv da nb fi pl cs sk hu ro bg hr lt et el ru uk tr he ar-EG ar fa hi bn mr ne ta th my vi id ja zh ko ka kk is ur".split(
    " ",
  );
const NATIVE = ["ar-EG", "fa", "bn", "mr", "ne", "my"];
const CURRENCIES = "EUR USD JPY KWD INR CHF RUB GBP IDR SAR BRL ZAR PLN TND".split(" ");
const VALUES = [
  ...[
    0, 0.5, 0.99, 1, 1.234, 1.899, 5, 12, 12.345, 12.5, 99.99, 100, 123.456, 999, 1000, 1234, 1234.5, 1234.56,
  ],
  ...[1234.567, 12_345.6, 99_999.99, 123_456, 1_234_567.89, 12_345_678, -5, -1234.5],
];

interface Written {
  readonly text: string;
  readonly value: number;
}

const writeAll = (locale: string, options: Intl.NumberFormatOptions): Written[] => {
  const format = new Intl.NumberFormat(locale, options);
  const { maximumFractionDigits = 0 } = format.resolvedOptions();
  return VALUES.map((value) => ({
    text: format.format(value),
    value:
      Math.sign(value) *
      (Math.round(Math.abs(value) * 10 ** maximumFractionDigits) / 10 ** maximumFractionDigits),
  }));
};

const prices = (
  locale: string,
  displays: readonly ("symbol" | "narrowSymbol" | "code" | "name")[],
): Written[] =>
  displays.flatMap((currencyDisplay) =>
    CURRENCIES.flatMap((currency) => writeAll(locale, { style: "currency", currency, currencyDisplay })),
  );

type Parse = typeof parsePrice;
const readAll = (written: readonly Written[], parse: Parse, language: string) => {
  const own = written.map(({ text, value }) => ({ text, value, own: parse(text, { language }) }));
  return {
    wrong: own.filter((each) => each.own !== null && each.own !== each.value),
    share: own.filter((each) => each.own === each.value).length / own.length,
  };
};

describe.each(LOCALES)("text formatted in %s", (locale) => {
  it("gives the same number", () => {
    const { wrong, share } = readAll(writeAll(locale, { maximumFractionDigits: 3 }), parseNumber, locale);
    expect(wrong).toEqual([]);
    expect(share).toBe(1);
  });

  it("gives the same price, or null", () => {
    const { wrong, share } = readAll(prices(locale, ["symbol", "code"]), parsePrice, locale);
    expect(wrong).toEqual([]);
    expect(share).toBeGreaterThan(0.96);
    const rare = readAll(prices(locale, ["narrowSymbol", "name"]), parsePrice, locale);
    expect(rare.wrong).toEqual([]);
    expect(rare.share).toBeGreaterThan(0.75);
  });

  it("with three decimals or without a currency never gives another value", () => {
    const third = writeAll(locale, { style: "currency", currency: "EUR", minimumFractionDigits: 3 });
    const bare = writeAll(locale, { maximumFractionDigits: 3 });
    expect(readAll(third, parsePrice, locale).wrong).toEqual([]);
    expect(readAll(bare, parsePrice, locale).wrong).toEqual([]);
  });

  it("as a percentage or a range gives no price", () => {
    const percent = new Intl.NumberFormat(locale, { style: "percent" });
    const money = new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" });
    const texts = VALUES.map((value) => percent.format(value));
    const ranges = [
      [1, 2],
      [10, 20],
      [99.5, 1250],
    ].map(([low = 0, high = 0]) => money.formatRange(low, high));
    expect([...texts, ...ranges].filter((text) => parsePrice(text, { language: locale }) !== null)).toEqual(
      [],
    );
  });

  it("next to another number gives the price, or null", () => {
    const format = new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" });
    const counts = ["3", "12", "2024", "128"];
    const written = [0.99, 5, 12.5, 299, 1234.5, 12_345].flatMap((value) =>
      counts.flatMap((count) =>
        [
          `(${count}) ${format.format(value)}`,
          `${format.format(value)} · ${count}`,
          `${count}% ${format.format(value)}`,
        ].map((text) => ({ text, value })),
      ),
    );
    const { wrong, share } = readAll(written, parsePrice, locale);
    expect(wrong).toEqual([]);
    expect(share).toBeGreaterThan(0.9);
  });
});

it.each(NATIVE)("%s uses its own digits", (locale) => {
  expect(new Intl.NumberFormat(locale).format(1234)).not.toMatch(/[0-9]/);
});
