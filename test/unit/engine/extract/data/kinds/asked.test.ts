import { describe, expect, it } from "@jest/globals";
import { extractFrom, pageOf } from "../helpers.ts";
import { NAMES, repeat } from "./case.ts";

const CARDS = repeat(
  NAMES,
  (name, at) =>
    `<li class="card"><a href="/p/${at}"><h3>${name} bag</h3></a><p class="price">$${at + 10}.50</p></li>`,
);
const PAGE = pageOf(
  `<h1>Alpha 90</h1><dl><dt>Maker</dt><dd>Alder</dd><dt>Shutter</dt><dd>1/4000 s</dd><dt>Weight</dt><dd>420 g</dd></dl><ul>${CARDS}</ul>`,
);

describe("one item or many, by what is asked for", () => {
  it("is one where the page has it once and its records lack it", () => {
    const { kind, results } = extractFrom(PAGE, {
      schema: { maker: "string", shutter: "string", weight: "string" },
    });
    expect(kind).toBe("detail");
    expect(results[0]?.item).toEqual({ maker: "Alder", shutter: "1/4000 s", weight: "420 g" });
  });

  it("is many where the records have it", () => {
    const { kind, results } = extractFrom(PAGE, { schema: { title: "string", price: "price" } });
    expect({ kind, count: results.length }).toEqual({ kind: "list", count: NAMES.length });
  });
});
