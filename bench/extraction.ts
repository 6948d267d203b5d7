/** Processor time of extraction for each megabyte, by kind of page: parsed and read without a flow, as `/extract` does. */
import { extractData, parseDocument } from "../src/engine/extract/extract.ts";
import { makePage } from "./site/made.ts";

const RECORDS = 2_000;
/** Readings before code is compiled well, which are slower. */
const WARM_UP = 4;
const URL = "https://shop.example/list";
const NOW = Date.UTC(2026, 10, 22);
const SCHEMA = { title: "string", price: "price", description: "string" } as const;

const many = (write: (at: number) => string): string =>
  Array.from({ length: RECORDS }, (_, at) => write(at)).join("");
const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>List</title></head><body><main><h1>List</h1>${body}</main></body></html>`;
/** Text that makes records as large as on shops: about 500 bytes each. */
const words = (at: number): string =>
  `Number ${at} of oak, oiled by hand and built to last, with a seat of woven cord. `.repeat(4).trim();
const priceOf = (at: number): string => `${10 + (at % 90)}.50`;

type Format = NonNullable<Parameters<typeof parseDocument>[1]["format"]>;

/** Made pages of each kind, about a megabyte each; an article is one of the benchmark's own, of 30 KB. */
const KINDS: Readonly<Record<string, readonly [Format, () => string]>> = {
  article: ["html", () => makePage(7, 0)],
  cards: [
    "html",
    () =>
      page(
        many(
          (at) =>
            `<article class="card"><h2><a href="/p/${at}">Stool ${at}</a></h2><p>${words(at)}</p><span class="price">€${priceOf(at)}</span></article>`,
        ),
      ),
  ],
  table: [
    "html",
    () =>
      page(
        `<table><thead><tr><th>Title</th><th>Description</th><th>Price</th></tr></thead><tbody>${many((at) => `<tr><td>Stool ${at}</td><td>${words(at)}</td><td>€${priceOf(at)}</td></tr>`)}</tbody></table>`,
      ),
  ],
  json: [
    "json",
    () =>
      JSON.stringify(
        Array.from({ length: RECORDS }, (_, at) => ({
          title: `Stool ${at}`,
          description: words(at),
          price: Number(priceOf(at)),
        })),
      ),
  ],
  csv: [
    "csv",
    () => `title,description,price\n${many((at) => `Stool ${at},"${words(at)}",${priceOf(at)}\n`)}`,
  ],
};

/** The least of so many rounds and some before them: what the machine does besides only adds to one. */
export const measureExtraction = (
  rounds: number,
): Record<string, { readonly kb: number; readonly msPerMb: number }> =>
  Object.fromEntries(
    Object.entries(KINDS).map(([kind, [format, write]]) => {
      const text = write();
      const bytes = Buffer.byteLength(text);
      const times = Array.from({ length: rounds + WARM_UP }, () => {
        const before = process.cpuUsage();
        const { results } = extractData(parseDocument(text, { url: URL, format }), {
          schema: SCHEMA,
          now: NOW,
        });
        if (results.length === 0) throw new Error(`nothing is found on the page of ${kind}`);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1_000;
      });
      return [
        kind,
        { kb: Math.round(bytes / 1_000), msPerMb: Math.round((Math.min(...times) * 1e6) / bytes) },
      ];
    }),
  );
