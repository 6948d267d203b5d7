import { describe, expect, it } from "@jest/globals";
import { type Element, isTag, isText, type Text } from "domhandler";
import { findAll, textContent } from "domutils";
import { keepRows } from "../../../../../src/engine/extract/content/markdown/tables.ts";
import { parseDocument } from "../../../../../src/engine/extract/extract.ts";

const LIST =
  "<dl><dt>Code</dt><dd>BS-1</dd><div><dt>Weight</dt><dd>1 kg</dd></div><dt>Size</dt><dd>11 cm</dd><dd>20 cm</dd></dl>";

/** What is kept of the list if these of its texts were. */
const keptWith = (...texts: readonly string[]): string[] => {
  const { root } = parseDocument(`<body>${LIST}</body>`, { url: "https://shop.example/" });
  const parts = findAll(({ name }) => name === "dt" || name === "dd", root.children);
  const textsOf = ({ children }: Element): Text[] => children.filter(isText);
  const kept = new Set(parts.filter((part) => texts.includes(textContent(part))).flatMap(textsOf));
  const top = root.children.find(isTag) as Element;
  const all = keepRows(top, kept);
  return parts.filter((part) => textsOf(part).some((text) => all.has(text))).map((part) => textContent(part));
};

describe("a description list in Markdown", () => {
  it("is whole if half of its entries are kept, and its terms with their descriptions", () => {
    const whole = ["Code", "BS-1", "Weight", "1 kg", "Size", "11 cm", "20 cm"];
    expect(keptWith("BS-1", "1 kg", "11 cm", "20 cm")).toEqual(whole);
    expect(keptWith("BS-1", "Size")).toEqual(whole);
  });

  it("has only the entries that are kept, each in full, if they are few, and nothing if none is", () => {
    expect(keptWith("20 cm")).toEqual(["Size", "11 cm", "20 cm"]);
    expect(keptWith()).toEqual([]);
  });
});
