import { describe, expect, it } from "@jest/globals";
import type { OutputSchema } from "../../../../../src/contract/fields/outputSchema.ts";
import { extractData, parseDocument } from "../../../../../src/engine/extract/extract.ts";

const NAMES = ["Oak", "Tin", "Elm", "Ash", "Bay", "Fir"];
const readAs = (html: string, schema: OutputSchema) =>
  extractData(parseDocument(`<html lang="en"><body>${html}`, { url: "https://list.example/" }), {
    schema,
    records: "all",
    now: 0,
  }).results.map(({ item }) => item);
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<main><h1>List</h1><table><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`)
    .join("")}</table></main>`;

describe("a column that names two things", () => {
  it("assigns no line to a field whose format it does not have", () => {
    const rows = NAMES.map((name, at) => [
      name,
      `<div>${at === 1 ? "office@x.example" : `+44 20 7946 095${at}`}</div><div>a${at}@x.example</div>`,
    ]);
    const people = readAs(table(["Name", "Phone / Email"], rows), {
      name: "string",
      phone: "string",
      email: "email",
    });
    expect(people.slice(0, 2)).toEqual([
      { name: "Oak", phone: "+44 20 7946 0950", email: "a0@x.example" },
      { name: "Tin", phone: null, email: "a1@x.example" },
    ]);
  });

  it("is not split in one row if the other cells have a single line", () => {
    const rows = NAMES.map((name, at) => [
      `<div>Repair of bridge ${name}</div>${at === 1 ? "<div>(steel, in two lots)</div>" : ""}`,
      `2026-12-0${at + 1}`,
    ]);
    const [, odd] = readAs(table(["Title / Authority", "Closes"], rows), {
      authority: "string",
      closes: "date",
    });
    expect(odd?.authority).not.toBe("(steel, in two lots)");
  });

  it("assigns a single line to the first field that it fits", () => {
    const rows = NAMES.map((name, at) => [
      name,
      `${at === 1 ? "" : `<div>+44 20 7946 095${at}</div>`}<div>a${at}@x.example</div>`,
    ]);
    expect(
      readAs(table(["Name", "Phone / Email"], rows), { name: "string", phone: "string", email: "email" })[1],
    ).toEqual({ name: "Tin", phone: null, email: "a1@x.example" });
  });
});

describe("a row of boxes", () => {
  it("contains its own cells, not those of a nested table", () => {
    const inner = (at: number) =>
      `<div role="table"><div role="row"><span role="cell">Lamp ${at}</span><span role="cell">2 pieces</span></div></div>`;
    const rows = NAMES.map((_, at) => `<div role="row"><div>R-${at}</div><div>${inner(at)}</div></div>`);
    const heads =
      '<div role="row"><span role="columnheader">Ref</span><span role="columnheader">Items</span></div>';
    const html = `<main><h1>Orders</h1><div role="table">${heads}${rows.join("")}</div></main>`;
    expect(readAs(html, { ref: "string", items: "string" })[0]).toMatchObject({ ref: "R-0" });
  });
});
