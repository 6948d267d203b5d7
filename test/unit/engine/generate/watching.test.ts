import { describe, expect, it } from "@jest/globals";
import { parseCondition } from "../../../../src/contract/flows/conditions.ts";
import { createJudge } from "../../../../src/engine/change/conditions.ts";
import { readIntent } from "../../../../src/engine/generate/index.ts";
import { generate } from "./world/run.ts";

const watch = (prompt: string) => readIntent(prompt).monitoring;

describe("the condition in a prompt", () => {
  it.each([
    ["Alert me when the price is below 20 and the rating is over 4", ["price < 20", "rating > 4"], "all"],
    ["alert me when price drops below 20 or rises above 50", ["price < 20", "price > 50"], "any"],
    [
      "alert me when the rating is at least 4 and the price at most 30",
      ["rating >= 4", "price <= 30"],
      "all",
    ],
    ["tell me when the price is between 10 and 20", ["price >= 10", "price <= 20"], "all"],
    ["notify me when it is in stock and costs less than 30", ["price < 30", "in_stock = true"], "all"],
    [
      "tell me when the price falls below 20 or it is back in stock",
      ["price < 20", "in_stock = true"],
      "any",
    ],
    ["alert when out of stock", ["in_stock = false"], "any"],
    ['Notify me by email when a new job for "nurse" is posted', ["added", 'title contains "nurse"'], "all"],
    ['watch new articles that mention "solar"', ["added", 'title contains "solar"'], "all"],
    ['let me know when the page mentions "sold out"', ['content contains "sold out"'], "any"],
    ["alert me when a product under $50 is added", ["added", "price < 50"], "all"],
    ["tell me when a product disappears", ["removed"], "any"],
    [
      "the price of any kettle is below 22 and its rating over 3: alert me",
      ["price < 22", "rating > 3"],
      "all",
    ],
    [
      "sag mir wenn der Preis unter 30 € fällt und die Bewertung über 4 liegt",
      ["price < 30", "rating > 4"],
      "all",
    ],
    ["Melde neue Stellen", ["added"], "any"],
    [
      "Préviens-moi quand le prix passe sous 20 € et que la note dépasse 4",
      ["price < 20", "rating > 4"],
      "all",
    ],
    ["préviens-moi si un nouveau produit est ajouté", ["added"], "any"],
    ["Avísame cuando el precio baje de 20 euros", ["price < 20"], "any"],
    ["Avise-me quando o preço cair abaixo de 20", ["price < 20"], "any"],
    ["avvisami quando il prezzo scende sotto i 20 euro", ["price < 20"], "any"],
    ["waarschuw me als de prijs onder 20 komt", ["price < 20"], "any"],
    ["Сообщи, когда цена упадет ниже 1000", ["price < 1000"], "any"],
    ["価格が2万円以下になったら知らせて", ["price <= 20000"], "any"],
    ["当价格低于100元时提醒我", ["price < 100"], "any"],
    ["가격이 20000원 이하가 되면 알려줘", ["price <= 20000"], "any"],
    ["نبهني عندما ينخفض السعر عن ٢٠", ["price < 20"], "any"],
  ])("%s", (prompt, conditions, match) => {
    expect(watch(prompt)).toMatchObject({ conditions, match, ignored: [], restock: false });
    for (const condition of conditions) expect(() => parseCondition(condition)).not.toThrow();
  });

  it.each([
    ["Send me a warning if the price drops below 50", "price < 50"],
    ["Drop me a line once tickets are available", "in_stock = true"],
    ["I would like to be told when a new apartment is listed", "added"],
    ["let me know the moment the listing disappears", "removed"],
    ["Check every day if there are new jobs", "added"],
    ["Text me as soon as a new episode comes out", "added"],
    ["tell me when someone replies to this thread", "added"],
    ["Gib mir bitte kurz Bescheid, sobald der Preis unter 20 € fällt", "price < 20"],
    ["Ich möchte informiert werden, wenn neue Stellen dazukommen", "added"],
    ["Prüfe täglich, ob der Preis unter 20 liegt", "price < 20"],
    ["Schreib mir, wenn es ausverkauft ist", "in_stock = false"],
    ["Je voudrais être prévenu dès que le prix passe sous 20 €", "price < 20"],
    ["Envoie-moi un mail si l'annonce est supprimée", "removed"],
    ["Avisa cuando salga una nueva versión", "added"],
    ["Quiero saber cuándo baje el precio de 30 euros", "price < 30"],
    ["Dimmi quando esce un nuovo episodio", "added"],
    ["Me diga quando o produto esgotar", "in_stock = false"],
    ["Stuur mij een bericht zodra de prijs onder 20 komt", "price < 20"],
    ["Daj mi znać, gdy cena spadnie poniżej 100 zł", "price < 100"],
    ["Powiadom mnie o nowych książkach", "added"],
    ["Дай знать, когда появятся новые вакансии", "added"],
    ["新しい記事が出たら教えて", "added"],
    ["价格低于100元时告诉我", "price < 100"],
    ["새 글이 올라오면 메일 보내줘", "added"],
  ])("is watched, however the sentence asks to be told: %s", (prompt, condition) => {
    const { monitoring, fields } = readIntent(prompt);
    expect(monitoring).toMatchObject({ conditions: [condition], ignored: [] });
    expect(fields.map(({ name }) => name)).not.toContain("startDate");
  });

  it.each([
    "tell me the price of all books, if available",
    "Tell me what each book costs and when it was published",
    "Send me the list of all products when done",
    "Get title and price of each product and check if they are in stock",
  ])("is not watched if the sentence asks to be told once: %s", (prompt) => {
    expect(watch(prompt)).toBeNull();
  });

  it.each([
    "Tell me when it is back in stock",
    "melde, wenn es wieder lieferbar ist",
    "préviens-moi quand il est de nouveau disponible",
    "再入荷したら知らせて",
    "نبهني عند توفر المنتج مرة أخرى",
  ])("can be a restock: %s", (prompt) => {
    expect(watch(prompt)).toMatchObject({ restock: true, conditions: [], fields: ["in_stock"] });
  });

  it.each([
    ["tell me when the price changes", ["price"]],
    ["sag mir wenn sich der Preis ändert", ["price"]],
    ["watch this page and tell me if anything changes", []],
    ["価格が変わったら知らせて", ["price"]],
  ])("can be any change: %s", (prompt, compared) => {
    expect(watch(prompt)).toMatchObject({ conditions: [], compared, ignored: [] });
  });

  it.each([
    "titles and prices of all products, tell me when a price changes",
    "find all titles and prices, and tell me when one changes",
    "title, price; let me know when prices change",
    "title and price, tell me when a new product appears",
    "title and price, alert me when an item is removed",
    "title, price, email me when something is sold out",
    "Titel und Preis aller Produkte, sag mir, wenn sich ein Preis ändert",
    "título y precio de todos los productos, avísame cuando cambie un precio",
    "all products with title and price, every day, tell me when a price changes",
    "Watch all tickets with title and price, tell me when the status changes or one is added",
    "title and price of each article; tell me when an article changes its title",
    "Titel und Preis, benachrichtige mich, sobald sich der Preis ändert",
    "title and price; let me know as soon as one changes its layout or finish",
  ])("is no field of its own: %s", (prompt) => {
    const { fields, monitoring } = readIntent(prompt);
    expect(monitoring).not.toBeNull();
    const named = fields.filter(({ isImplied, name }) => !isImplied && name !== "in_stock");
    expect(named.map(({ name }) => name)).toEqual(["title", "price"]);
  });

  it.each([
    ["Watch all repositories with name, stars and last update", ["name", "stars", "modified"]],
    ["Monitor all exchange rates with currency, rate and change", ["change", "rate", "currency"]],
    [
      "Monitor weather: temperature, wind, and temperature change",
      ["temperature", "wind", "temperatureChange"],
    ],
    ["Monitor the change log: version, date and changes", ["version", "date", "changes"]],
    ["Monitor product name, price and last update, alert if one changes", ["title", "price", "modified"]],
    ["notify me about repositories with name and last update", ["name", "modified"]],
    ["watch when a new job appears with title and wattage", ["title", "wattage"]],
    ["alert me when the price drops below 5 with name, price and change", ["name", "price", "change"]],
    [
      "alert me when rooms with sea view are sold out, with name and price",
      ["name", "price", "rooms", "in_stock"],
    ],
    ["notify me of price updates", ["price"]],
  ])("takes nothing from the fields beside it: %s", (prompt, names) => {
    const named = readIntent(prompt).fields.filter(({ isImplied }) => !isImplied);
    expect(named.map(({ name }) => name)).toEqual(names);
  });

  it("is reported if it cannot be expressed", () => {
    expect(watch("tell me when it gets warmer outside")?.ignored).toEqual(["it gets warmer outside"]);
    expect(
      generate("/kettles/oak", "alert me when the mood is below 5 or the price under 20").description,
    ).toContain('Left out because the page does not show it: "mood < 5".');
    const { description, monitor } = generate(
      "/kettles/oak",
      "Alert me if the rating falls below 4 or the price rises by more than 10%",
    );
    expect(monitor).toEqual({ conditions: ["rating < 4", "price percent change > 10"] });
    expect(description).toContain("Alerts when the rating is below 4 or the price changes by at least 10 %.");
    expect(description).toContain("A monitor supports only one of them");
  });

  it("uses the flow's field name", () => {
    const { monitor, outputSchema } = generate(
      "/kettles/oak",
      "cost of this kettle; alert me when the price is below 9",
    );
    expect(Object.keys(outputSchema)).toContain("cost");
    expect(monitor).toEqual({ conditions: ["cost < 9"] });
  });

  it.each([
    "Watch the price of Elm",
    "alert me when the price of Elm drops below 30",
    "Benachrichtige mich, wenn der Preis von Elm fällt",
  ])("applies to the one record that %j names", (prompt) => {
    const judge = createJudge(generate("/kettles", prompt).monitor ?? {});
    const told = (title: string) =>
      judge({
        change: { type: "changed", fields: { price: { previous: 40, current: 20 } } },
        record: { title, price: 20 },
      } as unknown as Parameters<typeof judge>[0]);
    expect([told("Elm kettle"), told("Oak kettle")]).toEqual([true, false]);
  });

  it.each([
    ["notify me when back in stock in size L", "in size L"],
    ["watch the price of The Iron Kettle", "The Iron Kettle"],
  ])("applies to every record, with a note, if nothing identifies the one in %j", (prompt, said) => {
    const { description, monitor } = generate("/kettles", prompt);
    expect(description).toContain(`a monitor cannot filter by "${said}"`);
    expect(monitor?.conditions).toBeUndefined();
  });
});

describe("any prompt", () => {
  it("is read in bounded time", () => {
    const started = process.cpuUsage().user;
    const parts = [
      " ",
      'click the "',
      "open each ",
      "price below 2 and ",
      "search for a ",
      "title and ",
      "every ",
    ];
    for (const one of parts)
      for (const other of parts) readIntent((one + other).repeat(2_000).slice(0, 2_000));
    expect((process.cpuUsage().user - started) / 1_000).toBeLessThan(10_000);
  });

  it.each([
    ["all information on this product", "detail"],
    ["every recipe on this page", "list"],
    ["open the page and collect all titles", "list"],
    ["title, price, images and specifications of this product", "detail"],
  ])("asks for one record or many: %s → %s", (prompt, kind) => {
    expect(readIntent(prompt).kind).toBe(kind);
  });

  it.each([
    ["name, price and stock status of every product in the category", ["name", "price", "availability"]],
    [
      "names of all employees with job title and email address, but not phone numbers",
      ["title", "jobTitle", "email"],
    ],
    ["name, price and email them to me", ["name", "price"]],
    ["title author price of every book", ["title", "author", "price"]],
    ["title and number of replies of all threads", ["title", "comments"]],
    ["alle Produkte mit Titel, Preis und Lieferzeit", ["title", "price", "lieferzeit"]],
  ])("names its fields: %s", (prompt, fields) => {
    expect(readIntent(prompt).fields.map(({ name }) => name)).toEqual(fields);
  });
});

describe("quantities in a prompt", () => {
  it.each([
    ["top 10 products", 10, null],
    ["20 products at most", 20, null],
    ["les 20 premiers produits, jusqu'à 3 pages", 20, 3],
    ["los 10 primeros productos, hasta 5 páginas", 10, 5],
    ["os 5 primeiros produtos", 5, null],
    ["i primi 10 libri", 10, null],
    ["höchstens 15 Produkte von den ersten 2 Seiten", 15, 2],
    ["最初の20件の商品", 20, null],
    ["前20个产品，前3页", 20, 3],
    ["أول ١٠ منتجات", 10, null],
    ["pages 1 to 4 of all products", null, 4],
    ["products up to 500 €", null, null],
    ["jobs of the last 7 days", null, null],
    ["the first 1234567 products", null, null],
  ])("%s", (prompt, maxItems, maxPages) => {
    expect(readIntent(prompt).limits).toMatchObject({ maxItems, maxPages });
  });
});
