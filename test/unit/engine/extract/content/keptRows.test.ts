import { describe, expect, it } from "@jest/globals";
import { type Element, isTag, isText, type Text } from "domhandler";
import { findAll, textContent } from "domutils";
import { keepRows } from "../../../../../src/engine/extract/content/markdown/tables.ts";
import { parseDocument } from "../../../../../src/engine/extract/extract.ts";

const LIST =
  "<dl><dt>Code</dt><dd>BS-1</dd><div><dt>Weight</dt><dd>1 kg</dd></div><dt>Size</dt><dd>11 cm</dd><dd>20 cm</dd></dl>";

/** What is kept of the list if these of its texts were. */
const keptWith = (...texts: readonly string[]): string[] => keptOf(LIST, ...texts);

const keptOf = (list: string, ...texts: readonly string[]): string[] => {
  const { root } = parseDocument(`<body>${list}</body>`, { url: "https://shop.example/" });
  const parts = findAll(({ name }) => name === "dt" || name === "dd", root.children);
  const textsOf = ({ children }: Element): Text[] => [
    ...children.filter(isText),
    ...children.filter(isTag).flatMap(textsOf),
  ];
  const kept = new Set(parts.filter((part) => texts.includes(textContent(part))).flatMap(textsOf));
  const top = root.children.find(isTag) as Element;
  const all = keepRows(top, kept);
  return parts.filter((part) => textsOf(part).some((text) => all.has(text))).map((part) => textContent(part));
};

describe("a description list in Markdown", () => {
  it("is kept completely, terms and descriptions, if half of its entries are kept", () => {
    const whole = ["Code", "BS-1", "Weight", "1 kg", "Size", "11 cm", "20 cm"];
    expect(keptWith("BS-1", "1 kg", "11 cm", "20 cm")).toEqual(whole);
    expect(keptWith("BS-1", "Size")).toEqual(whole);
  });

  it("keeps only complete entries if few are kept, and is left out if none is", () => {
    expect(keptWith("20 cm")).toEqual(["Size", "11 cm", "20 cm"]);
    expect(keptWith()).toEqual([]);
  });

  it("is unchanged if it contains menus or is used for layout", () => {
    const related =
      '<dl><dt>Related</dt><dd><a href="/a">One</a></dd><dd><a href="/b">Two</a></dd><dt>1900</dt><dd>A port</dd></dl>';
    expect(keptOf(related, "A port")).toEqual(["1900", "A port"]);
    const menu = '<dl><dt><a href="/">Home</a> <a href="/x">Menu</a></dt><dd>A port</dd></dl>';
    expect(keptOf(menu, "A port")).toEqual(["A port"]);
    const placed = "<dl><dt>Login</dt><dd><h1>Harbour</h1></dd><dt>Share</dt><dd>Imprint</dd></dl>";
    expect(keptOf(placed, "Harbour")).toEqual(["Harbour"]);
    // One link is a fact like others.
    const maker = '<dl><dt>Maker</dt><dd><a href="/m">Acme</a></dd><dt>Code</dt><dd>BS-1</dd></dl>';
    expect(keptOf(maker, "BS-1")).toEqual(["Maker", "Acme", "Code", "BS-1"]);
  });
});
