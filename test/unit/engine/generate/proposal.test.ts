import { describe, expect, it } from "@jest/globals";
import {
  checkProposal,
  draftStep,
  keepOnPage,
  type Proposal,
  readIntent,
} from "../../../../src/engine/generate/index.ts";
import { LIST, NAMES, NOW, pageOf } from "./world/list.ts";

describe("a model's proposal", () => {
  const { document } = pageOf(LIST);
  const proposal = (fields: [string, string, string | null][], itemSelector: string | null = ".good") => ({
    name: "Kettles",
    itemSelector,
    fields: fields.map(([name, selector, attribute]) => ({
      name,
      type: "string" as const,
      selector,
      attribute,
    })),
  });

  const check = (given: Proposal, prompt = "title and maker of all kettles") => {
    const intent = readIntent(prompt);
    return checkProposal(document, given, intent, draftStep(document, intent, NOW), NOW);
  };

  it("is used as far as the page confirms it, and the rest is reported", () => {
    const { draft, problems } = check(
      proposal([
        ["title", "h3", null],
        ["maker", ".maker", null],
      ]),
    );
    expect(draft?.steps).toEqual([{ type: "extract", selector: ".good", fields: ["title: h3"] }]);
    expect(problems).toEqual([expect.stringContaining("maker")]);
  });

  it.each([
    ["records that are not there", proposal([["title", "h3", null]], ".product-tile")],
    ["a selector that is none", proposal([["title", "h3", null]], "li >>> b[")],
    ["fields that could harm an object", proposal([["__proto__", "h3", null]])],
    ["no field", proposal([])],
  ])("is refused with %s", (_, given) => {
    const { draft, problems } = check(given);
    expect(draft).toBeNull();
    expect(problems).not.toEqual([]);
  });

  const struck = pageOf(
    `<html lang="en"><body><main><h1>Kettles</h1><ul>${NAMES.map(
      (name, index) =>
        `<li class="good"><h3><a href="/k/${index}">${name}</a></h3><p><s class="was">€${index + 30}.00</s> <b class="now">€${index + 20}.00</b></p><a class="shop" href="/basket">Basket</a></li>`,
    ).join("")}</ul></main></body></html>`,
  ).document;
  const checkStruck = (given: Proposal, prompt = "title, price and link of all products") => {
    const intent = readIntent(prompt);
    return checkProposal(struck, given, intent, draftStep(struck, intent, NOW), NOW);
  };

  it("passes the checks that generated flows pass", () => {
    const { draft, problems } = checkStruck(
      proposal([
        ["title", "h3", null],
        ["price", ".was", null],
        ["link", ".shop", "href"],
      ]),
    );
    expect(Object.keys(draft?.outputSchema ?? {})).toEqual(["title"]);
    expect(problems).toEqual([
      expect.stringContaining('".was" does not contain the price'),
      expect.stringContaining('".shop" reads the same in every record'),
    ]);
  });

  it("is read in the type of each field's meaning", () => {
    const { draft } = checkStruck(proposal([["price", ".now", null]]), "price of all products");
    expect(draft?.outputSchema).toEqual({ price: "price" });
  });

  it("scores lower than the generated flow while it lacks fields that the page has, and names them", () => {
    const { problems, isWorse } = checkStruck(
      proposal([["title", "h3", null]]),
      "title and price of all products",
    );
    expect(isWorse).toBe(true);
    expect(problems).toEqual([expect.stringMatching(/^price: it is asked for/)]);
    const whole = proposal([
      ["title", "h3", null],
      ["price", ".now", null],
    ]);
    expect(checkStruck(whole, "title and price of all products")).toMatchObject({
      isWorse: false,
      problems: [],
    });
  });

  it.each([
    ["one record where many are asked for", proposal([["title", "h1", null]], null)],
    ["records inside each other", proposal([["title", "h3", null]], "ul, li")],
  ])("is refused with %s", (_, given) => {
    expect(checkStruck(given)).toMatchObject({ draft: null, isWorse: true });
  });

  it("leaves out what the prompt excludes", () => {
    const { draft } = checkStruck(
      proposal([
        ["title", "h3", null],
        ["price", ".now", null],
      ]),
      "all products without prices",
    );
    expect(draft?.outputSchema).toEqual({ title: "string" });
  });

  it("keeps only values that are on the page", () => {
    const items = [{ title: "Oak kettle", price: "€20.50", url: "/k/0", maker: "Acme", weight: 12.7 }];
    const schema = {
      title: "string",
      price: "price",
      url: "url",
      maker: "string",
      weight: "number",
    } as const;
    expect(keepOnPage(document, { items }, schema, NOW)).toEqual([
      { title: "Oak kettle", price: 20.5, url: "https://shop.example/k/0", maker: null, weight: null },
    ]);
    expect(keepOnPage(document, { items: [{ title: "Tin kettle" }] }, { title: "string" }, NOW)).toEqual([]);
  });
});
