import { describe, expect, it } from "@jest/globals";
import type { GeneratedFlow } from "../../../../src/contract/extraction/generate.ts";
import { FlowDefinition } from "../../../../src/contract/flows/flowDefinition.ts";
import { checkSchedule } from "../../../../src/domain/flows/checkSchedule.ts";
import { ARTICLES, CARS, HILOS, KETTLES, POTS, SITE, STELLEN } from "./world/pages.ts";
import { generate, runFlow } from "./world/run.ts";

type Item = Record<string, unknown>;
interface Case {
  readonly path: string;
  readonly prompt: string;
  readonly items: readonly Item[];
  /** Of the flow, beside its steps. */
  readonly flow?: Partial<GeneratedFlow>;
  /** What the description must say. */
  readonly says?: readonly string[];
  /** Fields that are in the notes, and not in the description. */
  readonly lacks?: readonly string[];
}

const kettles = (...names: (keyof (typeof KETTLES)[number])[]): Item[] =>
  KETTLES.map((kettle) => Object.fromEntries(names.map((name) => [name, kettle[name]])));
const named = (items: readonly Item[], from: string, to: string): Item[] =>
  items.map((item) =>
    Object.fromEntries(Object.entries(item).map(([name, value]) => [name === from ? to : name, value])),
  );
const urls = KETTLES.map(({ slug }) => `${SITE}/kettles/${slug}`);

const CASES: readonly Case[] = [
  {
    path: "/kettles",
    prompt: "title, price, and rating of every kettle, first 7, from all pages",
    items: named(kettles("name", "price", "rating"), "name", "title").slice(0, 7),
    flow: { limits: { maxItems: 7 }, mode: "extract" },
    says: ["the first 7 at most", "the pages after it"],
  },
  {
    path: "/kettles",
    prompt: "names and prices of all products, only this page",
    items: named(kettles("name", "price"), "name", "title").slice(0, 3),
    says: ["from this page only"],
  },
  {
    path: "/kettles",
    prompt: "everything in this list without the price and the image, top 2 pages",
    items: KETTLES.slice(0, 6).map(({ name, rating }, index) => ({ title: name, url: urls[index], rating })),
    says: ["from up to 2 pages"],
  },
  {
    path: "/kettles",
    prompt: "open each product and read the description and the sku",
    items: KETTLES.map(({ name, description, sku }, index) => ({
      title: name,
      url: urls[index],
      description,
      sku,
    })),
    says: ["Opens each record's own page for description and sku", "no such page was opened"],
  },
  {
    path: "/kettles",
    prompt: "Name und Preis aller Produkte, und die Artikelnummer von der Detailseite, höchstens 1 Seite",
    items: KETTLES.slice(0, 3).map(({ name, price, sku }, index) => ({ name, price, url: urls[index], sku })),
  },
  {
    path: "/kettles",
    prompt: "name and price of all kettles under 22 euros, sorted by price",
    items: kettles("name", "price"),
    says: ['cannot filter by "under 22 euros"', 'cannot do "sorted by price"'],
  },
  {
    path: "/kettles",
    prompt: "title, price and horsepower of all products",
    items: named(kettles("name", "price"), "name", "title"),
    lacks: ["horsepower"],
  },
  {
    path: "/kettles",
    prompt: "name, price and email of all kettles",
    items: kettles("name", "price"),
    lacks: ["email"],
  },
  {
    path: "/kettles",
    prompt: "Name, Preis und Bewertung aller Produkte, höchstens 2 Seiten",
    items: kettles("name", "price", "rating").slice(0, 6),
  },
  {
    path: "/kettles",
    prompt: "Alert me when the price of any product is below 22 and the rating is over 3, every day at noon",
    items: KETTLES.map(({ name, price, rating }, index) => ({
      title: name,
      url: urls[index],
      price,
      rating,
    })),
    flow: {
      mode: "monitor",
      monitor: { conditions: ["price < 22", "rating > 3"], match: "all" },
      schedule: { cron: "0 12 * * *", timezone: "UTC" },
    },
    says: ["Alerts when the price is below 22 and the rating is above 3.", "every day at 12:00 (UTC)"],
  },
  {
    path: "/kettles",
    prompt: "notify me when any kettle comes back in stock, every 15 minutes",
    items: KETTLES.map(({ name, stock }, index) => ({ title: name, url: urls[index], in_stock: stock })),
    flow: { mode: "monitor", monitor: { restock: true }, schedule: { every: "15m" } },
    says: ["Alerts when it comes back in stock", "every 15 minutes"],
  },
  {
    path: "/kettles/oak",
    prompt: "Alert me when the price changes, weekdays at 8pm Berlin time",
    items: [{ title: "Oak kettle", price: 20.5 }],
    flow: { monitor: { fields: ["price"] }, schedule: { cron: "0 20 * * 1-5", timezone: "Europe/Berlin" } },
    says: ["Alerts on every change of price", "from Monday to Friday at 20:00 (Europe/Berlin)"],
  },
  {
    path: "/kettles/oak",
    prompt: "price and sku, and tell me when it gets warmer outside",
    items: [{ title: "Oak kettle", price: 20.5, sku: "KT-100" }],
    flow: { mode: "monitor" },
    says: ["every change raises an alert", '"it gets warmer outside"'],
  },
  {
    path: "/cars",
    prompt: "name, price, horsepower and fuel type of every car",
    items: CARS.map(({ name, price, power, fuel }) => ({ name, price, horsepower: power, fuelType: fuel })),
    says: ["horsepower and fuel type of all listings"],
  },
  {
    path: "/stellen",
    prompt: "Titel, Firma, Ort und Gehalt aller Stellen",
    items: STELLEN.map(({ titel, firma, ort, gehalt }) => ({
      title: titel,
      organization: firma,
      location: ort,
      salary: gehalt,
    })),
  },
  {
    path: "/stellen",
    prompt: "alle Stellen mit Titel und Firma, auf allen Seiten, die ersten 4, werktags um halb neun",
    items: STELLEN.slice(0, 4).map(({ titel, firma }) => ({ title: titel, organization: firma })),
    flow: { limits: { maxItems: 4 }, schedule: { cron: "30 8 * * 1-5", timezone: "UTC" } },
  },
  {
    path: "/stellen",
    prompt: "job title, company, location and salary of all jobs",
    items: STELLEN.map(({ titel, firma, ort, gehalt }) => ({
      jobTitle: titel,
      company: firma,
      location: ort,
      salary: gehalt,
    })),
  },
  {
    path: "/actualites",
    prompt: "les 2 premiers articles avec titre, auteur et date, tous les jours à midi",
    items: ARTICLES.slice(0, 2).map(({ titre, auteur, date }) => ({ title: titre, author: auteur, date })),
    flow: { schedule: { cron: "0 12 * * *", timezone: "UTC" }, limits: { maxItems: 2 } },
  },
  {
    path: "/foro",
    prompt: "título, autor y número de respuestas de todos los hilos",
    items: HILOS.map(({ titulo, autor, respuestas }) => ({
      title: titulo,
      author: autor,
      comments: respuestas,
    })),
  },
  {
    path: "/foro",
    prompt: "título y autor de los hilos, sin enlaces, los 3 primeros",
    items: HILOS.slice(0, 3).map(({ titulo, autor }) => ({ title: titulo, author: autor })),
  },
  {
    path: "/chaleira",
    prompt: "Avise-me quando o preço cair abaixo de 100 reais, todos os dias às 8 da noite",
    items: [{ title: "Chaleira de aço", price: 129.9 }],
    flow: {
      monitor: { conditions: ["price < 100"] },
      schedule: { cron: "0 20 * * *", timezone: "UTC" },
    },
  },
  {
    path: "/ja",
    prompt: "すべての商品の名前と価格、最初の3件",
    items: named(POTS.ja.slice(0, 3), "name", "title"),
    flow: { limits: { maxItems: 3 } },
  },
  {
    path: "/ja",
    prompt: "価格が3000円以下になったら知らせて、毎日正午",
    items: named(POTS.ja, "name", "title"),
    flow: {
      monitor: { conditions: ["price <= 3000"] },
      schedule: { cron: "0 12 * * *", timezone: "UTC" },
    },
  },
  {
    path: "/zh",
    prompt: "所有产品的名称、价格和链接，前3个",
    items: POTS.zh
      .slice(0, 3)
      .map(({ name, price }, index) => ({ title: name, price, url: `${SITE}/zh/${index}` })),
  },
  { path: "/ar", prompt: "اسم وسعر كل المنتجات", items: named(POTS.ar, "name", "title") },
  {
    path: "/stamps",
    prompt: "name and price of all stamps",
    items: ["Red penny", "Blue swan", "Green bear", "Grey owl"].map((name, index) => ({
      name,
      price: index + 5,
    })),
    says: ["of all stamps"],
  },
];

describe("a flow generated from a prompt", () => {
  it.each(CASES)("$path: $prompt", async ({ path, prompt, items, flow = {}, says = [], lacks = [] }) => {
    const written = generate(path, prompt);
    expect(written).toMatchObject(flow);
    for (const words of says) expect(written.description).toContain(words);
    for (const field of lacks) {
      expect(written.notes).toContainEqual({ field, why: expect.any(String) });
      expect(written.description).not.toContain(field);
    }
    expect(FlowDefinition.safeParse(written).error).toBeUndefined();
    expect(() => checkSchedule(written.schedule ?? null, "free")).not.toThrow();
    expect(await runFlow(written)).toEqual(items);
  });

  it("reads a single page as one record, with its reliable fields", async () => {
    const written = generate("/kettles/oak", "all information on this product");
    const [item] = await runFlow(written);
    expect(item).toMatchObject({ title: "Oak kettle", price: 20.5, rating: 3.5, sku: "KT-100" });
    const [doc] = await runFlow(generate("/docs/pump", "title, author, date and full content of this page"));
    expect(doc).toMatchObject({ title: "Installing the pump", author: "Nora Field", date: "2026-02-03" });
    expect(doc?.content).toContain("Close the valve before you begin");
  });

  it("names every part of the prompt that it cannot do", () => {
    const { description, schedule } = generate(
      "/kettles",
      "translate the titles of all kettles into German, cheapest first, only those posted in the last 7 days, and email them to me, every other Monday",
    );
    for (const said of [
      "translate the titles",
      "cheapest first",
      "last 7 days",
      "email them to me",
      "every other Monday",
    ])
      expect(description).toContain(said);
    expect(schedule).toBeUndefined();
  });
});

describe("pagination of a generated flow", () => {
  const pagerOf = (path: string, prompt: string) =>
    generate(path, prompt).steps.find(({ type }) => type === "paginate");

  it("is required if a link clearly leads on, and optional if it was guessed", () => {
    expect(pagerOf("/kettles", "name of all products")).toMatchObject({ selector: '[rel="next"]' });
    expect(pagerOf("/kettles", "name of all products")).not.toHaveProperty("optional");
    expect(pagerOf("/stamps", "name of all stamps")).toMatchObject({ optional: true });
    expect(pagerOf("/cars", "name of every car from all pages")).toMatchObject({ optional: true });
  });

  it("is left out if the list is complete", () => {
    expect(pagerOf("/cars", "name of every car")).toBeUndefined();
    expect(pagerOf("/kettles", "name of all products, only this page")).toBeUndefined();
  });
});
