import { describe, expect, it } from "@jest/globals";
import { FlowDefinition } from "../../../../src/contract/flows/flowDefinition.ts";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";
import { generateFlow } from "../../../../src/engine/generate/index.ts";
import { readIntent } from "../../../../src/engine/generate/intent.ts";

const URL = "https://lamps.example/all";
const CARDS = ["Arc", "Beam", "Cone", "Disc", "Edge"]
  .map(
    (name, at) =>
      `<li class="lamp"><h3><a href="/l/${at}">${name} lamp</a></h3><p class="price">£${at + 20}.50</p><p class="wattage">${at + 4} W</p><p class="stock">In stock</p></li>`,
  )
  .join("");
const generate = (prompt: string) =>
  generateFlow(
    {
      url: URL,
      document: parseDocument(
        `<html lang="en"><head><title>All our lamps, for every room</title></head><body><main><h1>All our lamps, for every room</h1><ul>${CARDS}</ul></main></body></html>`,
        { url: URL },
      ),
      isRendered: false,
    },
    prompt,
    Date.UTC(2026, 2, 31),
  );

describe("tickets with a status", () => {
  const STATUSES = ["Open", "Closed", "In progress", "Open"];
  const rows = ["Printer on fire", "VPN drops", "New laptop", "Door badge"].map(
    (title, at) =>
      `<tr><td><a href="/t/${at}">${title}</a><td>${STATUSES[at]}<td>${["High", "Low"][at % 2]}</tr>`,
  );
  const document = parseDocument(
    `<html lang="en"><main><h1>Tickets</h1><table><thead><tr><th>Title<th>Status<th>Priority</thead><tbody>${rows.join("")}</tbody></table></main></html>`,
    { url: URL },
  );
  const ticketsFor = (prompt: string) => generateFlow({ url: URL, document, isRendered: false }, prompt, 0);

  it("are collected with their status, of two fields too", () => {
    const flow = ticketsFor("all tickets with title and status");
    expect(flow?.outputSchema).toEqual({ title: "string", status: "string" });
    expect(flow?.description).toBe(`Collects title and status of all tickets on ${URL}.`);
  });

  it.each([
    ["all open tickets with title and status", "open"],
    ["title of all tickets that are in progress", "in progress"],
    ["titles of all high priority tickets", "high"],
  ])("are all collected for %j, which is told", (prompt, value) => {
    expect(ticketsFor(prompt)?.description).toContain(
      `All records are collected: a flow cannot filter by "${value}".`,
    );
  });
});

it.each(["titles of all cards, and open each card", "titles of all cards with the details link"])(
  "tells no filter where the sentence says what to do: %s",
  (prompt) => {
    const cards = ["Open", "Closed", "Open", "Closed"].map(
      (label, at) =>
        `<div class="card"><h3><a href="/c/${at}">Card ${at}</a></h3><b>${label}</b>${at > 1 ? `<a href="/d/${at}">Details</a>` : ""}</div>`,
    );
    const document = parseDocument(`<html lang="en"><main><h1>Cards</h1>${cards.join("")}</main></html>`, {
      url: URL,
    });
    const flow = generateFlow({ url: URL, document, isRendered: false }, prompt, 0);
    expect(flow?.description).toBeDefined();
    expect(flow?.description).not.toContain("cannot filter");
  },
);

it("does not take a word of the sentence for a value that is spelled like it", () => {
  const cards = ["All", "Every", "Low", "Low"].map(
    (label, at) => `<div class="card"><h3><a href="/c/${at}">Card ${at}</a></h3><b>${label}</b></div>`,
  );
  const document = parseDocument(`<html lang="en"><main><h1>Cards</h1>${cards.join("")}</main></html>`, {
    url: URL,
  });
  const flow = generateFlow({ url: URL, document, isRendered: false }, "titles of all cards, every one", 0);
  expect(flow?.description).not.toContain("cannot filter");
});

describe("a filter in a sentence", () => {
  it.each([
    ["only free concerts, with name and date", "only free concerts"],
    ["solo eventos gratuitos: nombre y fecha", "solo eventos gratuitos"],
    ["uniquement les annonces avec balcon", "uniquement les annonces avec balcon"],
    ["avis négatifs seulement, auteur et texte", "avis négatifs seulement"],
    ["only those by Jane Austen", "only those by Jane Austen"],
    ["books by Austen only", "books by Austen only"],
    ["Which concerts are in May?", "in May"],
    ["alle Termine im Oktober", "im Oktober"],
    ["offers ending in 7 days", "ending in 7 days"],
    ["cases filed since 3 March 2023", "filed since 3 March 2023"],
    ["shoes available in size 41", "available in size 41"],
    ["1 or 2 star reviews", "1 or 2 star"],
  ])("is told: %s", (prompt, said) => {
    expect(readIntent(prompt).notes).toEqual([
      `All records are collected: a flow cannot filter by "${said}".`,
    ]);
  });

  it.each([
    "only name and price of all books",
    "only the product names",
    "get only product links",
    "only the latest articles",
    "only the books with title and price",
    "nur Titel und Preis aller Bücher",
    "titles only",
    "seulement le titre",
  ])("is not told where there is none: %s", (prompt) => {
    expect(readIntent(prompt).notes).toEqual([]);
  });
});

describe("the requested fields", () => {
  it("are kept if the page has them under an unknown name", () => {
    const flow = generate("Title, price and wattage of all lamps");
    expect(Object.keys(flow?.outputSchema ?? {})).toEqual(["title", "price", "wattage"]);
    expect(flow?.notes).toBeUndefined();
    expect(flow?.name).toBe("Lamps from lamps.example");
  });

  it("are reported one by one if the page does not have them, in a flow that is still valid", () => {
    const flow = generate("Title, fluffiness, author and price of all lamps");
    expect(Object.keys(flow?.outputSchema ?? {})).toEqual(["title", "price"]);
    expect(flow?.notes).toEqual(
      expect.arrayContaining([
        { field: "author", why: expect.stringMatching(/record/) },
        { field: "fluffiness", why: expect.stringMatching(/"fluffiness"/) },
      ]),
    );
    expect(FlowDefinition.safeParse(flow).success).toBe(true);
  });

  it.each([
    ["All books with titles, links and ratings", ["title", "url", "rating"]],
    ["titles and stock of all books", ["title", "stock"]],
    ["average rating, age and price of all wines", ["rating", "age", "price"]],
    ["The recipe on this page: title, total time and image", ["title", "totalTime", "image"]],
    ["Get the engine, fuel economy and model of this car", ["engine", "fuelEconomy", "model"]],
  ])("are understood in %j", (prompt, names) => {
    expect(readIntent(prompt).fields.map(({ name }) => name)).toEqual(names);
  });
});
