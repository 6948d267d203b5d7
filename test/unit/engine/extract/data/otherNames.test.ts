import { describe, expect, it } from "@jest/globals";
import { type DataQuery, extractData, parseDocument } from "../../../../../src/engine/extract/extract.ts";

const read = (body: string, query: Omit<DataQuery, "now">, lang = "en"): unknown =>
  extractData(
    parseDocument(`<html lang="${lang}"><body>${body}</body></html>`, { url: "https://example.com/x" }),
    {
      ...query,
      now: 0,
    },
  ).results.map(({ item }) => item);

const FLAT =
  "<h1>Wohnung am Park</h1><dl><dt>Kaltmiete</dt><dd>1.200 €</dd><dt>Kaution</dt><dd>3.600 €</dd><dt>Baujahr</dt><dd>1908</dd></dl>";
const LAMP = "<h1>Lamp</h1><p>Price without tax: €199</p><p>Price: €236.81</p>";
const CAR =
  "<h1>Volvo V60</h1><table><tr><th>Mileage</th><td>45,000 km</td></tr><tr><th>Gearbox</th><td>Automatic</td></tr><tr><th>MOT expiry</th><td>March 2027</td></tr></table>";

describe("a field's description", () => {
  it("finds a field that the page names differently", () => {
    const schema = {
      deposit: { type: "price", description: "Kaution" },
      built: { type: "integer", description: "year of construction, Baujahr" },
      pets: { type: "string", description: "Haustiere" },
    } as const;
    expect(read(FLAT, { schema }, "de")).toEqual([{ deposit: 3600, built: 1908, pets: null }]);
  });

  it("makes a name more precise, and is ignored if the page is not that precise", () => {
    const schema = { price: { type: "price", description: "without tax" } } as const;
    expect(read(LAMP, { schema })).toEqual([{ price: 199 }]);
    expect(read("<h1>Lamp</h1><p>Price: €236.81</p>", { schema })).toEqual([{ price: 236.81 }]);
    expect(read(LAMP, { schema: { price: "price" } })).toEqual([{ price: 236.81 }]);
  });

  it("names no field of a nested record, or another field beside it", () => {
    const page = "<h1>Flat</h1><dl><dt>Rent</dt><dd>1,200 €</dd><dt>Deposit</dt><dd>3,600 €</dd></dl>";
    const schema = {
      rent: { type: "price", description: "deposit" },
      details: { deposit: "price", rent: "price" },
    } as const;
    expect(read(page, { schema })).toMatchObject([{ details: { deposit: 3600, rent: 1200 } }]);
    const beside = { rent: { type: "price", description: "deposit" }, deposit: "price" } as const;
    expect(read(page, { schema: beside })).toMatchObject([{ deposit: 3600 }]);
  });

  it("is used in nested records and for each record of a list", () => {
    const details = { details: { deposit: { type: "price", description: "Kaution" } } } as const;
    expect(read(FLAT, { schema: details }, "de")).toEqual([{ details: { deposit: 3600 } }]);
    const rows = ["Alpha", "Beta", "Gamma"].map(
      (name, at) => `<tr><td>${name}</td><td>${at + 1}.500 €</td></tr>`,
    );
    const table = `<table><tr><th>Name</th><th>Kaution</th></tr>${rows.join("")}</table>`;
    const schema = { name: "string", deposit: { type: "price", description: "Kaution" } } as const;
    expect(read(table, { schema }, "de")).toEqual([
      { name: "Alpha", deposit: 1500 },
      { name: "Beta", deposit: 2500 },
      { name: "Gamma", deposit: 3500 },
    ]);
  });
});

describe("instructions", () => {
  it.each(["deposit means Kaution", 'Rent; deposit is called "Kaution", year 1908', "deposit = Kaution"])(
    "can rename a field of the schema: %s",
    (instructions) => {
      expect(read(FLAT, { schema: { deposit: "price" }, instructions }, "de")).toEqual([{ deposit: 3600 }]);
    },
  );

  it("can make a field more precise", () => {
    const schema = { price: "price" } as const;
    expect(read(LAMP, { schema, instructions: "the price without tax, please" })).toEqual([{ price: 199 }]);
    expect(read(LAMP, { schema, instructions: "price without tax" })).toEqual([{ price: 199 }]);
  });

  it("can name any labels of the page, also in languages without spaces", () => {
    expect(read(CAR, { instructions: "mileage, gearbox and MOT expiry" })).toEqual([
      { mileage: "45,000 km", gearbox: "Automatic", motExpiry: "March 2027" },
    ]);
    const job =
      "<h1>募集</h1><dl><dt>会社名</dt><dd>青空</dd><dt>年収</dt><dd>800万円</dd><dt>休日</dt><dd>土日</dd></dl>";
    expect(read(job, { instructions: "年収と休日" }, "ja")).toEqual([{ salary: "800万円", 休日: "土日" }]);
    const flat = "<h1>شقة</h1><dl><dt>المساحة</dt><dd>120</dd><dt>الطابق</dt><dd>3</dd></dl>";
    expect(read(flat, { instructions: "المساحة والطابق" }, "ar")).toEqual([{ area: "120", الطابق: "3" }]);
  });

  it("do not match a single word in a sentence as a label", () => {
    const [item] = read(CAR, {
      instructions: "Everything about this nice car with a gearbox somewhere",
    }) as object[];
    expect(item).toHaveProperty("title");
  });
});
