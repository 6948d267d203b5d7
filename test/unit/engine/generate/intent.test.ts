import { describe, expect, it } from "@jest/globals";
import { readIntent } from "../../../../src/engine/generate/index.ts";

const namesIn = (prompt: string) => readIntent(prompt).fields.map(({ name }) => name);

describe("a prompt", () => {
  it.each([
    ["titles and prices of all products", ["title", "price"]],
    ["Get the name, price and availability of every laptop", ["name", "price", "availability"]],
    ["Titel und Preise aller Produkte", ["title", "price"]],
    ["Tous les titres et prix des produits", ["title", "price"]],
    ["Todos los productos con nombre, precio e imagen", ["title", "price", "image"]],
    ["所有产品的标题和价格", ["title", "price"]],
    ["All headlines with author and date", ["title", "author", "date"]],
    ["every product", []],
    ["All teams with points and wins", ["points", "wins"]],
    ["Email addresses and phone numbers of every member", ["email", "phone"]],
    ["Alle Termine mit Datum, Uhrzeit und Ort", ["date", "startTime", "location"]],
    ["Todas las noticias con titular y fecha", ["title", "date"]],
    ["All questions and answers of this FAQ", ["question", "answer"]],
  ])("names exactly its fields: %s", (prompt, fields) => {
    expect(namesIn(prompt).map((name) => (name === "headline" ? "title" : name))).toEqual(fields);
  });

  it.each([
    ["all products", "list"],
    ["the first 20 posts", "list"],
    ["the price of this product", "detail"],
    ["what stands here", null],
  ])("asks for one record or many: %s → %s", (prompt, kind) => {
    expect(readIntent(prompt).kind).toBe(kind);
  });

  it.each([
    ["first 20 products", { maxItems: 20, maxPages: null }],
    ["the top ten articles", { maxItems: 10, maxPages: null }],
    ["die ersten 15 Produkte", { maxItems: 15, maxPages: null }],
    ["products from the top 5 pages", { maxItems: null, maxPages: 5 }],
    ["all products, only the first page", { maxItems: null, maxPages: 1 }],
    ["all products", { maxItems: null, maxPages: null }],
  ])("sets limits: %s", (prompt, limits) => {
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
  ])("sets a schedule: %s", (prompt, schedule) => {
    expect(readIntent(prompt).schedule).toEqual(schedule);
  });

  it.each([
    "Notify me of new apartments under 1000 EUR",
    "Tell me every morning if new apartments under 1000 EUR appear",
    "Email me about new apartments below 1000 EUR",
  ])("watches for new records that meet a condition: %s", (prompt) => {
    expect(readIntent(prompt).monitoring).toMatchObject({
      conditions: ["added", "price < 1000"],
      match: "all",
    });
  });

  it.each([
    ["Sag mir Bescheid, wenn eine neue Stelle erscheint", ["added"]],
    ["Monitor for new pull requests with title and author every 15 minutes", ["added"]],
    ["Check daily whether tickets are available", ["in_stock = true"]],
  ])("watches: %s", (prompt, conditions) => {
    expect(readIntent(prompt).monitoring?.conditions).toEqual(conditions);
  });

  it("collects what it is asked to get and check", () => {
    const { monitoring } = readIntent("Get title and price of each product and check if they are in stock");
    expect(monitoring).toBeNull();
  });

  it("leaves out what is to be ignored", () => {
    const { fields, excluded } = readIntent("Tell me when this page changes, but ignore the date");
    expect([fields, excluded]).toEqual([[], ["date"]]);
  });

  it("watches for a price that is new, but not for new records", () => {
    expect(readIntent("Notify me when a new price is below 20").monitoring?.conditions).toEqual([
      "price < 20",
    ]);
  });

  it("types fields as the extractor does", () => {
    const { fields } = readIntent("All tenders with deadline, release date and number of rooms");
    expect(fields.map(({ type }) => type)).toEqual(["date", "date", "number"]);
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
  ])("asks for notifications: %s", (prompt, monitoring) => {
    expect(readIntent(prompt).monitoring).toMatchObject(monitoring);
  });

  it.each([
    ["tell me when the price drops below $1,299", ["price < 1299"]],
    ["tell me when the price drops below $1,299.50", ["price < 1299.5"]],
    ["benachrichtige mich, wenn der Preis unter 1.299,00 € fällt", ["price < 1299"]],
    ["alert me when the price is under 1 299 €", ["price < 1299"]],
    ["alert me when the price is over 20k", ["price > 20000"]],
    ["alert me when the rating falls below 4.5", ["rating < 4.5"]],
    ["alert me when the rating of this kettle drops below 4", ["rating < 4"]],
    ["let me know when the price of this laptop drops below 500", ["price < 500"]],
    ["alert me when it drops under $19.99", ["price < 19.99"]],
  ])("compares with the number as people read it: %s", (prompt, conditions) => {
    expect(readIntent(prompt).monitoring).toMatchObject({ conditions, ignored: [] });
  });

  it.each([
    ["alert me when stock drops below 5", "stock < 5"],
    ["alert me when the population of Tokyo rises above 40 million", "population > 40000000"],
    ["alert me when the temperature drops", "temperature falls"],
    ["notify me when the temperature in Oslo falls below -5 °C", "temperature < -5"],
    ["let me know once the wait time drops under 15 minutes", "waitTime < 15"],
    ["Warne mich, wenn der Wasserstand des Rheins über 7,2 m steigt", "wasserstand > 7.2"],
    ["Alerte-moi si le niveau de l'eau dépasse 4 m", "niveau > 4"],
    ["Avísame si la humedad supera el 80 %", "humedad > 80"],
    ["avvisami quando la temperatura scende sotto 0", "temperatura < 0"],
    ["Сообщи, когда температура упадет ниже 0", "температура < 0"],
    ["気温が0度以下になったら知らせて", "気温 <= 0"],
    ["当气温低于0度时提醒我", "气温 < 0"],
    ["기온이 0도 이하가 되면 알려줘", "기온 <= 0"],
  ])("compares a number that is no known field: %s", (prompt, condition) => {
    const { monitoring, notes, fields } = readIntent(prompt);
    expect(monitoring?.conditions).toEqual([condition]);
    expect(fields).toContainEqual(expect.objectContaining({ name: condition.split(" ")[0], type: "number" }));
    expect(notes).toEqual([]);
  });

  it.each([
    ["Monitor the rating. Notify me when it drops below 3.5", "rating < 3.5"],
    ["Tell me when it falls below 20", "price < 20"],
    ["Watch the price and rating of this kettle, tell me if it drops below 20", "price < 20"],
    ["New apartments under 1100 a month: let me know", "price < 1100"],
    ["Avise-me quando o preço baixar de R$ 99,90", "price < 99.9"],
  ])("knows what is compared without its name: %s", (prompt, condition) => {
    expect(readIntent(prompt).monitoring?.conditions).toContain(condition);
  });

  it.each([
    ['Alert me when the page says "Sold out"', 'content contains "Sold out"'],
    ['let me know when the changelog mentions "breaking"', 'content contains "breaking"'],
    ['notify me if the text "Applications closed" appears', 'content contains "Applications closed"'],
    ['Benachrichtige mich, wenn der Text "Ausverkauft" erscheint', 'content contains "Ausverkauft"'],
    ['let me know when this page no longer says "Coming soon"', 'content not contains "Coming soon"'],
    ["「受付中」と表示されたら知らせて", 'content contains "受付中"'],
  ])("looks for a quoted text in all that the page says: %s", (prompt, condition) => {
    const { monitoring, fields } = readIntent(prompt);
    expect(monitoring?.conditions).toEqual([condition]);
    expect(fields.filter(({ isImplied }) => !isImplied).map(({ name }) => name)).toEqual(["content"]);
  });

  it.each([
    ["alert me when a product under $50 is added", { conditions: ["added", "price < 50"], match: "all" }],
    [
      "alert me when a product is added or the price drops below 50",
      { conditions: ["added", "price < 50"], match: "any" },
    ],
  ])("can ask for new records with a price condition: %s", (prompt, monitoring) => {
    expect(readIntent(prompt).monitoring).toMatchObject(monitoring);
  });

  it.each([
    ["Produkte, jeden Tag um 7 Uhr Berliner Zeit", "0 7 * * *", "Europe/Berlin"],
    ["products, every day at 7:30 Europe/Berlin", "30 7 * * *", "Europe/Berlin"],
    ["products, daily 7:30 Europe/Berlin", "30 7 * * *", "Europe/Berlin"],
    ["products every day at 8 am New York time", "0 8 * * *", "America/New_York"],
    ["at 8 am New York time every day, all products", "0 8 * * *", "America/New_York"],
    ["products every monday at 9 PST", "0 9 * * 1", "America/Los_Angeles"],
    ["tous les produits chaque jour à 8h heure de Paris", "0 8 * * *", "Europe/Paris"],
    ["products every day at 6 and all prices", "0 6 * * *", "UTC"],
  ])("sets a time in a time zone: %s", (prompt, cron, timezone) => {
    const { schedule, notes } = readIntent(prompt);
    expect(schedule).toEqual({ cron, timezone });
    expect(notes).toEqual([]);
  });

  it.each([
    ["products every day at 8", { cron: "0 8 * * *", timezone: "Asia/Tokyo" }],
    ["products every day at 8 local time", { cron: "0 8 * * *", timezone: "Asia/Tokyo" }],
    ["products every 2 hours between 9 and 17", { cron: "0 9-17/2 * * *", timezone: "Asia/Tokyo" }],
    ["products every day at 8 UTC", { cron: "0 8 * * *", timezone: "UTC" }],
    ["products every day at 8 Berlin time", { cron: "0 8 * * *", timezone: "Europe/Berlin" }],
    ["products every day at 8 in Berlin", { cron: "0 8 * * *", timezone: "Europe/Berlin" }],
    ["every day at 8 in New York all products", { cron: "0 8 * * *", timezone: "America/New_York" }],
    ["products every day at 8 in English", { cron: "0 8 * * *", timezone: "Asia/Tokyo" }],
    ["products every day at 8 in German", { cron: "0 8 * * *", timezone: "Asia/Tokyo" }],
  ])("means the clock of whoever says it, unless it names another: %s", (prompt, schedule) => {
    const read = readIntent(prompt, "Asia/Tokyo");
    expect(read.schedule).toEqual(schedule);
    expect(read.notes).toEqual([]);
  });

  it("takes no month for a time zone, and says that it is not applied", () => {
    const { schedule, notes } = readIntent("products every day at 8 in May", "Asia/Tokyo");
    expect(schedule).toEqual({ cron: "0 8 * * *", timezone: "Asia/Tokyo" });
    expect(notes).toEqual([expect.stringContaining('"in May"')]);
  });

  it("says so if it names an unknown time zone", () => {
    const { schedule, notes } = readIntent("products every day at 8 am Atlantis time");
    expect(schedule).toEqual({ cron: "0 8 * * *", timezone: "UTC" });
    expect(notes).toEqual([expect.stringContaining('"Atlantis"')]);
  });

  it.each([
    ["twice a day", "12h"],
    ["three times a day", "8h"],
    ["every 2 weeks", "14d"],
    ["every 3 days", "3d"],
    ["every other day", "2d"],
    ["alle 2 Wochen", "14d"],
  ])("sets an interval: all products, %s", (when, every) => {
    expect(readIntent(`all products, ${when}`).schedule).toEqual({ every });
  });

  it.each([
    ["titles but not prices of all products", ["title"]],
    ["title and date of all articles, without images", ["title", "date"]],
    ["Titel ohne Preise aller Produkte", ["title"]],
  ])("excludes fields: %s", (prompt, fields) => {
    expect(namesIn(prompt)).toEqual(fields);
  });

  it.each([
    ["the 3 cheapest products", "3 cheapest"],
    ["all products cheaper than $100", "cheaper than $100"],
    ["all products, only in stock", "only in stock"],
    ["jobs in Berlin", "jobs in Berlin"],
  ])("that filters is answered with a note that every record is collected: %s", (prompt, said) => {
    expect(readIntent(prompt).notes.join(" ")).toContain(said);
  });

  it.each(["titles and prices of all products", "jobs in this list", "all articles of 2024"])(
    "needs no note if a flow can do everything: %s",
    (prompt) => {
      expect(readIntent(prompt).notes).toEqual([]);
    },
  );

  it("that only asks for data does not monitor", () => {
    expect(readIntent("all products with prices below the fold").monitoring).toBeNull();
  });
});
