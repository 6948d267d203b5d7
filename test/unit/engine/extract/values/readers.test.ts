import { describe, expect, it } from "@jest/globals";
import { MonitorOptions } from "../../../../../src/contract/flows/monitor.ts";
import { createJudge } from "../../../../../src/engine/change/conditions.ts";
import { toNumber } from "../../../../../src/engine/change/numbers.ts";
import { coerceValue } from "../../../../../src/engine/extract/values/coerce.ts";
import { findCurrency } from "../../../../../src/engine/extract/values/currency.ts";
import { parseStock } from "../../../../../src/engine/extract/values/stock.ts";
import { numberIn } from "../../../../../src/engine/generate/sentence/amounts.ts";

/** All code that reads a concept reads these consistently: extraction, monitors, prompts. */
const STOCK: readonly (readonly [language: string, out: string, inStock: string])[] = [
  ["en", "Sold out", "In stock"],
  ["en", "Notify me when available", "Add to cart"],
  ["de", "Nicht auf Lager", "Auf Lager"],
  ["de", "Ausverkauft", "In den Warenkorb"],
  ["fr", "Rupture de stock", "En stock"],
  ["es", "Agotado", "Disponible"],
  ["it", "Non disponibile", "Disponibile"],
  ["pt", "Esgotado", "Em estoque"],
  ["nl", "Niet op voorraad", "Op voorraad"],
  ["sv", "Ej i lager", "I lager"],
  ["da", "Ikke på lager", "På lager"],
  ["nb", "Utsolgt", "På lager"],
  ["fi", "Ei varastossa", "Varastossa"],
  ["pl", "Produkt niedostępny", "Dostępny"],
  ["cs", "Není skladem", "Skladem"],
  ["sk", "Nie je na sklade", "Na sklade"],
  ["hu", "Nincs készleten", "Készleten"],
  ["ro", "Stoc epuizat", "În stoc"],
  ["hr", "Rasprodano", "Dostupno"],
  ["ru", "Нет в наличии", "В наличии"],
  ["uk", "Немає в наявності", "Є в наявності"],
  ["tr", "Stokta yok", "Stokta"],
  ["el", "Εξαντλήθηκε", "Διαθέσιμο"],
  ["he", "אזל מהמלאי", "במלאי"],
  ["ar", "غير متوفر", "متوفر"],
  ["hi", "स्टॉक में नहीं", "स्टॉक में"],
  ["ja", "在庫切れ", "在庫あり"],
  ["zh", "缺货", "有货"],
  ["ko", "품절", "재고 있음"],
  ["vi", "Hết hàng", "Còn hàng"],
  ["id", "Stok habis", "Stok tersedia"],
];

const PRICES: readonly (readonly [language: string, text: string, value: number, currency: string])[] = [
  ["en", "$1,299.00", 1299, "USD"],
  ["en-IN", "₹1,00,000", 100_000, "INR"],
  ["de", "1.299,00 €", 1299, "EUR"],
  ["de-CH", "CHF 1'299.50", 1299.5, "CHF"],
  ["fr", "1\u202f299,90 €", 1299.9, "EUR"],
  ["es", "1.299 €", 1299, "EUR"],
  ["it", "€ 12,50", 12.5, "EUR"],
  ["pt", "R$ 1.299,90", 1299.9, "BRL"],
  ["nl", "€ 1.299,-", 1299, "EUR"],
  ["sv", "1 299 kr", 1299, "SEK"],
  ["da", "1.299 kr", 1299, "DKK"],
  ["nb", "kr 1 299", 1299, "NOK"],
  ["fi", "1 299,00 €", 1299, "EUR"],
  ["pl", "1 299,99 zł", 1299.99, "PLN"],
  ["cs", "1 299 Kč", 1299, "CZK"],
  ["hu", "1.299 Ft", 1299, "HUF"],
  ["hu", "12 990 Ft", 12_990, "HUF"],
  ["ro", "1.299,00 lei", 1299, "RON"],
  ["ru", "1 299 ₽", 1299, "RUB"],
  ["uk", "1 299 грн", 1299, "UAH"],
  ["tr", "1.299,90 TL", 1299.9, "TRY"],
  ["el", "12,50 €", 12.5, "EUR"],
  ["he", "₪1,299.00", 1299, "ILS"],
  ["ar", "١٢٩٩ ر.س", 1299, "SAR"],
  ["ja", "1,299円", 1299, "JPY"],
  ["ja", "2万円", 20_000, "JPY"],
  ["zh", "1299元", 1299, "CNY"],
  ["ko", "12,990원", 12_990, "KRW"],
  ["vi", "1.299.000 ₫", 1_299_000, "VND"],
  ["id", "Rp 1.299.000", 1_299_000, "IDR"],
];

const NUMBERS: readonly (readonly [text: string, value: number])[] = [
  ["1,299", 1299],
  ["12.5", 12.5],
  ["1 299 300", 1_299_300],
  ["5万", 50_000],
  ["1.2k", 1200],
];

const coerce = (text: string, type: "boolean" | "price" | "number", language = "") =>
  coerceValue(text, type, { baseUrl: "https://shop.test/", language, now: 0 });

const restocks = (field: string, previous: unknown, current: unknown): boolean =>
  createJudge(MonitorOptions.parse({ restock: true }))({
    change: { key: "k", type: "changed", fields: { [field]: { previous, current } } },
    record: {},
  });

describe.each(STOCK)("stock in %s: %j and %j", (_, out, inStock) => {
  it("is read consistently as a status, as a boolean and by a monitor", () => {
    expect([coerce(out, "boolean"), coerce(inStock, "boolean")]).toEqual([false, true]);
    expect(["OutOfStock", "Discontinued", null]).toContain(parseStock(out));
    expect(["InStock", null]).toContain(parseStock(inStock));
    expect([restocks("note", out, inStock), restocks("note", inStock, out)]).toEqual([true, false]);
  });
});

describe.each(PRICES)("a price in %s: %j", (language, text, value, currency) => {
  it("is the same amount for extraction, for a monitor and in a prompt", () => {
    expect(coerce(text, "price", language)).toBe(value);
    expect(toNumber(text)).toBe(value);
    expect(findCurrency(text, { language, baseUrl: "https://shop.test/" })).toBe(currency);
    // A sentence names amounts in the digits of its reader.
    if (/^\P{Nd}*[0-9]/u.test(text)) expect(numberIn(text)).toBe(value);
  });
});

it.each(NUMBERS)("the number %j is %d for extraction and for a monitor", (text, value) => {
  expect(coerce(text, "number")).toBe(value);
  expect(toNumber(text)).toBe(value);
});

it.each([
  ["in_stock", false, true, true],
  ["quantity", "0", "3 pieces", true],
  ["availability", "OutOfStock", "https://schema.org/InStock", true],
  ["title", "0", "3", false],
  ["availability", "Vorbestellbar", "Ausverkauft", false],
] as const)("a change of %s from %j to %j is a restock: %p", (field, previous, current, expected) => {
  expect(restocks(field, previous, current)).toBe(expected);
});
