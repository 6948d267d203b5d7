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

describe("one item or many, depending on the requested fields", () => {
  it("is one if the page has them once and its records do not", () => {
    const { kind, results } = extractFrom(PAGE, {
      schema: { maker: "string", shutter: "string", weight: "string" },
    });
    expect(kind).toBe("detail");
    expect(results[0]?.item).toEqual({ maker: "Alder", shutter: "1/4000 s", weight: "420 g" });
  });

  it("is many if the records have them", () => {
    const { kind, results } = extractFrom(PAGE, { schema: { title: "string", price: "price" } });
    expect({ kind, count: results.length }).toEqual({ kind: "list", count: NAMES.length });
  });

  const PLAYERS = repeat(NAMES, (name, at) => `<tr><td>${name}</td><td>${at}</td></tr>`);
  const SQUAD = `<h1>Squad</h1><table><tr><th>Player</th><th>Goals</th></tr>${PLAYERS}</table>`;
  const HISTORY = `<p>${"The club was founded by dockers and has played on the same ground ever since. ".repeat(20)}</p>`;

  it.each([
    ["alone", SQUAD],
    ["below a long text", `${SQUAD}${HISTORY}`],
  ])("is many if only the records have some of them: a table %s", (_what, body) => {
    const schema = { player: "string", goals: "integer", assists: "integer", cards: "integer" } as const;
    const { kind, results } = extractFrom(pageOf(`<main>${body}</main>`), { schema });
    expect({ kind, count: results.length }).toEqual({ kind: "list", count: NAMES.length });
    expect(results[1]?.item).toEqual({ player: NAMES[1], goals: 1, assists: null, cards: null });
  });

  it("is many if records without links have them and the page has only a heading", () => {
    const stands = repeat(
      NAMES,
      (name, at) =>
        `<div class="ex"><h4>${name} Works</h4><p>Stand A${at}</p><p>Pumps number ${at}.</p></div>`,
    );
    const { results } = extractFrom(pageOf(`<main><h1>Exhibitors</h1>${stands}</main>`), {
      schema: { name: "string", stand: "string", country: "string", employees: "integer" },
    });
    expect(results).toHaveLength(NAMES.length);
    expect(results[0]?.item).toMatchObject({ name: `${NAMES[0]} Works`, country: null });
  });
});
