import { describe, expect, it } from "@jest/globals";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";
import { generateFlow, readIntent } from "../../../../src/engine/generate/index.ts";

const namesIn = (prompt: string) =>
  readIntent(prompt)
    .fields.filter(({ isImplied }) => !isImplied)
    .map(({ name }) => name);

describe("the fields of a prompt", () => {
  it.each([
    // As programs write them.
    ["Hotels -> hotelName, pricePerNight, guestRating", ["hotelName", "pricePerNight", "guestRating"]],
    ["record sensor, temp_c and wind_dir", ["sensor", "temp_c", "wind_dir"]],
    // What a list belongs to is none of its fields.
    ["Standings: team, won, goals scored", ["team", "won", "goalsScored"]],
    ["jobs (title, company, salary)", ["title", "company", "salary"]],
    ["flats in Leeds posted this week, with rent, area and link", ["rent", "area", "link"]],
    ["Only in-stock products: name, price", ["in_stock", "name", "price"]],
    // Signs between names, and at the start of lines.
    ["model + year + mileage (km) + asking price (GBP)", ["model", "year", "mileage", "price"]],
    ["name / started / resolved", ["name", "started", "resolved"]],
    ["- model name\n- battery life\n- weight (g)", ["modelName", "batteryLife", "weight"]],
    ["1. case number\n2. filing date\n3. parties", ["docket", "date", "parties"]],
    ["ticket no., status, owner", ["ticketNumber", "status", "owner"]],
    ["price (current, old) and brand", ["price", "brand"]],
    ["horaires (lun - ven) et téléphone", ["openingHours", "phone"]],
    ["function name, parameters, return type", ["functionName", "parameters", "returnType"]],
    ["Get store name, address and phone", ["title", "address", "phone"]],
    ["The recipe on this page: ingredients, steps, cooking time", ["ingredients", "steps", "cookTime"]],
    // Not part of a name.
    ["Hol mir bitte Name, Preis und Bewertung", ["name", "price", "rating"]],
    ["the first 20 rows, just name and price", ["name", "price"]],
    ["name and price of lamps", ["name", "price"]],
    ["title, price and pack size please", ["title", "price", "packSize"]],
    ["name, price excl. VAT, pack size", ["name", "price", "packSize"]],
    ["saca los precios, las marcas y la garantía", ["price", "brand", "warranty"]],
    ["Wypisz tytuł, datę i autora każdego wpisu", ["title", "date", "author"]],
    ["Find all e-mail addresses, phone numbers and fax numbers", ["email", "phone", "fax"]],
    ["title, author, no images", ["title", "author"]],
    // Names of several words.
    ["Titre, temps de préparation et difficulté", ["title", "prepTime", "difficulté"]],
    ["coin, market cap, 24h change", ["coin", "marketCap", "change24h"]],
    ["first name, last name, job title", ["firstName", "lastName", "jobTitle"]],
    ["Team, GP, GD, OTL", ["team", "played", "goalDifference", "otl"]],
    // Two names after "with" are a list.
    ["Scrape all reviews with pros and cons", ["pros", "cons"]],
    // Whose fields they are.
    ["the departure and gate of every flight", ["departure", "gate"]],
    ["Hole mir Abfahrtszeit und Gleis aller Züge", ["abfahrtszeit", "gleis"]],
    ["the mileage and the year of the cars", ["mileage", "year"]],
    ["Show me the names of all the exhibitors and their booth number", ["title", "boothNumber"]],
    ["For each player I need goals and assists", ["goals", "assists"]],
    ["Verzamel van elk bericht de titel, datum en samenvatting", ["title", "date", "description"]],
    ["Her oyuncu için gol ve asist sayısı", ["gol", "asistSayısı"]],
    ["Для каждого игрока: голы, передачи", ["голы", "передачи"]],
    ["全列車の発車時刻と番線", ["発車時刻", "番線"]],
    ["모든 선수의 득점과 어시스트", ["득점", "어시스트"]],
    ["الأهداف والتمريرات لكل لاعب", ["الأهداف", "التمريرات"]],
    ["every wine's vintage and grape", ["vintage", "grape"]],
    ["von allen Veranstaltungen Titel, Beginn und Eintritt", ["title", "startDate", "eintritt"]],
    // Where a list starts and ends.
    ["all wines with things like vintage, grape, region", ["vintage", "grape", "region"]],
    ["past incidents, name / started / resolved", ["name", "started", "resolved"]],
    ["Title, votes, venue, order does not matter", ["title", "votes", "venue"]],
    ["Jahrgang, Rebsorte und Preis - danke", ["jahrgang", "rebsorte", "price"]],
    ["avísame si cambia el precio, ignora la hora de actualización", ["price"]],
    ["Dime cuándo se publique un nuevo artículo de este autor", []],
    // What each record is called.
    ["quotes by Mark Twain only — quote + tags", ["quote", "tags"]],
    ["Products: product, price", ["product", "price"]],
    // Text to wait for.
    ['let me know if the "Senior Data Engineer" posting is taken down', []],
    // Two names and nothing else.
    ["Country and capital", ["country", "capital"]],
    // A name with its owner.
    ["número do voo, portão, chegada", ["númeroDoVoo", "portão", "chegada"]],
    ["nom de l'auteur et nombre d'avis des restaurants", ["author", "nombreDAvis"]],
    ["sku - name - stock qty - unit price", ["sku", "name", "stockQty", "unitPrice"]],
    ["model/processor/RAM/price", ["model", "processor", "ram", "price"]],
    // Questions.
    ["Who wrote this and when was it published?", ["author", "date"]],
    ["How much does it cost?", ["price"]],
    // A word that is a field only where nothing else is.
    ["Status aller Dienste", ["status"]],
  ])("are named by %s", (prompt, fields) => {
    expect(namesIn(prompt)).toEqual(fields);
  });

  it("are not said to be missing if they are kept as written", () => {
    expect(readIntent("hotelName, pricePerNight, guestRating").dropped).toEqual([]);
  });
});

describe("a hostile list of names", () => {
  it("is read in linear time", () => {
    const started = performance.now();
    readIntent(`Extract all flights, ${"airline / ".repeat(60)}gate; skip ads`);
    readIntent(`get items, ${"a / ".repeat(60)}a:`);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it("may name what every object has", () => {
    const rows = ["Owls", "Foxes", "Hens", "Cats"].map(
      (name, at) => `<li><a href="/r/${at}">${name}</a> <b>${at + 3}</b> <i>Leeds ${at}</i></li>`,
    );
    const document = parseDocument(`<html lang="en"><title>Races</title><body><ul>${rows.join("")}</ul>`, {
      url: "https://races.example/",
    });
    const prompt = "For each race collect title, toString, points, constructor";
    const flow = generateFlow({ url: "https://races.example/", document, isRendered: false }, prompt, 0);
    expect(flow?.description).toContain("title");
  });
});
