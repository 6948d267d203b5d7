import { describe, expect, it } from "@jest/globals";
import { extractFrom, pageOf } from "../helpers.ts";
import type { KindCase } from "./case.ts";
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

describe("pages of many", () => {
  it.each(MANY)("gives one item for each record: $name", (page) => check(page, "list"));
});

describe("pages about one thing", () => {
  it.each(ONE)("gives one item with its own values: $name", (page) => check(page, "detail"));
});
