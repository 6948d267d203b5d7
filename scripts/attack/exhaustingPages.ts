/** Pages of up to 16 MB, designed to exhaust their reader. */
import { gzipSync } from "node:zlib";
import { HOSTILE_DOCUMENTS } from "./hostileDocuments.ts";

export interface ExhaustingPage {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

const html = (body: string): ExhaustingPage => ({
  body: `<!doctype html><title>Shop</title><h1>Shop</h1>${body}`,
});
const data = (type: string, body: string): ExhaustingPage => ({ headers: { "content-type": type }, body });
const times = (count: number, make: (index: number) => string, separator = ""): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(separator);

/** Sitemaps of the same kind, by name. */
export const EXHAUSTING_SITEMAPS: Readonly<Record<string, () => ExhaustingPage>> = {
  "500,000 elements in each other": () => data("application/xml", `<urlset>${"<a>".repeat(500_000)}`),
  "elements that are closed and were never opened": () =>
    data("application/xml", `<urlset>${"<x>".repeat(90_000)}${"</y>".repeat(3_000_000)}`),
  "2,000,000 entries": () => data("application/xml", `<urlset>${"<url/>".repeat(2_000_000)}`),
};

const LONG = 15_900_000;
const RECORD = (index: number): string => `{"name":"Item ${index}","price":${index}.5,"sku":"A${index}"}`;

/** Pages for selectors: the text of each record contains that of all others; and many elements within many. */
export const WITHIN_EACH_OTHER = "400 records within each other around 1.5 MB";
export const DEEP_LISTS = "20 lists, each 300 elements deep";

/** Of documents, which the service finds by their content. */
const DOCUMENTS = Object.fromEntries(
  Object.entries(HOSTILE_DOCUMENTS).map(([name, make]) => [
    name,
    (): ExhaustingPage => ({ headers: { "content-type": "application/octet-stream" }, body: make() }),
  ]),
);

/** By name; generated on demand. */
export const EXHAUSTING: Readonly<Record<string, () => ExhaustingPage>> = {
  ...DOCUMENTS,
  "a class attribute of 16 MB": () => html(`<p class="${"aB c1 ".repeat(LONG / 6)}">5</p>`),
  "an id of 16 MB": () => html(`<p id="${"aB".repeat(LONG / 2)}">5</p>`),
  "800,000 attributes": () => html(`<p ${times(800_000, (index) => `a${index}="1"`, " ")}>5</p>`),
  "500,000 nested divs": () => html(`${"<div>".repeat(500_000)}x${"</div>".repeat(500_000)}`),
  "400,000 divs that are not closed": () => html("<div>".repeat(400_000)),
  "a paragraph of 16 MB": () => html(`<p>${"lorem ipsum ".repeat(LONG / 12)}</p>`),
  "500,000 keys of JSON": () => data("application/json", `{${times(500_000, (i) => `"k${i}":${i}`, ",")}}`),
  "JSON of 8,000,000 numbers": () => data("application/json", `[${"1,".repeat(LONG / 2)}1]`),
  "JSON nested 2,000,000 deep": () =>
    data("application/json", `${"[".repeat(2_000_000)}${"]".repeat(2_000_000)}`),
  "NDJSON of 12 MB": () => data("application/x-ndjson", times(250_000, RECORD, "\n")),
  "XML nested 100,000 deep": () => data("application/xml", "<a>".repeat(100_000)),
  "a table of 8,000,000 rows": () => data("text/csv", `a,b\n${"1\n".repeat(LONG / 2)}`),
  "a table of 1,936 records": () =>
    html(
      `<table><tr><th>Name</th><th>Price</th><th>SKU</th><th>Stock</th></tr>${times(
        1_936,
        (index) =>
          `<tr><td><a href="/item/${index}">Item number ${index}</a></td><td>€ ${index}.50</td><td>AB-${index}</td><td>In stock</td></tr>`,
      )}</table>`,
    ),
  "a table of 240,000 cells in 240 rows": () =>
    html(`<table>${`<tr>${"<td>1".repeat(1_000)}`.repeat(240)}</table>`),
  "a table of 240,000 cells in one row": () => html(`<table><tr>${"<td>1 €".repeat(240_000)}</table>`),
  "a table of 70,000 rows with headings": () =>
    html(
      `<table><tr><th>Name<th>Price<th>Stock${times(70_000, (index) => `<tr><td>Item ${index}<td>${index}.50 €<td>In stock`)}</table>`,
    ),
  [WITHIN_EACH_OTHER]: () =>
    html(
      `${'<div class="record">'.repeat(400)}<p>${"long text ".repeat(150_000)}</p>${"</div>".repeat(400)}`,
    ),
  [DEEP_LISTS]: () =>
    html(`${"<div>".repeat(300)}${"<p>x</p>".repeat(300)}${"</div>".repeat(300)}`.repeat(20)),
  "gzip in gzip": () => ({
    headers: { "content-encoding": "gzip" },
    body: gzipSync(gzipSync("<p>x</p>".repeat(1_000_000))),
  }),
  "60 MB of gzip": () => ({
    headers: { "content-encoding": "gzip" },
    body: gzipSync(Buffer.alloc(60_000_000, "<p>x</p>")),
  }),
  "combining marks without a base letter": () => html(`<p>a${"\u0301\u0323".repeat(1_000_000)}</p>`),
  "bait for patterns": () =>
    html(`${`<p>${"a".repeat(150)}!</p>`.repeat(50)}<div>`.concat("<div><i></i></div>".repeat(3_000))),
};
