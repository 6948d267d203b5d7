import { describe, expect, it } from "@jest/globals";
import { findTop } from "../../../../../src/engine/extract/content/content.ts";
import { findFurniture, selectBlocks } from "../../../../../src/engine/extract/content/select.ts";
import { parseDocument } from "../../../../../src/engine/extract/extract.ts";
import { type Block, splitBlocks } from "../../../../../src/engine/extract/page/blocks.ts";
import { pageOf } from "../data/helpers.ts";

const blocksOf = (body: string): readonly Block[] => {
  const top = findTop(parseDocument(pageOf(body), { url: "https://holz-meier.example/bretter" }));
  return top ? splitBlocks(top).blocks : [];
};
const readable = (body: string): string[] => {
  const blocks = blocksOf(body);
  const outside = findFurniture(blocks);
  return blocks.filter((_, index) => !outside[index]).map(({ text }) => text);
};

describe("excluded content", () => {
  it.each([
    ["menus", "<nav><p>Bretter</p></nav>"],
    ["menus by role", '<div role="navigation"><p>Bretter</p></div>'],
    ["the foot of the page", "<footer><p>Bretter</p></footer>"],
    ["consent", '<div class="cookie-banner"><p>Bretter</p></div>'],
    ["dialogs of the page", '<div role="dialog"><p>Bretter</p></div><dialog>Bretter</dialog>'],
    ["consent within the main part", '<main><div id="onetrust-box"><p>Bretter</p></div></main>'],
    ["menus in a dialog", '<main><div role="dialog"><nav>Bretter</nav></div></main>'],
  ])("includes %s", (_, body) => {
    expect(readable(`<p>Text</p>${body}`)).toEqual(["Text"]);
  });

  it("does not include the footer of an article, or a dialog inside the main content", () => {
    expect(readable("<article><footer><p>Ada Krüger</p></footer></article>")).toEqual(["Ada Krüger"]);
    expect(readable('<main><section><div role="dialog"><p>Aus Lärche</p></div></section></main>')).toEqual([
      "Aus Lärche",
    ]);
  });
});

describe("repeated text", () => {
  const words =
    "Bretter aus Lärche halten viele Jahre wenn sie trocken liegen und Luft von allen Seiten bekommen";
  const select = (body: string): string[] => {
    const blocks = blocksOf(body);
    return selectBlocks(
      blocks,
      blocks.map(() => 0.9),
    ).map(({ text }) => text);
  };

  it("is kept once", () => {
    expect(select(`<p>${words}</p><div>${words}</div>`)).toEqual([words]);
  });

  it("is kept if it differs in a few words, as ingredients do", () => {
    const other = words.replace("Lärche", "Eiche");
    expect(select(`<p>${words}</p><p>${other}</p>`)).toEqual([words, other]);
  });

  it("is kept if it differs in a number, whatever its length", () => {
    const terms = Array.from({ length: 20 }, () => words).join(" ");
    const texts = [`${terms} bis zu 30 Tagen`, `${terms} bis zu 14 Tagen`];
    expect(select(texts.map((text) => `<p>${text}</p>`).join(""))).toEqual(texts);
  });
});
