import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { findCurrency } from "../../../../../src/engine/extract/values/currency.ts";
import { parsePrice } from "../../../../../src/engine/extract/values/numbers.ts";

type Case = readonly [text: string, amount: number | null, sign: string | null];
const { cases } = JSON.parse(readFileSync(join(import.meta.dirname, "priceParser.json"), "utf8")) as {
  readonly cases: readonly Case[];
};

/** Texts that Gleaner reads differently, by reason, with its own answer if that is not null. */
const DIFFERENCES: readonly (readonly [reason: string, texts: Readonly<Record<string, number | null>>])[] = [
  [
    "several prices are printed, and none is the price; price-parser takes the first",
    nulls([
      "399 167.00 руб 420 176.16 руб",
      "3,49 zł 1,75 zł",
      "6,000.00 руб. 5,500.00 руб.",
      "$ 281.40 $ 265.70",
      "3200 руб. 1500 руб.",
      "R$ 139,99 R$ 135,99",
      "69 TL 41.90 TL",
      "$ 791.00 $ 479.00",
      "Was: $124.95 Now: $0.00",
      "559. 99 undefined 559.99 inkl. MwSt. zzgl. Versand",
      "AED 8000 (USD 2179)",
      "EUR29.66 (inc VAT 20% - UK & EEC) EUR24.71 (exc VAT 20% - UK & EEC)",
      "34.12 (40.94 inc VAT)",
      "Buy Now - 2 Litre Was $120.00 Now $60.00",
      "50 - $2.00 100 - $2.75 400 - $4.50 1,000 - $9.00 2,000 - $17.00 3,000 - $24.00 10,000 - $75.00",
    ]),
  ],
  [
    "a range has no single price; price-parser takes its lower end",
    nulls([
      "841,00 zł – 995,00 zł",
      "€ 10.00 € 8.00 – € 10.00",
      "From 26 to 50 €",
      "£6.95 - £9.95",
      "Our Price 344.99 - 444.99",
      "Estimate Price: $45,000 - $70,000",
    ]),
  ],
  ["the marks contradict each other", nulls(["$.75,333", "$.750.30"])],
  [
    "one or two letters after a number can be a unit or an ordinal, such as grams, litres, knots or kilometres",
    nulls([
      ..."ƒ Nu. kn LD MK Rf UM Db ЅM VT ZK FG P E D ლ L Ar MT K RF ID Ks NT Nu Re Sl Vt S' Sʻ Ƀ км с G د. 美股"
        .split(" ")
        .map((sign) => `1 ${sign}`),
      "61.858 L",
      "200q",
      "200Q",
      "571.12坪",
    ]),
  ],
  ["codes of currencies that no longer exist are words", nulls(["PTE 120 000 000", "DEM 170 000"])],
  [
    "no amount is printed",
    nulls(["CND", "KShs", "chf", "so'm", "тг", 'ש"ח', "ש'ח", "د.ع", "د.ل", "ر.ي", "ش.ص"]),
  ],
  ["a cent is a hundredth", { "1 ¢": 0.01 }],
  [
    "what an amount is for is decided where the page is read, so that a field can ask for it",
    { "Free Shipping on Orders $49+.": 49, "Цена: уточняйте (мин. заказ: 1 )": 1 },
  ],
];

function nulls(texts: readonly string[]): Readonly<Record<string, null>> {
  return Object.fromEntries(texts.map((text) => [text, null]));
}

/** What signs mean if neither the page's language nor its address is known. Others name no single currency. */
const CODES: Readonly<Record<string, string>> = {
  "€": "EUR",
  EUR: "EUR",
  euro: "EUR",
  $: "USD",
  US$: "USD",
  "£": "GBP",
  Kč: "CZK",
  "руб.": "RUB",
  руб: "RUB",
  Р: "RUB",
  "р.": "RUB",
  "₽": "RUB",
  zł: "PLN",
  Zł: "PLN",
  PLN: "PLN",
  R$: "BRL",
  Rp: "IDR",
  lei: "RON",
  Lei: "RON",
  LEI: "RON",
  RON: "RON",
  "₫": "VND",
  đ: "VND",
  "грн.": "UAH",
  грн: "UAH",
  DKK: "DKK",
  Ft: "HUF",
  SGD: "SGD",
  CHF: "CHF",
  "₪": "ILS",
  Rs: "INR",
  "₹": "INR",
  TL: "TRY",
  "₺": "TRY",
  "лв.": "BGN",
  лв: "BGN",
  RM: "MYR",
  NT$: "TWD",
  AED: "AED",
  KD: "KWD",
  R: "ZAR",
  "฿": "THB",
  MX$: "MXN",
  AUD: "AUD",
  A$: "AUD",
  AU$: "AUD",
  CA$: "CAD",
  NZD: "NZD",
  원: "KRW",
  円: "JPY",
  جنيه: "EGP",
  "₱": "PHP",
  "₦": "NGN",
  "৳": "BDT",
  OMR: "OMR",
};

describe("the test cases of price-parser", () => {
  const answers = new Map(DIFFERENCES.flatMap(([, texts]) => Object.entries(texts)));

  it("give the same price, except those listed with a reason", () => {
    const different = cases
      .map(([text, amount]) => ({ text, amount, own: parsePrice(text, { language: "" }) }))
      .filter(({ amount, own }) => amount !== own);
    expect(Object.fromEntries(different.map(({ text, own }) => [text, own]))).toEqual(
      Object.fromEntries(answers),
    );
    expect(1 - different.length / cases.length).toBeGreaterThan(0.92);
  });

  it("give the same currency if the sign is unambiguous", () => {
    const known = cases.filter(
      ([text, , sign]) => sign !== null && Object.hasOwn(CODES, sign) && /\d/.test(text),
    );
    const wrong = known
      .map(([text, , sign]) => [text, findCurrency(text, { language: "", baseUrl: "" }), CODES[sign ?? ""]])
      .filter(([, own, code]) => own !== code);
    expect(known.length).toBeGreaterThan(690);
    expect(wrong).toEqual([]);
  });
});
