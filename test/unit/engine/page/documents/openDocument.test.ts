import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "@jest/globals";
import { createEgress } from "../../../../../src/engine/egress/index.ts";
import { extractData, extractMarkdown } from "../../../../../src/engine/extract/extract.ts";
import { createPageFetcher, openDocument, remarksOn } from "../../../../../src/engine/page/index.ts";
import { failureOf, startLoopback } from "../../loopback.ts";

const NOW = Date.UTC(2026, 10, 23);
const file = (name: string) => readFileSync(new URL(`./files/${name}`, import.meta.url));

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A fetcher on a server that answers with one body, under a type that says nothing. */
const serve = async (body: Buffer, contentType = "application/octet-stream") => {
  const server = await startLoopback((_request, response) => {
    response.setHeader("content-type", contentType);
    response.end(body);
  });
  const egress = createEgress({ allowPrivate: [`127.0.0.1:${server.port}`] });
  cleanups.push(server.close, egress.close);
  const fetchPage = createPageFetcher({ egress, userAgent: "Gleaner/test", openDocument });
  return () => fetchPage(`http://127.0.0.1:${server.port}/download?id=7`);
};

describe("a document in place of a page", () => {
  it.each(["application/octet-stream", "application/pdf", "text/html"])(
    "is recognized by its content as %s",
    async (type) => {
      const open = await serve(file("minutes.pdf"), type);
      const page = await open();
      expect(page).toMatchObject({ status: 200, format: "document" });
      expect(page.html).toContain("<title>Minutes of the council</title>");
    },
  );

  it("is read like a page: fields by meaning, tables as records, its text as Markdown", async () => {
    const { document } = await (await serve(file("payments.pdf")))();
    const schema = { name: "string", date: "date", amount: "number" } as const;
    const { results } = extractData(document, { schema, now: NOW });
    expect(results).toHaveLength(60);
    expect(results[1]?.item).toEqual({
      name: "Person 2 with a name that is long enough to be wrapped",
      date: "2026-03-12",
      amount: 6.5,
    });
    const minutes = await (await serve(file("minutes.pdf")))();
    const { title, markdown } = extractMarkdown(minutes.document, NOW);
    expect(title).toBe("Minutes of the council");
    expect(markdown).toContain("## 3. Fees");
    expect(markdown).toMatch(/\| Product 7 +\| kg +\| 10\.50 +\|/);
    expect(markdown).toContain("[the agenda](https://example.org/agenda)");
    expect(markdown.match(/P\d+\\?\. /g)).toHaveLength(34);
  });

  it("gives the page number of each record, with a schema and without one", async () => {
    const { document } = await (await serve(file("payments.pdf")))();
    for (const schema of [undefined, { name: "string", page: "integer" } as const]) {
      const { results } = extractData(document, { schema, now: NOW });
      const pages = results.map(({ item }) => item.page);
      expect(pages).toHaveLength(60);
      expect(new Set(pages)).toEqual(new Set([1, 2, 3, 4]));
      expect(pages).toEqual(pages.toSorted((left, right) => Number(left) - Number(right)));
      expect(results[0]?.provenance.page).toMatchObject({ source: "record", path: "@data-page" });
    }
  });

  it("without pages, such as a workbook, has records without page numbers", async () => {
    const { document } = await (await serve(file("prices.xlsx")))();
    const { kind, results } = extractData(document, { now: NOW });
    expect(kind).toBe("list");
    expect(results.length).toBeGreaterThan(1);
    expect(results.filter(({ item }) => "page" in item)).toEqual([]);
  });

  it("says why it cannot be read", async () => {
    const encrypted = await failureOf((await serve(file("encrypted.pdf")))());
    expect(encrypted).toMatchObject({ code: "target-failed", retryable: false });
    expect(encrypted.message).toMatch(
      /^The PDF file is encrypted and needs a password: documentPassword of a flow/,
    );
    const cut = await failureOf((await serve(file("minutes.pdf").subarray(0, 60)))());
    expect(cut.message).toMatch(/^The PDF file is damaged/);
  });

  it("that is scanned gives a warning", async () => {
    const { document } = await (await serve(file("scan.pdf")))();
    expect(remarksOn(document)).toEqual([expect.stringMatching(/^no-text:/)]);
  });

  it("is refused if it is larger than the limit", async () => {
    const large = Buffer.concat([file("scan.pdf"), Buffer.alloc(50_000_001)]);
    const { message } = await failureOf((await serve(large))());
    expect(message).toBe("The target's response is larger than 50,000,000 bytes.");
  });

  it("is stopped with its thread if it takes too long or the caller stops waiting", async () => {
    await expect(openDocument(file("payments.pdf"), { readBy: Date.now() + 20 })).rejects.toThrow(
      /^The document could not be read within/,
    );
    const controller = new AbortController();
    const opened = openDocument(file("payments.pdf"), { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("cancelled")), 10);
    await expect(opened).rejects.toThrow("cancelled");
  });
});
