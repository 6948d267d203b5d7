import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { xlsx } from "../../../../scripts/attack/documentFiles.ts";
import {
  type CollectionPlan,
  collectNext,
  startCollection,
} from "../../../../src/engine/collection/index.ts";
import { createEgress } from "../../../../src/engine/egress/index.ts";
import { createPageFetcher, openDocument } from "../../../../src/engine/page/index.ts";
import { startLoopback } from "../loopback.ts";

const FILES = new URL("../page/documents/files/", import.meta.url);

const LIST = `<table class="judgments"><tbody>
  <tr><td>2 January 2026</td><td>1 A 2/26</td><td><a href="/minutes.pdf">PDF</a></td></tr>
  <tr><td>3 January 2026</td><td>1 A 3/26</td><td><a href="/judgment.docx">Word</a></td></tr>
  <tr><td>4 January 2026</td><td>1 A 4/26</td><td><a href="/scan.pdf">Scan</a></td></tr></tbody></table>`;

/** A workbook of this many rows. */
const workbookOf = (rows: number): Buffer => {
  const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (index: number): string =>
    `<row>${cell(`A${index}`)}${cell(`Product ${index}`)}<c><v>${index * 1.25}</v></c></row>`;
  const head = `<row>${["Article", "Name", "Price EUR"].map(cell).join("")}</row>`;
  return xlsx(
    `<worksheet><sheetData>${head}${Array.from({ length: rows }, (_, index) => row(index + 1)).join("")}</sheetData></worksheet>`,
  );
};

const collect = async (
  wish: Pick<CollectionPlan, "steps" | "outputSchema"> & Partial<CollectionPlan>,
  path = "/",
  made?: Buffer,
) => {
  const server = await startLoopback((request, response) => {
    if (request.url === "/") response.setHeader("content-type", "text/html").end(LIST);
    else response.end(made ?? readFileSync(new URL(`.${request.url}`, FILES)));
  });
  const egress = createEgress({ allowPrivate: [`127.0.0.1:${server.port}`] });
  const fetchPage = createPageFetcher({ egress, userAgent: "Gleaner/test", openDocument });
  const deps = { fetchPage, now: Date.now, signal: new AbortController().signal };
  const url = `http://127.0.0.1:${server.port}${path}`;
  const plan: CollectionPlan = { url, mode: "extract", limits: { maxPages: 10, maxItems: 100 }, ...wish };
  try {
    const items: Readonly<Record<string, unknown>>[] = [];
    const logs: string[] = [];
    for (let state = startCollection(plan), isDone = false; !isDone; ) {
      const batch = await collectNext(deps, plan, state);
      items.push(...batch.items);
      logs.push(...batch.logs.map(({ message }) => message));
      isDone = batch.done;
      state = batch.state;
    }
    return { items, logs };
  } finally {
    await egress.close();
    await server.close();
  }
};

it("a flow follows the links of a list to documents, as in the cookbook", async () => {
  const { items, logs } = await collect({
    steps: [
      {
        type: "extract",
        selector: "table.judgments tbody tr",
        fields: ["date: td:nth-child(1)", "docket: td:nth-child(2)", "file: td:nth-child(3) a@href"],
      },
      {
        type: "follow",
        field: "file",
        steps: [{ type: "extract", fields: ["title: h1", "text: article"] }],
      },
    ],
    outputSchema: { date: "date", docket: "string", file: "url", title: "string", text: "string" },
  });
  expect(items.map(({ date, title }) => [date, title])).toEqual([
    ["2026-01-02", "Minutes of the council"],
    ["2026-01-03", "Judgment"],
    ["2026-01-04", null],
  ]);
  expect(items[0]?.text).toMatch(/P33\. A motion/);
  expect(items[1]?.text).toContain("500 euros and costs of the case.");
  expect(logs.filter((message) => message.includes("no-text"))).toHaveLength(1);
});

it("a crawl reads the documents that it finds", async () => {
  const { items } = await collect({
    steps: [{ type: "crawl", maxPages: 5, steps: [{ type: "extract", fields: ["title: h1"] }] }],
    outputSchema: { title: "string" },
  });
  expect(new Set(items.map(({ title }) => title))).toEqual(
    new Set(["Minutes of the council", "Judgment", null]),
  );
});

it("a flow reads table rows with their page numbers", async () => {
  const { items } = await collect(
    {
      steps: [
        {
          type: "extract",
          selector: ".record",
          fields: ["no: .No", "amount: .Amount", "page: :scope@data-page"],
        },
      ],
      outputSchema: { no: "integer", amount: "number", page: "integer" },
    },
    "/payments.pdf",
  );
  expect(items).toHaveLength(60);
  expect(items[0]).toEqual({ no: 1, amount: 3.5, page: 1 });
  expect(items[59]).toEqual({ no: 60, amount: 180.5, page: expect.any(Number) });
  expect(items[59]?.page).toBeGreaterThan(1);
});

it("a flow without fields and schema has the page number of each record, unless it watches them for changes", async () => {
  const extracted = await collect({ steps: [{ type: "extract" }], outputSchema: {} }, "/payments.pdf");
  expect(extracted.items).toHaveLength(60);
  expect(extracted.items[0]).toMatchObject({ page: 1 });
  expect(extracted.items[59]).toMatchObject({ page: 4 });
  const watched = await collect(
    { mode: "monitor", steps: [{ type: "extract" }], outputSchema: {} },
    "/payments.pdf",
  );
  const withoutPages = extracted.items.map(({ page: _, ...item }) => item);
  expect(watched.items).toEqual(withoutPages);
  const asked = await collect(
    { mode: "monitor", steps: [{ type: "extract" }], outputSchema: { name: "string", page: "integer" } },
    "/payments.pdf",
  );
  expect(asked.items[59]).toMatchObject({ page: 4 });
});

it.each([20, 100_000])(
  "a flow reads a workbook of %d rows with the same selectors",
  async (rows) => {
    const { items } = await collect(
      {
        steps: [{ type: "extract", selector: ".record", fields: ["article: .Article", "price: .Price-EUR"] }],
        outputSchema: { article: "string", price: "price" },
        limits: { maxPages: 10, maxItems: 200_000 },
      },
      "/list.xlsx",
      workbookOf(rows),
    );
    expect(items).toHaveLength(rows);
    expect(items[0]).toEqual({ article: "A1", price: 1.25 });
    expect(items.at(-1)).toEqual({ article: `A${rows}`, price: rows * 1.25 });
  },
  120_000,
);
