import { describe, expect, it } from "@jest/globals";
import { FlowDefinition } from "../../../../src/contract/flows/flowDefinition.ts";
import { readIntent } from "../../../../src/engine/generate/index.ts";
import { generate } from "./world/run.ts";

const writeActing = (path: string, prompt: string) => {
  const flow = generate(path, prompt);
  expect(FlowDefinition.safeParse(flow).error).toBeUndefined();
  expect(flow.mode).toBe("interact");
  return {
    ...flow,
    acts: flow.steps.slice(
      1,
      flow.steps.findIndex(({ type }) => type === "extract"),
    ),
  };
};

describe("the actions in a prompt", () => {
  it.each([
    ['click "Show sold" and collect all titles', [{ kind: "click", text: "Show sold" }]],
    ["Click the 'Next week' tab, then all events", [{ kind: "click", text: "Next week" }]],
    [
      "log in, then click Orders and collect all dates",
      [{ kind: "login" }, { kind: "click", text: "Orders" }],
    ],
    ["search for 'kettle' and give the results", [{ kind: "search", text: "kettle" }]],
    ["Search for wool socks and collect title and price", [{ kind: "search", text: "wool socks" }]],
    ["Suche nach Teekanne und gib Name und Preis", [{ kind: "search", text: "Teekanne" }]],
    ["cherche bouilloire et donne le prix", [{ kind: "search", text: "bouilloire" }]],
    ["「急須」を検索して、結果の名前", [{ kind: "search", text: "急須" }]],
    ["搜索“茶壶”并给出名称", [{ kind: "search", text: "茶壶" }]],
    ["search for all products with title and price", []],
    ["accept the cookies, then all names", [{ kind: "consent", accepts: true }]],
    ["all names, but reject all cookies first", [{ kind: "consent", accepts: false }]],
    ["akzeptiere die Cookies und sammle alle Titel", [{ kind: "consent", accepts: true }]],
    ["accepte les cookies et tous les titres", [{ kind: "consent", accepts: true }]],
    ["Acepta las cookies y extrae los precios", [{ kind: "consent", accepts: true }]],
    ['select "Berlin" in the city menu and all jobs', [{ kind: "select", text: "Berlin" }]],
    [
      'type "nurse" into the keyword field and press enter, then all jobs',
      [
        { kind: "type", text: "nurse", into: "keyword" },
        { kind: "press", key: "Enter" },
      ],
    ],
    [
      "wait 3 seconds and take a screenshot, all titles",
      [{ kind: "wait", seconds: 3 }, { kind: "screenshot" }],
    ],
    ["titles and prices of all products", []],
  ])("%s", (prompt, doings) => {
    expect(readIntent(prompt).doings).toEqual(doings);
  });

  it.each([
    "click load more and collect all names",
    'klicke auf "Mehr anzeigen" und sammle alle Titel',
    "load more until all products are shown",
  ])("continue until the end of the list: %s", (prompt) => {
    expect(readIntent(prompt)).toMatchObject({ loadsMore: true, doings: [], interacts: true });
    const { steps } = generate("/cars", prompt);
    expect(steps.at(-1)).toMatchObject({ type: "paginate", method: "load-more" });
  });

  it.each([
    ["open each product and read the description", ["description"]],
    ["visit every article and extract its author, date and full text", ["author", "date", "content"]],
    ["for each product, open the detail page and get the sku and the weight", ["sku", "weight"]],
    ["follow the links and collect the description of each book", ["description"]],
    ["öffne jedes Produkt und lies die Beschreibung", ["description"]],
    ["ouvre chaque article et lis le texte", ["content"]],
    ["abre cada producto y lee la descripción", ["description"]],
    ["abra cada produto e leia a descrição", ["description"]],
    ["各商品のページを開いて説明を読む", ["description"]],
    ["打开每个产品并读取描述", ["description"]],
    ["افتح كل منتج واقرأ الوصف", ["description"]],
    ["title and price of all products, and the description from each product's page", ["description"]],
    ["open every article", ["description", "content"]],
  ])("read fields on each record's own page: %s", (prompt, inner) => {
    expect(readIntent(prompt).inner?.map(({ name }) => name)).toEqual(inner);
  });

  it.each([
    ["name, price and sku of all kettles. open each kettle", ["sku"]],
    ["name and price of all kettles. open each kettle", ["description", "content"]],
  ])("read there what the list lacks, or what such pages have: %s", (prompt, inner) => {
    const step = generate("/kettles", prompt).steps.find(({ type }) => type === "follow");
    expect(step).toMatchObject({ steps: [{ type: "extract", fields: inner }] });
  });

  it.each(["open the page and collect all titles", "go to the website and get all prices"])(
    "do not open records: %s",
    (prompt) => expect(readIntent(prompt).inner).toBeNull(),
  );
});

describe("a generated flow with actions", () => {
  it("searches, and reads the results page", () => {
    const { acts, steps, description } = writeActing(
      "/kettles",
      "search for teapot and give me name and price of the results",
    );
    expect(acts).toEqual([
      { type: "type", label: "search", selector: 'input[name="q"]', text: "teapot" },
      { type: "press", key: "Enter", selector: 'input[name="q"]' },
      { type: "wait", networkIdle: true },
    ]);
    expect(steps.at(-1)).toMatchObject({
      selector: ".hit",
      fields: ["name: .hit-name", "price: .hit-price"],
    });
    expect(description).toContain('it searches for "teapot"');
  });

  it("says if the search results could not be examined", () => {
    const { description } = writeActing(
      "/kettles",
      "search for goblets and give me name and price of the results",
    );
    expect(description).toContain("were not opened");
    const { description: none } = writeActing(
      "/cars",
      "search for goblets and give me the names of the results",
    );
    expect(none).toContain("has no search field");
  });

  it("accepts cookies if there is a banner, and continues if there is none", () => {
    const { acts, description } = writeActing(
      "/kettles",
      "Accept the cookies and collect the name of all products",
    );
    expect(acts).toEqual([
      expect.objectContaining({ type: "click", selector: "#accept-cookies", optional: true }),
    ]);
    expect(description).toContain("accepts the cookies");
    const { acts: guessed, description: told } = writeActing(
      "/cars",
      "accept cookies, then the name of every car",
    );
    expect(guessed).toEqual([
      expect.objectContaining({ selector: 'button:icontains("accept")', optional: true }),
    ]);
    expect(told).toContain("shows no cookie banner");
  });

  it("names actions for which the page has no element", () => {
    const { acts, description } = writeActing("/cars", 'click "Orders" and collect the name of every car');
    expect(acts).toEqual([]);
    expect(description).toContain('No link or button says "Orders"');
  });
});
