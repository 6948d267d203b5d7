import { describe, expect, it } from "@jest/globals";
import type { ValueType } from "../../../../src/contract/fields/outputSchema.ts";
import { coerceValue } from "../../../../src/engine/extract/values/coerce.ts";

const NOW = Date.UTC(2026, 2, 31, 12);
const read = (value: unknown, type: ValueType, language = "") =>
  coerceValue(value, type, { baseUrl: "https://shop.test/a/b", language, now: NOW });

describe("coerceValue", () => {
  it.each([
    ["£51.77", 51.77],
    ["1.299,00 €", 1299],
    ["$1,299.00", 1299],
    ["1 299,90 €", 1299.9],
    ["1\u00a0299,90\u00a0€", 1299.9],
    ["1\u202f299 €", 1299],
    ["12,5", 12.5],
    ["CHF 1'299.50", 1299.5],
    ["EUR500", 500],
    ["Rs.500", 500],
    ["kr 499,-", 499],
    ["1.299 €", 1299],
    ["1,299", 1299],
    ["€0.999", 0.999],
    ["₹1,00,000", 100000],
    ["51,- €", 51],
    ["-5,00 €", -5],
    ["12.345.678,90 zł", 12345678.9],
    ["Prix : 1 299,90 €", 1299.9],
    ["Save 20% now £51.77", 51.77],
    ["iPhone 15 128 GB £799", 799],
    ["Free", 0],
    ["£5 (£5)", 5],
    ["ab 12,99 €", 12.99],
    ["£10 to £20", null],
    ["10 - 20 EUR", null],
    ["12,50–18,90 €", null],
    ["von 5 bis 9 €", null],
    ["20 € - 10%", 20],
    ["was £60.00 now £51.77", null],
    ["Call us", null],
    ["", null],
    ["Model A4", null],
    ["1.2.3", null],
    ["Free shipping", null],
  ])("reads %j as the price %j", (text, price) => {
    expect(read(text, "price")).toBe(price);
  });

  it.each([
    ["In stock (22 available)", "", 22],
    ["4.5 out of 5 stars", "", 4.5],
    ["4,5 von 5", "de", 4.5],
    ["3/10", "", 3],
    ["12,500 kg", "de", 12.5],
    ["12,500 kg", "en", 12500],
    ["1.299", "de", 1299],
    ["1.299", "", 1.299],
    ["20%", "", 20],
    ["1.2k views", "", 1200],
    ["3.4M", "", 3400000],
    ["1.5 million", "", 1500000],
    ["-3", "", -3],
    ["12", "", 12],
    ["5GB", "", 5],
    ["iPhone 15 128 GB", "", null],
    ["2024-01-02", "", null],
    ["A4", "", null],
    ["v1.2.3", "", null],
    ["1,23,4", "", null],
    ["none", "", null],
    [`1${"0".repeat(600)}`, "", null],
  ])("reads %j (language %j) as the number %j", (text, language, number) => {
    expect(read(text, "number", language)).toBe(number);
  });

  it("keeps integers whole", () => {
    expect(read("1,299 pieces", "integer")).toBe(1299);
    expect(read("4.5", "integer")).toBeNull();
    expect(read(4, "integer")).toBe(4);
    expect(read(4.5, "integer")).toBeNull();
  });

  it.each([
    ["In stock", true],
    ["In stock (22 available)", true],
    ["https://schema.org/InStock", true],
    ["Auf Lager", true],
    ["En stock", true],
    ["yes", true],
    ["true", true],
    ["1", true],
    ["✓", true],
    ["Out of stock", false],
    ["Not in stock", false],
    ["Sold out", false],
    ["Ausverkauft", false],
    ["Derzeit nicht verfügbar", false],
    ["https://schema.org/OutOfStock", false],
    ["http://schema.org/SoldOut", false],
    ["Agotado", false],
    ["no", false],
    ["Nein", false],
    ["Unavailable", false],
    ["Rupture de stock", false],
    ["maybe", null],
    ["No. 5", null],
    ["constructor", null],
    ["", null],
  ])("reads %j as the boolean %j", (text, value) => {
    expect(read(text, "boolean")).toBe(value);
  });

  it.each([
    ["2024-01-02", "", "2024-01-02"],
    ["2024-01-02T23:30:00-05:00", "", "2024-01-02"],
    ["2 January 2024", "", "2024-01-02"],
    ["January 2nd, 2024", "", "2024-01-02"],
    ["Published on Jan. 2, 2024 by X", "", "2024-01-02"],
    ["2. Januar 2024", "", "2024-01-02"],
    ["3. März 2024", "", "2024-03-03"],
    ["2 janvier 2024", "", "2024-01-02"],
    ["15 août 2024", "", "2024-08-15"],
    ["2 de enero de 2024", "", "2024-01-02"],
    ["2 gennaio 2024", "", "2024-01-02"],
    ["5 maart 2024", "", "2024-03-05"],
    ["12 января 2024", "", "2024-01-12"],
    ["2024年1月2日", "", "2024-01-02"],
    ["02.01.2024", "", "2024-01-02"],
    ["2.1.24", "", "2024-01-02"],
    ["25/12/2024", "", "2024-12-25"],
    ["12/25/2024", "", "2024-12-25"],
    ["03/04/2024", "", null],
    ["03/04/2024", "en-US", "2024-03-04"],
    ["03/04/2024", "fr", "2024-04-03"],
    ["3 days ago", "", "2026-03-28"],
    ["vor 3 Tagen", "", "2026-03-28"],
    ["il y a 3 jours", "", "2026-03-28"],
    ["hace 2 semanas", "", "2026-03-17"],
    ["a month ago", "", "2026-02-28"],
    ["vor einem Jahr", "", "2025-03-31"],
    ["há 3 dias", "", "2026-03-28"],
    ["3時間前", "", "2026-03-31"],
    ["5분 전", "", "2026-03-31"],
    ["30초 전", "", "2026-03-31"],
    ["gestern", "", "2026-03-30"],
    ["Today", "", "2026-03-31"],
    ["Aujourd'hui", "", "2026-03-31"],
    ["1706745600", "", "2024-02-01"],
    ["1706745600000", "", "2024-02-01"],
    ["5551234560", "", null],
    ["0301234567", "", null],
    ["4006381333931", "", null],
    ["2024-02-30", "", null],
    ["Jan 2", "", null],
    ["Published 2 Jan 2024, updated 3 Feb 2024", "", null],
    ["soon", "", null],
  ])("reads %j (language %j) as the date %j", (text, language, date) => {
    expect(read(text, "date", language)).toBe(date);
  });

  it("reads numbers of data as times, in the far future too", () => {
    expect(read(2_145_916_800, "date")).toBe("2038-01-01");
    expect(read(1_956_528_000_000, "datetime")).toBe("2032-01-01T00:00:00.000Z");
    expect(read(2_145_916_800, "integer")).toBe(2_145_916_800);
  });

  it.each([
    ["2024-01-02T23:30:00-05:00", "2024-01-03T04:30:00.000Z"],
    ["2024-01-02 10:00", "2024-01-02T10:00:00.000Z"],
    ["2024-01-02T10:00:00.123Z", "2024-01-02T10:00:00.000Z"],
    ["Tue, 02 Jan 2024 10:00:05 GMT", "2024-01-02T10:00:05.000Z"],
    ["Tue, 02 Jan 2024 10:00:05 +0200", "2024-01-02T08:00:05.000Z"],
    ["January 2, 2024 at 3:05 PM", "2024-01-02T15:05:00.000Z"],
    ["2. Januar 2024, 15:05 Uhr", "2024-01-02T15:05:00.000Z"],
    ["2 hours ago", "2026-03-31T10:00:00.000Z"],
    ["2024-01-02", "2024-01-02T00:00:00.000Z"],
    ["10:00", null],
  ])("reads %j as the date-time %j", (text, moment) => {
    expect(read(text, "datetime")).toBe(moment);
  });

  it.each([
    ["url", "../c?d#e", "https://shop.test/c?d#e"],
    ["url", "//cdn.test/x", "https://cdn.test/x"],
    ["url", "javascript:alert(1)", null],
    ["url", "mailto:a@b.de", null],
    ["url", "read more here", null],
    ["image", "data:image/gif;base64,R0lG", null],
    ["image", "/i.png", "https://shop.test/i.png"],
    ["email", "Write to a.b+c@shop.example, please", "a.b+c@shop.example"],
    ["email", "mailto:a@b.de?subject=x", "a@b.de"],
    ["email", "a@b.de or c@d.de", null],
    ["email", "nobody", null],
    ["string", "  a \n b ", "a b"],
    ["string", "   ", null],
    ["string", 5, "5"],
    ["number", true, null],
    ["boolean", 3, null],
    ["url", {}, null],
  ] as const)("reads as %s: %j → %j", (type, value, expected) => {
    expect(read(value, type)).toBe(expected);
  });
});
