import { describe, expect, it } from "@jest/globals";
import type { DescribedSchema } from "../../src/contract/fields/outputSchema.ts";
import { findMenu } from "../../src/domain/extract/menu.ts";
import { extractData, parseDocument } from "../../src/engine/extract/extract.ts";
import { appPage } from "./helpers.ts";

const listOf = (names: readonly string[]): string =>
  appPage(
    `<h1>Workbench</h1><ul class="side">${names.map((name, at) => `<li><a href="/x/${at}">${name}</a></li>`).join("")}</ul>`,
  );
const MENU = listOf(["Overview", "Settings", "Help", "Members", "Reports", "Audit log", "Teams"]);
const TITLES = listOf([
  "How the kettle came to be",
  "Pots and pans of the north",
  "A short history of spoons",
  "Why copper turns green",
  "The last tinsmith of Graz",
  "Clay bowls from the river",
]);
const look = (html: string, schema?: DescribedSchema) => {
  const document = parseDocument(html, { url: "https://app.example/" });
  const { results } = extractData(document, { ...(schema && { schema }), now: 0 });
  return { before: results, ...findMenu(results, schema !== undefined) };
};

describe("a menu that is returned as a list", () => {
  it.each([[undefined], [{ title: "string", price: "price" } as const]])(
    "has low confidence and a warning: fields %j",
    (schema) => {
      const { before, results, warnings } = look(MENU, schema);
      expect(results.map(({ item }) => item)).toEqual(before.map(({ item }) => item));
      expect(results).toHaveLength(7);
      for (const { provenance } of results)
        for (const { confidence } of Object.values(provenance)) expect(confidence).toBeLessThanOrEqual(0.3);
      expect(warnings).toEqual([
        expect.stringMatching(/^The 7 records have nothing but short names and links/),
      ]);
    },
  );

  it("names the fields that none of its records has", () => {
    expect(look(MENU, { title: "string", price: "price" }).warnings[0]).toContain("None has price.");
  });
});

describe("a list of links", () => {
  it("has normal confidence if links were requested", () => {
    expect(look(MENU, { title: "string" }).warnings).toEqual([]);
  });

  it("has normal confidence if it has titles", () => {
    expect(look(TITLES).warnings).toEqual([]);
    expect(look(TITLES, { title: "string", author: "string" }).warnings).toEqual([]);
  });
});
