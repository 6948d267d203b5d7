import { describe, expect, it } from "@jest/globals";
import { extractData, parseDocument } from "../../src/engine/extract/extract.ts";
import { appPage, resultsOf } from "./helpers.ts";

const NAMES = ["Oak Kettle", "Copper Pan", "Steel Pot", "Clay Bowl", "Glass Jar", "Tin Cup", "Iron Skillet"];
const USERS = ["anna", "bert", "carl", "dora", "emil", "fred", "gina"];

type Column = readonly [id: string, head: string, cell: (at: number) => string];
const COLUMNS: readonly (readonly Column[])[] = [
  [["name", "Run name", (at) => `<a href="/runs/${at}">${NAMES[at]}</a>`]],
  [
    ["duration", "Duration", (at) => `${at * 3 + 1}.${at} min`],
    ["user", "User", (at) => USERS[at] ?? ""],
  ],
  [["price", "Price", (at) => `€ ${at + 10}.50`]],
];

/** A grid whose first and last columns stay in place while the others scroll: three tables side by side. */
const gridWith = (key: "row-id" | "aria-rowindex"): string => {
  const rows = NAMES.map((_, at) => at);
  const heads = COLUMNS.map(
    (part) =>
      `<div role="row">${part.map(([id, head]) => `<div role="columnheader" col-id="${id}">${head}</div>`).join("")}</div>`,
  );
  const parts = COLUMNS.map(
    (part, place) =>
      `<div role="rowgroup" class="part-${"abc"[place]}">${rows
        .map(
          (at) =>
            `<div role="row" class="row" ${key}="${at + 2}">${part.map(([id, , cell]) => `<div role="gridcell" col-id="${id}">${cell(at)}</div>`).join("")}</div>`,
        )
        .join("")}</div>`,
  );
  return appPage(
    `<h1>Runs</h1><div role="grid"><div class="heads">${heads.join("")}</div>${parts.join("")}</div>`,
  );
};
const EXPECTED = NAMES.map((name, at) => ({
  name,
  duration: `${at * 3 + 1}.${at} min`,
  user: USERS[at],
  price: at + 10.5,
}));

describe("a grid with pinned columns", () => {
  it.each(["row-id", "aria-rowindex"] as const)("has one record per row, joined by %s", (key) => {
    const schema = { name: "string", duration: "string", user: "string", price: "price" } as const;
    expect(resultsOf(gridWith(key), schema).map(({ item }) => item)).toEqual(EXPECTED);
  });

  it("uses the headers of all parts", () => {
    const document = parseDocument(gridWith("row-id"), { url: "https://app.example/" });
    const { kind, results } = extractData(document, { now: 0 });
    expect(kind).toBe("list");
    expect(results.filter(({ item }) => "runName" in item)).toHaveLength(NAMES.length);
    expect(results[0]?.item).toMatchObject({ runName: "Oak Kettle", duration: "1.0 min", price: 10.5 });
  });

  it("does not join grids with complete rows, or rows that only share a number", () => {
    const whole = (from: number) =>
      `<div role="grid">${NAMES.map((name, at) => `<div role="row" aria-rowindex="${at + 1}"><div role="gridcell"><a href="/${from}/${at}">${name} ${from}</a></div><div role="gridcell">€ ${from + at}.00</div></div>`).join("")}</div>`;
    const schema = { title: "string", price: "price" } as const;
    const items = resultsOf(appPage(`${whole(10)}${whole(50)}`), schema).map(({ item }) => item);
    expect(items).toContainEqual({ title: "Oak Kettle 10", price: 10 });
    expect(items).not.toContainEqual(expect.objectContaining({ title: expect.stringContaining("10 Oak") }));
  });
});
