import { describe, expect, it } from "@jest/globals";
import { extractFrom, pageOf } from "../helpers.ts";
import { type KindCase, NAMES, repeat } from "./case.ts";
import { LAYOUTS } from "./layouts.ts";
import { MANY } from "./many.ts";
import { ONE } from "./one.ts";

const answer = ({ body, head, lang, path = "/page", schema, instructions }: KindCase) => {
  const query = { ...(schema && { schema }), ...(instructions !== undefined && { instructions }) };
  return extractFrom(pageOf(body, head, lang), query, `https://shop.example${path}`);
};

const check = (page: KindCase, wanted: "detail" | "list"): void => {
  const { kind, results } = answer(page);
  const items = results.map(({ item }) => item);
  expect({ kind, count: items.length }).toEqual({ kind: wanted, count: page.count ?? page.items.length });
  expect(items.slice(0, page.items.length)).toEqual(page.items.map((item) => expect.objectContaining(item)));
};

describe("a list page", () => {
  it.each(MANY)("returns one item per record: $name", (page) => check(page, "list"));
});

describe("a list page in any layout", () => {
  it.each(LAYOUTS)("returns one item per record: $name", (page) => check(page, "list"));
});

describe("a detail page", () => {
  it.each(ONE)("returns one item with its own values: $name", (page) => check(page, "detail"));
});

describe("fields without any value", () => {
  it.each(["all of them", ""])("return no items, with the instructions '%s'", (instructions) => {
    const cards = repeat(
      NAMES,
      (name) => `<li><a href="/p/${name}"><img src="/${name}.jpg" alt=""><h3>${name}</h3></a></li>`,
    );
    const page = pageOf(`<h1>Chairs</h1><ul>${cards}</ul>`);
    expect(extractFrom(page, { schema: { mileage: "number", vin: "string" }, instructions }).results).toEqual(
      [],
    );
  });
});

describe("hostile pages", () => {
  const secondsFor = (html: string): number => {
    // Processor time: the machine may be busy with other tests.
    const before = process.cpuUsage();
    extractFrom(html);
    return process.cpuUsage(before).user / 1e6;
  };
  const many = (count: number, write: (at: number) => string): string =>
    pageOf(Array.from({ length: count }, (_, at) => write(at)).join(""));

  it("with 20,000 records return them all in bounded time", () => {
    const page = many(
      20_000,
      (at) => `<div class="card"><a href="/p/${at}"><h3>Card ${at}</h3></a><p>€${at}.50</p></div>`,
    );
    const before = process.cpuUsage();
    const { kind, results } = extractFrom(page);
    expect({ kind, count: results.length }).toEqual({ kind: "list", count: 20_000 });
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(60);
  }, 300_000);

  it.each([
    ["5 MB of divs in divs", many(2_200, () => `${"<div>".repeat(200)}x${"</div>".repeat(200)}`)],
    ["lists in lists", many(60, () => `${"<ul><li><a href=x>y</a>".repeat(80)}${"</li></ul>".repeat(80)}`)],
    ["headings and nothing else", many(40_000, (at) => `<h2>Heading ${at}</h2>`)],
    [
      "a class of its own for each of many elements",
      many(20_000, (at) => `<div class="a${"b".repeat(at % 7)} c${at}"><a href="/${at}">x</a></div>`),
    ],
    [
      "many small lists of one name",
      many(
        20_000,
        (at) => `<ul><li class="it"><a href="/${at}"><img src=x>${at}</a></li><li class="it">b</li></ul>`,
      ),
    ],
  ])(
    "of %s take bounded time",
    (_what, html) => {
      expect(secondsFor(html)).toBeLessThan(60);
    },
    300_000,
  );
});
