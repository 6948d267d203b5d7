import { describe, expect, it } from "@jest/globals";
import { styleFor } from "../../../cli/style.ts";
import { type Screen, showValue, tableOf, widthOf } from "../../../cli/table.ts";
import { showAgo } from "../../../cli/times.ts";

const plain = (_format: unknown, text: string): string => text;
const FILE: Screen = { columns: undefined, style: plain, nowMs: undefined };
const screen = (columns: number, over: Partial<Screen> = {}): Screen => ({ ...FILE, columns, ...over });
const textOf = (...asked: Parameters<typeof tableOf>): string => tableOf(...asked).text;
const LRM = "\u200e";
const ESCAPE = "\u001b";

describe("the width of text in a terminal", () => {
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
  it("has readable column names, numbers on the right, and a dash for missing values", () => {
    expect(
      textOf(
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

  it("aligns its columns in every script", () => {
    const lines = textOf(
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

  it("isolates right-to-left cells in a terminal, and leaves them unchanged in a file", () => {
    const rows = [{ name: "مصباح", city: "القاهرة", price: 300 }];
    const names = ["name", "city", "price"];
    const [, onScreen] = textOf(rows, names, screen(80)).split("\n");
    expect(onScreen).toBe(`${LRM}مصباح${LRM}  ${LRM}القاهرة${LRM}    300`);
    expect(textOf(rows, names, FILE)).not.toContain(LRM);
  });

  it("fits a narrow terminal by shrinking its widest columns, but never ids", () => {
    const row = {
      id: "flow-1795244439677827220",
      name: "n".repeat(50),
      url: "u".repeat(30),
      status: "active",
    };
    const lines = textOf([row], ["id", "name", "url", "status"], screen(80)).split("\n");
    expect(Math.max(...lines.map(widthOf))).toBe(80);
    expect(lines[1]).toContain(row.id);
    expect(lines[1]).toContain("n…");
    expect(lines[1]).toContain("active");
  });

  const RUN = {
    id: "run-1795244439677827220",
    flowName: "卓上ランプの価格".repeat(4),
    status: "completed",
    startedAt: "2026-11-22T10:00:00.000Z",
    itemsExtracted: 1200,
    cost: "$0.000123",
  };
  const RUN_COLUMNS = ["id", "flowName", "status", "startedAt", "itemsExtracted", "cost"];
  const NOW_MS = Date.parse("2026-11-22T12:30:00.000Z");

  it.each([40, 60, 80, 200])("fits %i columns by leaving out the least important first", (columns) => {
    const { text, leftOut } = tableOf([RUN], RUN_COLUMNS, screen(columns, { nowMs: NOW_MS }));
    for (const line of text.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    expect(text).toContain(RUN.id);
    const shown = RUN_COLUMNS.slice(0, RUN_COLUMNS.length - leftOut.length);
    expect([...shown, ...leftOut]).toEqual(RUN_COLUMNS);
    expect(leftOut).toEqual(
      { 40: RUN_COLUMNS.slice(2), 60: RUN_COLUMNS.slice(4), 80: ["cost"], 200: [] }[columns],
    );
    expect(text.includes("2 h ago")).toBe(columns > 40);
  });

  it("shows at least its first column, however narrow the terminal", () => {
    expect(textOf([RUN], RUN_COLUMNS, screen(10)).split("\n")[1]).toBe(RUN.id);
  });

  it("colours status values without changing the column width", () => {
    const style = (format: unknown, text: string): string => `<${String(format)}>${text}</>`;
    const rows = [
      { id: "a", status: "failed" },
      { id: "b", status: "completed" },
    ];
    expect(textOf(rows, ["id", "status"], screen(80, { style })).split("\n")).toEqual([
      "<bold>ID</>  <bold>STATUS</>",
      "a   <red>failed</>",
      "b   <green>completed</>",
    ]);
  });

  it("shortens text between characters, never inside one", () => {
    const [, line = ""] = textOf([{ name: "👩‍👩‍👧".repeat(40) }], ["name"], FILE).split("\n");
    expect(line).toBe(`${"👩‍👩‍👧".repeat(29)}…`);
  });
});

describe("a table cell", () => {
  it("is one line without terminal control sequences", () => {
    expect(showValue(`red ${ESCAPE}[31mtext${ESCAPE}[0m\r\n\tnext\u0007`)).toBe("red text next ");
    expect(showValue({ a: [1, "x"] })).toBe('{"a":[1,"x"]}');
  });
});

describe("a timestamp", () => {
  const NOW_MS = Date.parse("2026-11-22T12:00:00.000Z");
  it.each([
    ["2026-11-22T11:59:30.000Z", "just now"],
    ["2026-11-22T12:00:30.000Z", "in a moment"],
    ["2026-11-22T11:58:59.000Z", "1 min ago"],
    ["2026-11-22T09:30:00.000Z", "2 h ago"],
    ["2026-11-25T13:00:00.000Z", "in 3 d"],
    ["2026-09-01T12:00:00.000Z", "2026-09-01"],
  ])("%s is shown as %s", (timestamp, shown) => {
    expect(showAgo(timestamp, NOW_MS)).toBe(shown);
  });
});

describe("colour", () => {
  const RED = `${ESCAPE}[31mtext${ESCAPE}[39m`;
  it.each([
    [true, {}, RED],
    [false, {}, "text"],
    [true, { NO_COLOR: "1" }, "text"],
    [true, { NO_COLOR: "" }, RED],
    [true, { TERM: "dumb" }, "text"],
    [false, { FORCE_COLOR: "1" }, RED],
    [true, { FORCE_COLOR: "0" }, "text"],
    [false, { NO_COLOR: "1", FORCE_COLOR: "1" }, "text"],
  ])("on a terminal %s with %j is %j", (isTTY, environment, shown) => {
    expect(styleFor({ isTTY }, environment)("red", "text")).toBe(shown);
  });
});
