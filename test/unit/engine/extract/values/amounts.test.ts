import { describe, expect, it } from "@jest/globals";
import { parseDate, settleOrder } from "../../../../../src/engine/extract/values/dates.ts";
import { parsePrice } from "../../../../../src/engine/extract/values/numbers.ts";

describe("amounts in text", () => {
  it.each([
    ["€4.5m", 4_500_000],
    ["$4.5M", 4_500_000],
    ["£1.2b", 1_200_000_000],
    ["€450k", 450_000],
    ["€5 m", 5],
    ["12.50", 12.5],
    ["450k", 450_000],
    ["20 per night", 20],
    ["84,5 m²", null],
    ["2. OG", null],
    ["4.5 m", null],
  ])("are found: %s → %j", (text, value) => {
    expect(parsePrice(text, { language: "en" })).toBe(value);
  });
});

describe("a price", () => {
  it.each([
    // Fuel is priced to a tenth of a cent, whatever the language; other goods by the page's own marks.
    ["1,899 €/l", "", 1.899],
    ["€1.899 per litre", "en", 1.899],
    ["$3.499/gal", "en-US", 3.499],
    ["0,289 €/kWh", "de", 0.289],
    ["€/l 1,899", "it", 1.899],
    ["1.899 €/m²", "de", 1899],
    ["1,899 €/kg", "de", 1.899],
    ["1,899 €/kg", "", null],
    ["$1,299/month", "en", 1299],
    // A lone mark before three digits groups thousands, unless the language says that it is decimal.
    ["1.299 €", "de", 1299],
    ["1.299 €", "", 1299],
    ["1,299 €", "de", null],
    ["1.299 €", "en", 1299],
    ["€1.299", "en", null],
    ["KD 1.250", "", 1.25],
    ["1,250 DT", "", null],
    ["1,250 DT", "fr", 1.25],
    // Marks of thousands and of decimals.
    [".99", "", 0.99],
    ["$.99", "en", 0.99],
    ["1 234,5 ₽", "ru", 1234.5],
    ["1\u00a0234,5\u00a0руб.", "ru", 1234.5],
    ["1\u202f234,50 €", "fr", 1234.5],
    ["1\u2009234,50 €", "fr", 1234.5],
    ["CHF 1'234.50", "de-CH", 1234.5],
    ["1’234.–", "de-CH", 1234],
    ["₹1,00,000", "en-IN", 100_000],
    ["£4·99", "en", 4.99],
    ["19⁹⁹ €", "de", 19.99],
    ["2½ €", "de", 2.5],
    ["99¢", "en-US", 0.99],
    ["① 500円", "ja", 500],
    ["税込1,299円", "ja", 1299],
    // Digits of other scripts.
    ["١٬٢٣٤٫٥٠ ر.س", "ar", 1234.5],
    ["۱٬۲۳۴ تومان", "fa", 1234],
    ["१,२३४ ₹", "hi", 1234],
    ["၁,၂၃၄ USD", "my", 1234],
    // A percentage is not a price.
    ["20%", "en", null],
    ["−20 % 15 €", "de", 15],
    ["15 € inkl. 19 % MwSt.", "de", 15],
    ["30 Prozent", "de", null],
    ["%20", "tr", null],
    // Two numbers: the one with the currency, or null.
    ["2-3 Tage, 12 €", "de", 12],
    ["Pack of 4, $12", "en", 12],
    ["Model 128 299 €", "en", null],
    ["Price 1 299 €", "en", 1299],
    ["July, 2004", "en", null],
  ] as const)("in %j (%j) is %j", (text, language, value) => {
    expect(parsePrice(text, { language })).toBe(value);
  });

  it.each([
    [
      "10 to 20 €",
      "10 a 20 €",
      "10 through 20 €",
      "10 do 20 zł",
      "10 till 20 kr",
      "10 bis 20 €",
      "10 à 20 €",
    ],
    ["10 hasta 20 €", "10 tot 20 €", "de 10 até 20 €", "da 10 € a 20 €", "от 10 до 20 руб.", "10 ως 20 €"],
    ["10 ile 20 TL", "من 10 إلى 20 ريال", "10 עד 20 ₪", "10 से 20 ₹", "10 đến 20 ₫", "Rp 10 sampai 20"],
    [
      "10円から20円",
      "10至20元",
      "10원에서 20원",
      "10–20 €",
      "10 … 20 €",
      "EUR 10 TO EUR 20",
      "2-3 Tage, 12–15 €",
      "10..20 €",
      "10～20円",
      "€10 or €20",
    ],
    ["10 pana la 20 lei", "10 până la 20 lei", "10 până 20 lei", "intre 10 si 20 lei", "între 10 şi 20 lei"],
    [
      "10-től 20 Ft-ig",
      "10 Ft-tól 20 Ft-ig",

      "10 és 20 Ft között",
      "10 es 20 Ft kozott",
    ],
    [
      "10 έως 20 €",
      "από 10 σε 20 €",
      "10 € σε 20 €",
      "από 10 με 20 €",
      "απο 10 μεχρι 20 €",
      "μεταξυ 10 και 20 €",
    ],
    [
      "с 10 по 20 руб.",
      "со 100 по 200 ₽",
      "10元至20元",
      "10円から20円まで",
      "10 या 20 ₹",
      "10 और 20 ₹ के बीच",
    ],
    ["10'dan 20 TL'ye kadar", "10 TL'den 20 TL'ye", "10 ve 20 TL arasında", "10 ile 20 TL arası"],
    [
      "10 ja 20 € välillä",
      "10 ja 20 € vahel",
      "tarp 10 ir 20 €",
      "starp 10 un 20 €",
      "med 10 in 20 €",
      "milli 10 og 20 kr",
    ],
    [
      "10 tot en met 20 €",
      "10 fins a 20 €",
      "10 ate 20 €",
      "10 jusqua 20 €",
      "10 az 20 zl",
      "10 deri 20 €",
      "10 saakka 20 €",
    ],
    ["between 10 and 20 €", "zwischen 10 und 20 €", "entre 10 et 20 €", "tra 10 e 20 €", "između 10 i 20 €"],
  ])("is null for a range: %j, …", (...texts) => {
    expect(texts.filter((text) => parsePrice(text, { language: "" }) !== null)).toEqual([]);
  });
});

describe("the words of a range", () => {
  it.each([
    ["3 по 20 руб.", 20],
    ["3 in 1, 20 €", 20],
    ["3 σε 1: 20 €", 20],
    ["2 az 1-ben: 20 Ft", 20],
    ["Zimmer 1 und 2: 20 €", 20],
    ["10 és 20 Ft", 20],
    ["10 and 20 €", 20],
    ["με 2 πόρτες, 20 €", 20],
    ["med 2 lådor 20 kr", 20],
  ])("alone make no range of %j", (text, value) => {
    expect(parsePrice(text, { language: "" })).toBe(value);
  });
});

describe("dates with two-digit years", () => {
  const read = (text: string, language: string, dayFirst?: boolean) =>
    parseDate(text, { language, now: 0, dayFirst });

  it.each([
    ["01/12/26", "de", undefined, "2026-12-01"],
    ["01/12/26", "en-US", undefined, "2026-01-12"],
    ["01/12/26", "en", undefined, null],
    ["01/12/26", "en", true, "2026-12-01"],
    ["14/12/26", "en", undefined, "2026-12-14"],
    ["03/05/98", "fr", undefined, "1998-05-03"],
    // The year stands first there.
    ["26/12/01", "ja", undefined, null],
    ["10/11/12/13", "de", undefined, null],
    ["9-15-21", "en-US", false, "2021-09-15"],
    ["Posted 9-15-21", "en-US", false, "2021-09-15"],
    ["Agenda 4.15.26", "en-US", false, "2026-04-15"],
    ["ages 6-12-18", "en-US", false, null],
    ["ISBN 3-16-14", "en-US", false, null],
    ["v4.15.26", "en-US", false, null],
    ["Version 4.15.26", "en-US", false, null],
  ])("are read: %s in %j with day first %j is %j", (text, language, dayFirst, day) => {
    expect(read(text, language, dayFirst)).toBe(day);
  });

  it("prove the order of other dates", () => {
    expect(settleOrder(["01/12/26", "14/12/26"])).toBe(true);
  });
});
