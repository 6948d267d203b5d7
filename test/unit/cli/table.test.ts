import { describe, expect, it } from "@jest/globals";
import { showValue, tableOf, widthOf } from "../../../cli/table.ts";

const FILE = { columns: undefined };
const LRM = "\u200e";
const ESCAPE = "\u001b";

describe("the width of a text on a terminal", () => {
  it.each([
    ["Lamp", 4],
    ["ランプ", 6],
    ["ﾗﾝ", 2],
    ["灯具，大", 8],
    ["مِصْبَاح", 5],
    ["👩‍👩‍👧 café", 7],
    ["❤️", 2],
    ["1 – 2", 5],
    ["", 0],
  ])("of %j is %i cells", (text, width) => {
    expect(widthOf(text)).toBe(width);
  });
});

describe("a table", () => {
  it("has heads in words, numbers at the right, and a dash where nothing is", () => {
    expect(
      tableOf(
        [
          { flowName: "A", itemsExtracted: 5, error: null },
          { flowName: "Lamps", itemsExtracted: null },
          { flowName: "B", itemsExtracted: 1000 },
        ],
        ["flowName", "itemsExtracted", "error"],
        FILE,
      ).split("\n"),
    ).toEqual([
      "FLOW NAME  ITEMS EXTRACTED  ERROR",
      "A                        5  –",
      "Lamps                    –  –",
      "B                     1000  –",
    ]);
  });

  it("keeps its columns under each other, whatever the script", () => {
    const lines = tableOf(
      [
        { name: "Lamp", price: 1.5 },
        { name: "卓上ランプ", price: 20 },
        { name: "مصباح", price: 300 },
      ],
      ["name", "price"],
      FILE,
    ).split("\n");
    expect(new Set(lines.map(widthOf))).toEqual(new Set([17]));
  });

  it("holds a right-to-left cell in its place on a terminal, and leaves it as it is in a file", () => {
    const rows = [{ name: "مصباح", city: "القاهرة", price: 300 }];
    const names = ["name", "city", "price"];
    const [, onScreen] = tableOf(rows, names, { columns: 80 }).split("\n");
    expect(onScreen).toBe(`${LRM}مصباح${LRM}  ${LRM}القاهرة${LRM}    300`);
    expect(tableOf(rows, names, FILE)).not.toContain(LRM);
  });

  it("fits a narrow terminal by shrinking its widest columns, but no id", () => {
    const row = {
      id: "flow-1795244439677827220",
      name: "n".repeat(50),
      url: "u".repeat(30),
      status: "active",
    };
    const lines = tableOf([row], ["id", "name", "url", "status"], { columns: 80 }).split("\n");
    expect(Math.max(...lines.map(widthOf))).toBe(80);
    expect(lines[1]).toContain(row.id);
    expect(lines[1]).toContain("n…");
    expect(lines[1]).toContain("active");
  });

  it("cuts between characters, never through one", () => {
    const [, line = ""] = tableOf([{ name: "👩‍👩‍👧".repeat(40) }], ["name"], FILE).split("\n");
    expect(line).toBe(`${"👩‍👩‍👧".repeat(29)}…`);
  });
});

describe("a value", () => {
  it("is one line that steers no terminal", () => {
    expect(showValue(`red ${ESCAPE}[31mtext${ESCAPE}[0m\r\n\tnext\u0007`)).toBe("red text next ");
    expect(showValue({ a: [1, "x"] })).toBe('{"a":[1,"x"]}');
  });
});
