import { describe, expect, it } from "@jest/globals";
import { parseDate, settleOrder } from "../../../../../src/engine/extract/values/dates.ts";
import { parsePrice } from "../../../../../src/engine/extract/values/numbers.ts";

describe("amounts of money", () => {
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
  ])("are %s as %j", (text, value) => {
    expect(parsePrice(text, { language: "en" })).toBe(value);
  });
});

describe("years of two digits", () => {
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
  ])("%s in %j with the day first %j is %j", (text, language, dayFirst, day) => {
    expect(read(text, language, dayFirst)).toBe(day);
  });

  it("settle the order of those beside them", () => {
    expect(settleOrder(["01/12/26", "14/12/26"])).toBe(true);
  });
});
