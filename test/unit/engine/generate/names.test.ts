import { describe, expect, it } from "@jest/globals";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";
import { conceptOf } from "../../../../src/engine/extract/vocabulary/concepts.ts";
import { generateFlow, withPreview } from "../../../../src/engine/generate/index.ts";
import { conceptIn } from "../../../../src/engine/generate/sentence/tokens.ts";

const URL = "https://site.example/page";
const NOW = Date.UTC(2026, 10, 21);
const documentOf = (main: string, language = "en") =>
  parseDocument(
    `<html lang="${language}"><head><title>Spring fair</title></head><body><main><h1>Spring fair</h1>${main}</main></body></html>`,
    { url: URL },
  );
const generate = (prompt: string, main: string, language?: string) =>
  generateFlow({ url: URL, document: documentOf(main, language), isRendered: false }, prompt, NOW);

const CARDS = `<ul>${["Alpha", "Beta", "Gamma", "Delta"].map((name, at) => `<li class="card"><h3><a href="/x/${at}">${name} works</a></h3><p class="price">£${at + 3}.50</p></li>`).join("")}</ul>`;

/** How sentences of a language enumerate: what comes before and between the names, before the last, and behind. */
const LANGUAGES: readonly {
  readonly forms: readonly (readonly [before: string, between: string, last: string, behind: string])[];
  readonly names: readonly string[];
}[] = [
  {
    forms: [
      ["", ", ", " and ", ""],
      ["All lamps with ", ", ", ", ", ""],
      ["Get the ", ", ", " and ", " of this player"],
      ["", ", ", " and ", " of all books"],
      ["fields: ", ", ", ", ", ""],
    ],
    names:
      "title|market value|doors time|shirt number|links|ratings|price|stand|notice period|platform|preferred foot|hearing date|stock|operator|gallery|publishers|recommended price|time".split(
        "|",
      ),
  },
  {
    forms: [
      ["", ", ", " und ", ""],
      ["Alle Lampen mit ", ", ", " und ", ""],
      ["Sammle ", ", ", " und ", " dieser Wohnung"],
    ],
    names: "Titel|Kaltmiete|Kaution|Baujahr|Etage|Bewertungen|Preis|Energieausweis".split("|"),
  },
  {
    forms: [
      ["", ", ", " et ", ""],
      ["Toutes les lampes avec ", ", ", " et ", ""],
    ],
    names: "titre|charges|dépôt de garantie|prix|étage|chauffage|honoraires".split("|"),
  },
  {
    forms: [
      ["", ", ", " y ", ""],
      ["Extrae ", ", ", " y ", " de este piso"],
    ],
    names: "título|fianza|precio|planta|calefacción|gastos de comunidad".split("|"),
  },
  {
    forms: [
      ["", ", ", " e ", ""],
      ["Tutti i libri con ", ", ", " e ", ""],
    ],
    names: "titolo|casa editrice|prezzo|rilegatura|collana".split("|"),
  },
  {
    forms: [["", ", ", " и ", ""]],
    names: "название|цена|этаж|год постройки|отопление|парковка".split("|"),
  },
  {
    forms: [
      ["", "、", "、", ""],
      ["すべての求人の", "、", "と", ""],
      ["", "、", "、", "を集めてください"],
    ],
    names: "会社名|年収|応募締切|休日|求人番号|職種|価格".split("|"),
  },
  {
    forms: [
      ["", "、", "和", ""],
      ["所有产品的", "、", "和", ""],
    ],
    names: "标题|价格|户型|楼层|朝向|装修".split("|"),
  },
  {
    forms: [
      ["", " و", " و", ""],
      ["استخرج ", " و", " و", ""],
    ],
    names: "العنوان|السعر|المساحة|الطابق|رقم الإعلان|التدفئة".split("|"),
  },
];

/** Each name occurs next to each other one, first, in the middle and last. */
const SENTENCES = LANGUAGES.flatMap(({ forms, names }) =>
  forms.flatMap(([before, between, last, behind]) =>
    names.map((_, at) => {
      const some = [0, 1, 2, 3].map((step) => names[(at + step) % names.length] ?? "");
      return {
        prompt: `${before}${some.slice(0, -1).join(between)}${last}${some.at(-1)}${behind}`,
        names: some,
      };
    }),
  ),
);

const TILES = [
  ["The Quiet Harbour", "Ida Renner", 4.6, "In stock"],
  ["Salt Roads", "Tom Akers", 4.1, "Sold out"],
  ["Winter Ferry", "June Ode", 3.9, "In stock"],
  ["Low Tide", "Max Stahl", 4.8, "In stock"],
  ["Paper Boats", "Lea Moor", 2.5, "Sold out"],
] as const;
const SHELF = TILES.map(
  ([title, author, rating, stock], at) =>
    `<div class="tile"><h2><a href="/b/${at}">${title}</a></h2><div>by ${author}</div><div>£${at + 7}.99</div><div>★ ${rating} (${120 + at})</div><div>${stock}</div><p>Shelf: B${at}</p></div>`,
).join("");
const BOARD = `<table><thead><tr><th>Time</th><th>Destination</th><th>Platform</th><th>Operator</th></tr></thead><tbody>${[
  "08:12 Oldham 3 Northline",
  "08:20 Derry 1 CoastRail",
  "08:31 Fenwick 2 Northline",
  "08:44 Marlow 3 Arrow",
]
  .map(
    (row) =>
      `<tr>${row
        .split(" ")
        .map((cell) => `<td>${cell}</td>`)
        .join("")}</tr>`,
  )
  .join("")}</tbody></table>`;
const PLAYER = `<dl>${Object.entries({
  Position: "Left winger",
  Height: "1.82 m",
  "Preferred foot": "left",
  "Market value": "€12.00m",
  "Shirt number": "7",
})
  .map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`)
  .join("")}</dl>`;
const VACANCY = `<table>${Object.entries({
  会社名: "青葉病院",
  年収: "450万円",
  休日: "土日祝",
  求人番号: "A-1029",
})
  .map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`)
  .join("")}</table>`;
const FLAT = `<dl>${Object.entries({ السعر: "450000 ريال", الإطلالة: "3", "رقم الإعلان": "55120" })
  .map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`)
  .join("")}</dl>`;

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

describe("every field that a prompt lists", () => {
  it.each([
    ["a list", CARDS],
    ["one thing", "<dl><dt>Price</dt><dd>£3.50</dd><dt>Colour</dt><dd>Red</dd></dl>"],
  ])("is collected from %s, or reported under the prompt's own name", (_, main) => {
    // Where nothing of it is on the page, the whole sentence is refused.
    const flows = SENTENCES.map((sentence) => ({ ...sentence, flow: generate(sentence.prompt, main) }));
    expect(flows.filter(({ flow }) => flow !== null).length).toBeGreaterThan(SENTENCES.length / 2);
    const lost = flows.flatMap(({ prompt, names, flow }) => {
      if (flow === null) return [];
      const kept = Object.keys(flow.outputSchema);
      const told = (flow.notes ?? []).map(({ field }) => field);
      return names
        .filter((name) => {
          const concept = conceptOf(name) ?? conceptIn(name.toLowerCase())?.concept;
          const isKept = kept.some(
            (field) =>
              letters(field) === letters(name) || (concept !== undefined && conceptOf(field) === concept),
          );
          return !isKept && !told.includes(name);
        })
        .map((name) => ({ prompt, name, kept, told }));
    });
    expect(SENTENCES.length).toBeGreaterThan(150);
    expect(lost).toEqual([]);
  });
});

describe("the fields and records of a prompt", () => {
  it.each([
    [
      "All books with title, author, rating, stock and shelf",
      SHELF,
      "en",
      TILES.map(([title, author, rating, stock], at) => ({ title, author, rating, stock, shelf: `B${at}` })),
    ],
    [
      "departures with time, destination, platform and operator",
      BOARD,
      "en",
      [
        { time: "08:12", destination: "Oldham", platform: "3", operator: "Northline" },
        { time: "08:20", destination: "Derry", platform: "1", operator: "CoastRail" },
        { time: "08:31", destination: "Fenwick", platform: "2", operator: "Northline" },
        { time: "08:44", destination: "Marlow", platform: "3", operator: "Arrow" },
      ],
    ],
    [
      "height, preferred foot, market value and shirt number of this player",
      PLAYER,
      "en",
      [{ height: "1.82 m", preferredFoot: "left", marketValue: "€12.00m", shirtNumber: "7" }],
    ],
    [
      "会社名、年収、休日、求人番号",
      VACANCY,
      "ja",
      [{ organization: "青葉病院", salary: "450万円", 休日: "土日祝", 求人番号: "A-1029" }],
    ],
    ["السعر والإطلالة ورقم الإعلان", FLAT, "ar", [{ price: 450_000, الإطلالة: "3", رقمالإعلان: "55120" }]],
  ])("are read from the page: %s", (prompt, main, language, records) => {
    const page = { url: URL, document: documentOf(main, language), isRendered: false };
    const flow = generateFlow(page, prompt, NOW);
    expect(flow?.notes).toBeUndefined();
    expect(flow && withPreview(page, flow, NOW).preview?.records).toEqual(records);
  });

  it("keep short words that end like plurals, such as status", () => {
    expect(conceptIn("status")).toBeNull();
    expect(generate("title, status and price of all works", CARDS)?.notes).toEqual([
      expect.objectContaining({ field: "status" }),
    ]);
  });

  it.each([
    ["books: titles, prices and authors", "Books from site.example"],
    ["Alle Bücher mit Titel und Preis", "Bücher from site.example"],
    ["every book with title and price", "Products from site.example"],
    ["all records with title and price", "Spring fair (site.example)"],
  ])("give the flow's name: %s", (prompt, name) => {
    expect(generate(prompt, SHELF)?.name).toBe(name);
  });
});
