import { describe, expect, it } from "@jest/globals";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";
import { conceptOf } from "../../../../src/engine/extract/vocabulary/concepts.ts";
import { generateFlow } from "../../../../src/engine/generate/index.ts";
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

/** Each name stands beside each other one, first, in the middle and last. */
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

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

describe("every name that a sentence enumerates", () => {
  it.each([
    ["a list", CARDS],
    ["one thing", "<dl><dt>Price</dt><dd>£3.50</dd><dt>Colour</dt><dd>Red</dd></dl>"],
  ])("is collected from %s, or told under the sentence's own word", (_, main) => {
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
