import { describe, expect, it } from "@jest/globals";
import { conceptOf } from "../../../../../src/engine/extract/vocabulary/concepts.ts";
import { itemFrom, jsonLd, pageOf } from "./helpers.ts";

describe("field names", () => {
  it.each([
    ["price", "preis precio_actual saleProduct-price цена 価格 السعر मूल्य cena"],
    [
      "originalPrice",
      "list-price alter_preis ancien_prix precio_anterior preco_antigo stara_cena старая_цена",
    ],
    ["unitPrice", "unitPrice prezzo_unitario Grundpreis"],
    ["reviewCount", "numReviews nombre_avis anzahl_bewertungen 评价数 レビュー数 count_of_ratings"],
    ["availability", "inStock dostepnosc 在庫 наличие verfügbar"],
    ["currency", "waehrung währung moneda العملة"],
    ["date", "publishedAt posted_date datePublished veroeffentlicht_am 发布日期"],
    ["title", "productName book_title 商品名 название"],
    ["organization", "companyName employer firma 会社名"],
    ["image", "zdjecie imageUrl photo_link 画像"],
    ["jobTitle", "job_title positionTitle"],
    ["netPrice", "price_without_tax priceExclVat Nettopreis prix_ht"],
    ["yearBuilt", "Baujahr builtIn año_de_construcción"],
    ["fuelType", "fuel Kraftstoff carburant"],
    ["isbn", "isbn13 ISBN-10"],
    ["openingHours", "openingHours öffnungszeiten horaires"],
  ])("of many languages and styles mean %s: %s", (concept, names) => {
    expect(names.split(" ").map((name) => [name, conceptOf(name)])).toEqual(
      names.split(" ").map((name) => [name, concept]),
    );
  });

  it.each(["price_min_year", "authorUrl", "salaryMin", "deliveryTime", "Full-time"])(
    "with another meaning match no known field: %s",
    (name) => {
      expect(conceptOf(name)).toBeNull();
    },
  );

  it("match a label in whole words only", () => {
    const html = pageOf(
      "<h1>Kettle</h1><dl><dt>Agent</dt><dd>Ann</dd><dt>Power rating</dt><dd>9 W</dd></dl>",
    );
    expect(itemFrom(html, { title: "string", agen: "string", power: "string" })).toEqual({
      title: "Kettle",
      agen: null,
      power: "9 W",
    });
  });

  it("of links match the link's text or URL", () => {
    const html = pageOf(
      `<main><h1>Plotter</h1><a href="/guide">Read the guide</a><a class="button" href="/dl/plotter.zip">Download</a></main>
       <footer><a href="https://social.example/plotter">Follow us</a></footer>`,
    );
    expect(itemFrom(html, { downloadUrl: "url", social: "url", applyUrl: "url" })).toEqual({
      downloadUrl: "https://shop.example/dl/plotter.zip",
      social: "https://social.example/plotter",
      applyUrl: null,
    });
  });
});

describe("list fields", () => {
  it("are split if the page lists the values in one text", () => {
    const html = pageOf(
      `<h1>Plotter</h1><dl><dt>Operating system</dt><dd>Windows, macOS, Linux</dd><dt>Note</dt><dd>Works well, mostly, but not on every screen that there is.</dd></dl>
       <ul class="tags"><li>Port</li><li>City</li></ul>`,
      '<meta name="keywords" content="graph, plot">',
    );
    expect(itemFrom(html, { operatingSystems: "string[]", note: "string[]", labels: "string[]" })).toEqual({
      operatingSystems: ["Windows", "macOS", "Linux"],
      note: ["Works well, mostly, but not on every screen that there is."],
      labels: ["graph", "plot"],
    });
    expect(itemFrom(html.replace(/<meta.*?>/, ""), { tags: "string[]" })).toEqual({ tags: ["Port", "City"] });
  });

  it("of images contain the gallery of the main image", () => {
    const html = pageOf(
      `<main><div class="gallery"><img src="/1.jpg"><img src="/2.jpg"></div><h1>Lamp</h1><p>A fine lamp for long evenings.</p></main>`,
    );
    expect(itemFrom(html, { images: "image[]", image: "image" })).toEqual({
      images: ["https://shop.example/1.jpg", "https://shop.example/2.jpg"],
      image: "https://shop.example/1.jpg",
    });
  });
});

describe("object fields", () => {
  const html = pageOf(
    "<h1>Kettle</h1>",
    jsonLd({
      "@graph": [
        {
          "@type": ["Product", "Thing"],
          name: "Kettle",
          brand: { "@id": "#b" },
          weight: { "@type": "QuantitativeValue", value: 1.2, unitCode: "KGM" },
          color: "Black",
          additionalProperty: [{ "@type": "PropertyValue", name: "Power", value: "2000 W" }],
          review: [
            {
              "@type": "Review",
              author: { name: "Ann" },
              reviewBody: "Quiet.",
              reviewRating: { ratingValue: "5" },
            },
            { "@type": "Review", author: "Bo", datePublished: "2026-02-01", description: "Lid broke." },
          ],
        },
        { "@type": "Brand", "@id": "#b", name: "Nord" },
      ],
    }),
  );

  it("contain reviews one by one", () => {
    expect(
      itemFrom(html, { reviews: [{ author: "string", rating: "number", date: "date", text: "string" }] }),
    ).toEqual({
      reviews: [
        { author: "Ann", rating: 5, date: null, text: "Quiet." },
        { author: "Bo", rating: null, date: "2026-02-01", text: "Lid broke." },
      ],
    });
  });

  it("are filled from the page's labels", () => {
    expect(
      itemFrom(html, { brand: "string", power: "string", specs: { weight: "string", colour: "string" } }),
    ).toEqual({ brand: "Nord", power: "2000 W", specs: { weight: "1.2 kg", colour: "Black" } });
  });

  it("for a job's location contain the parts of its address", () => {
    const job = {
      "@type": "JobPosting",
      title: "Baker",
      employmentType: "https://schema.org/FULL_TIME",
      hiringOrganization: { name: "Back KG" },
      jobLocation: { "@type": "Place", address: { streetAddress: "Hafenstr. 2", addressLocality: "Ulm" } },
      baseSalary: { currency: "EUR", value: { minValue: 30000, maxValue: 36000, unitText: "YEAR" } },
    };
    expect(
      itemFrom(pageOf("<h1>Baker</h1>", jsonLd(job)), {
        company: "string",
        employmentType: "string",
        salary: "string",
        address: { street: "string", city: "string" },
      }),
    ).toEqual({
      company: "Back KG",
      employmentType: "FULL_TIME",
      salary: "30000–36000 EUR / YEAR",
      address: { street: "Hafenstr. 2", city: "Ulm" },
    });
  });
});
