import { describe, expect, it } from "@jest/globals";
import { parseField } from "../../../../src/contract/fields/fields.ts";
import type { ExampleRecord } from "../../../../src/contract/fields/recordExamples.ts";
import type { Step } from "../../../../src/contract/steps/steps.ts";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";
import {
  extractHealing,
  type Prints,
  reportHealing,
  type Tracks,
} from "../../../../src/engine/extract/slots/healing/index.ts";
import { learnFromExamples } from "../../../../src/engine/generate/index.ts";

const URL = "http://shop.test/";
const NOW = Date.UTC(2026, 0, 31);
const SCHEMA = { title: "string", price: "price" } as const;
const STEP = { type: "extract", selector: "article.book", fields: ["title: h3 a", "price: .price"] } as const;
const STEPS: Step[] = [{ ...STEP, fields: [...STEP.fields] }];
const EXAMPLES: ExampleRecord[] = [{ title: "Emma", price: "£8.00" }];

const BOOKS = [
  ["Middlemarch", "£12.50"],
  ["Emma", "£8.00"],
  ["Dracula", "£9.75"],
  ["Ulysses", "£21.00"],
  ["Persuasion", "£7.20"],
] as const;

const inPage = (rows: readonly string[]): string =>
  `<html lang="en"><body><nav><a href="/">Home</a></nav><main>${rows.join("")}</main></body></html>`;
const inOld = ([title, price]: readonly [string, string]): string =>
  `<article class="book"><h3><a href="/${title}">${title}</a></h3><p class="price">${price}</p></article>`;
const OLD = inPage(BOOKS.map(inOld));
const rebuilt = (books: readonly (readonly [string, string])[]): string =>
  inPage(
    books.map(
      ([title, price]) =>
        `<section class="tile"><div><a class="name" href="/${title}">${title}</a></div><b class="cost">${price}</b></section>`,
    ),
  );

/** One run of the step on a page. */
const run = (html: string, { prints = {}, examples = EXAMPLES as ExampleRecord[] | null } = {}) => {
  const tracks: Tracks = {};
  const document = parseDocument(html, { url: URL });
  const learn = examples ? (page: typeof document) => learnFromExamples(page, URL, examples, NOW) : undefined;
  const { records } = extractHealing({ prints: prints as Prints, tracks, isShell: () => false, learn }, [0], {
    document,
    url: URL,
    query: {
      selector: STEP.selector,
      fields: STEP.fields.map(parseField),
      schema: SCHEMA,
      now: NOW,
    },
  });
  return { records, tracks, report: reportHealing(STEPS, prints as Prints, structuredClone(tracks)) };
};

const ALL = BOOKS.map(([title, price]) => ({ title, price: Number(price.slice(1)) }));

describe("a flow made from examples", () => {
  it("is repaired with them if the page was redesigned before its first successful run", () => {
    expect(run(rebuilt(BOOKS), { examples: null }).records).toEqual([]);
    const { records, report } = run(rebuilt(BOOKS));
    expect(records).toEqual(ALL);
    const [step] = report.steps ?? [];
    if (step?.type !== "extract") throw new Error("nothing was healed");
    const again = parseDocument(rebuilt(BOOKS), { url: URL });
    expect(learnFromExamples(again, URL, EXAMPLES, NOW)?.selector).toBe(step.selector);
    expect(report.findings.every(({ outcome }) => "healed" in outcome)).toBe(true);
  });

  it("keeps its own selectors while they work", () => {
    const { records, report } = run(OLD);
    expect(records).toEqual(ALL);
    expect(report.steps).toBeNull();
  });

  it("is watched in as many records as are kept, if the page has one more", () => {
    const books = Array.from({ length: 9 }, (_, at) => [`Book ${at}`, `£${at + 1}`] as const);
    const { tracks } = run(inPage(books.map(inOld)));
    expect(tracks).toHaveProperty("0.track.samples.title.length", 8);
  });

  it("is not repaired by guessing if the example is missing or not in a list", () => {
    const others = BOOKS.filter(([title]) => title !== "Emma");
    expect(run(rebuilt(others)).records).toEqual([]);
    const text = inPage(["<p>Emma cost £8.00 once. We are closed.</p>"]);
    expect(run(text).records).toEqual([]);
  });

  it("is repaired with them after successful runs too if its fingerprints are not enough", () => {
    const { report } = run(OLD);
    const { prints } = report;
    // Nothing is as it was, but one book and what is around it.
    const other = rebuilt([
      ["Emma", "£8.00"],
      ["Silas Marner", "£3.10"],
      ["Villette", "£4.00"],
      ["Romola", "£6.40"],
    ]);
    const alone = run(other, { prints, examples: null });
    const { records } = run(other, { prints });
    expect(records.length).toBeGreaterThanOrEqual(alone.records.length);
    expect(records).toContainEqual({ title: "Emma", price: 8 });
  });
});
