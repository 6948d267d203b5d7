import { describe, expect, it } from "@jest/globals";
import { readIntent } from "../../../../src/engine/generate/index.ts";

const namesIn = (prompt: string) => readIntent(prompt).fields.map(({ name }) => name);

describe("a sentence", () => {
  it.each([
    ["titles and prices of all products", ["title", "price"]],
    ["Get the name, price and availability of every laptop", ["name", "price", "availability"]],
    ["Titel und Preise aller Produkte", ["title", "price"]],
    ["Tous les titres et prix des produits", ["title", "price"]],
    ["Todos los productos con nombre, precio e imagen", ["title", "price", "image"]],
    ["所有产品的标题和价格", ["title", "price"]],
    ["All headlines with author and date", ["title", "author", "date"]],
    ["every product", []],
  ])("%s names its fields and no others", (prompt, fields) => {
    expect(namesIn(prompt).map((name) => (name === "headline" ? "title" : name))).toEqual(fields);
  });

  it.each([
    ["all products", "list"],
    ["the first 20 posts", "list"],
    ["the price of this product", "detail"],
    ["what stands here", null],
  ])("%s asks for one record or many: %s", (prompt, kind) => {
    expect(readIntent(prompt).kind).toBe(kind);
  });

  it.each([
    ["first 20 products", { maxItems: 20, maxPages: null }],
    ["the top ten articles", { maxItems: 10, maxPages: null }],
    ["die ersten 15 Produkte", { maxItems: 15, maxPages: null }],
    ["products from the top 5 pages", { maxItems: null, maxPages: 5 }],
    ["all products, only the first page", { maxItems: null, maxPages: 1 }],
    ["all products", { maxItems: null, maxPages: null }],
  ])("%s sets limits", (prompt, limits) => {
    expect(readIntent(prompt).limits).toMatchObject(limits);
  });

  it.each([
    ["all products, every day at 6", { cron: "0 6 * * *", timezone: "UTC" }],
    ["all products daily at 6:30 pm", { cron: "30 18 * * *", timezone: "UTC" }],
    ["alle Produkte jeden Montag um 9", { cron: "0 9 * * 1", timezone: "UTC" }],
    ["new jobs, hourly", { every: "1h" }],
    ["new jobs every 15 minutes", { every: "15m" }],
    ["new jobs every 2 minutes", { every: "5m" }],
    ["all products", null],
  ])("%s sets a schedule", (prompt, schedule) => {
    expect(readIntent(prompt).schedule).toEqual(schedule);
  });

  it.each([
    ["Watch this product: price below 20", { conditions: ["price < 20"], restock: false }],
    ["alert me when it drops under $19.99, the price is what I mean", { restock: false }],
    ["Tell me when it is back in stock", { conditions: [], restock: true }],
    [
      "Let me know when the price drops by 5%",
      { conditions: ["price falls", "price percent change >= 5"], match: "all" },
    ],
    ["Benachrichtige mich, wenn der Preis unter 30 fällt", { conditions: ["price < 30"] }],
    ["Track new articles", { conditions: ["added"] }],
  ])("%s asks to be told of something", (prompt, monitoring) => {
    expect(readIntent(prompt).monitoring).toMatchObject(monitoring);
  });

  it("that asks for data only watches nothing", () => {
    expect(readIntent("all products with prices below the fold").monitoring).toBeNull();
  });
});
