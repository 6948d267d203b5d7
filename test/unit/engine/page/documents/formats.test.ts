import { describe, expect, it } from "@jest/globals";
import { kindOfFormat, showNumber } from "../../../../../src/engine/page/documents/sheets/formats.ts";

const show = (value: string, format: string): string => showNumber(value, kindOfFormat(164, format), false);

describe("a number of a workbook", () => {
  it.each([
    ["[$€-407]\\ #,##0.00", "€ 24.5"],
    ["#,##0.00\\ [$€-407];[Red]-#,##0.00\\ [$€-407]", "€ 24.5"],
    ['"$"#,##0.00_);("$"#,##0.00)', "$ 24.5"],
    ['_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', "€ 24.5"],
    ['#,##0.00 "CHF"', "CHF 24.5"],
    ["[$kr-41D] #,##0", "kr 24.5"],
  ])("with the format %s is an amount of that currency", (format, shown) => {
    expect(show("24.5", format)).toBe(shown);
  });

  it("keeps a decimal point that would separate thousands", () => {
    expect(show("1.234", "[$€-2] 0.000")).toBe("€ 1.2340");
    expect(show("1234", "[$€-2] 0")).toBe("€ 1234");
  });

  it.each([
    ["#,##0.00", "24.5"],
    ['0.0 "kg"', "24.5"],
    ['0 "PCS"', "24.5"],
    ["[$-409]#,##0.0", "24.5"],
    ["[Red]0.0", "24.5"],
    ["[$-409]m/d/yyyy", "1900-01-24T12:00:00"],
    ["0%", "2450%"],
  ])("with the format %s has no currency", (format, shown) => {
    expect(show("24.5", format)).toBe(shown);
  });
});
