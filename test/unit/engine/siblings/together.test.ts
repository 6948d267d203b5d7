import { describe, expect, it } from "@jest/globals";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";
import { isSameTemplate, readTogether } from "../../../../src/engine/siblings/index.ts";

const NOW = Date.UTC(2026, 10, 21);
const page = (at: number, rows: string, title = `Kettle ${at}`) =>
  parseDocument(
    `<html><head><title>${title}</title></head><body><main><h1>${title}</h1><table>${rows}</table></main></body></html>`,
    { url: `https://shop.example/kettle/${at}` },
  );
const row = (label: string, value: string): string => `<tr><th>${label}</th><td>${value}</td></tr>`;

describe("a page read together with its siblings", () => {
  it("loses text after a separator that all values share", () => {
    const pages = ["Oak", "Tin", "Clay"].map((colour, at) =>
      page(at, row("Material", `${colour} | Kettles & Co`)),
    );
    const [first, ...others] = pages;
    if (!first) throw new Error("no page");
    const [result] = readTogether(first, others, { schema: { material: "string" }, now: NOW }).results;
    expect(result?.item).toEqual({ material: "Oak" });
  });

  it("keeps words that all values end with if there is no separator before them", () => {
    const pages = ["Budget", "Zoning", "Audit"].map((name, at) =>
      page(at, row("Committee", `${name} committee`)),
    );
    const [first, ...others] = pages;
    if (!first) throw new Error("no page");
    const [result] = readTogether(first, others, { schema: { committee: "string" }, now: NOW }).results;
    expect(result?.item).toEqual({ committee: "Budget committee" });
  });

  it("has low confidence in a value that never varies", () => {
    const pages = [0, 1, 2].map((at) => page(at, row("Material", "Oak")));
    const [first, ...others] = pages;
    if (!first) throw new Error("no page");
    const alone = readTogether(first, [], { schema: { material: "string" }, now: NOW }).results[0];
    const together = readTogether(first, others, { schema: { material: "string" }, now: NOW }).results[0];
    expect(together?.item).toEqual(alone?.item);
    expect(together?.provenance.material?.confidence).toBeLessThan(
      alone?.provenance.material?.confidence ?? 0,
    );
    expect(together?.provenance.material?.doubt).toBe("the same on 3 pages of this kind");
  });
});

describe("page templates", () => {
  it("are equal for pages with different values, and different for other pages", () => {
    const shop = (at: number) => page(at, row("Material", "Oak") + row("Weight", `${at} kg`));
    const about = parseDocument(
      "<html><body><div class='hero'><p>We</p></div><ul class='team'><li><b>A</b></li></ul></body></html>",
      { url: "https://shop.example/about" },
    );
    expect(isSameTemplate(shop(1), shop(2))).toBe(true);
    expect(isSameTemplate(shop(1), about)).toBe(false);
  });
});
