import { describe, expect, it } from "@jest/globals";
import { extractMarkdown, parseDocument } from "../../src/engine/extract/extract.ts";
import { appPage } from "./helpers.ts";

const URL_OF_PAGE = "https://wiki.example/Birkmoor";
const LEAD =
  "<p><b>Birkmoor</b> is a market town on the river Lend, first named in 1284 when its mill was given to the abbey. Its weekly market still draws the villages around it.</p>";
const HISTORY =
  "<p>The abbey sold the mill in 1611, and the town bought its own rights eight years later. A fire took most of the upper town in 1734; the church was rebuilt in brick within a decade.</p>";
const FACTS = [
  ["Population", "8,412"],
  ["Elevation", "212 m"],
  ["Mayor", "Ada Lorn"],
] as const;

const markdownOf = (main: string): string =>
  extractMarkdown(parseDocument(appPage(main), { url: URL_OF_PAGE }), 0).markdown;

const tableOf = (rows: string): string =>
  `<table class="facts"><caption>Facts of Birkmoor</caption><tbody>${rows}</tbody></table>`;
const PAIRS = FACTS.map(([name, value]) => `<tr><th scope="row">${name}</th><td>${value}</td></tr>`).join("");
const LINKED = FACTS.map(
  ([name, value]) =>
    `<tr><th><a href="/wiki/${name}">${name}</a></th><td><a href="/wiki/x">${value}</a></td></tr>`,
).join("");
const HEADED = `<tr><th>Fact</th><th>Value</th></tr>${PAIRS}`;
const IN_ONE_ROW = `<tr>${FACTS.map(([name, value]) => `<th>${name}</th><td>${value}</td>`).join("")}</tr>`;

const PLACES = {
  "before the text": (table: string) => `<h1>Birkmoor</h1>${table}${LEAD}<h2>History</h2>${HISTORY}`,
  "between paragraphs": (table: string) => `<h1>Birkmoor</h1>${LEAD}${table}<h2>History</h2>${HISTORY}`,
  "after the text": (table: string) =>
    `<h1>Birkmoor</h1>${LEAD}<h2>History</h2>${HISTORY}<h2>Facts</h2>${table}`,
};

describe("a captioned key-value table, as Markdown", () => {
  it.each(
    Object.entries(PLACES).flatMap(([place, pageOf]) =>
      Object.entries({ PAIRS, LINKED, HEADED, IN_ONE_ROW }).map(([shape, rows]) => [
        shape,
        place,
        pageOf(tableOf(rows)),
      ]),
    ),
  )("keeps its caption and all its rows: %s %s", (_shape, _place, html) => {
    const markdown = markdownOf(html);
    const lost = ["Facts of Birkmoor", ...FACTS.flat()].filter((text) => !markdown.includes(text));
    expect(lost).toEqual([]);
  });
});

const edit = (...labels: string[]): string => {
  const links = labels.map((label) => `<a href="/w?title=Birkmoor&amp;action=edit">${label}</a>`);
  return `<span class="tools"><span>[</span>${links.join("<span> | </span>")}<span>]</span></span>`;
};

describe("a heading with edit links, as Markdown", () => {
  it.each([
    ["a link to edit it", `<h2><span id="History">History</span>${edit("edit")}</h2>`],
    [
      "several links",
      `<h2><span id="History">History</span>${edit("Bearbeiten", "Quelltext bearbeiten")}</h2>`,
    ],
    ["a link beside it", `<div class="heading"><h2 id="History">History</h2>${edit("edit")}</div>`],
    ["a small link in brackets", `<h2>History <small><a href="/w?action=edit">[edit]</a></small></h2>`],
    ["a permalink", `<h2 id="History">History<a class="anchor" href="#History" title="Permalink">¶</a></h2>`],
    ["a permalink before it", `<h2 id="History"><a href="/Birkmoor#History">#</a> History</h2>`],
  ])("contains only its text: %s", (_tools, heading) => {
    const lines = markdownOf(`<h1>Birkmoor</h1>${LEAD}${heading}${HISTORY}`).split("\n");
    expect(lines.filter((line) => line.startsWith("##"))).toEqual(["## History"]);
    expect(lines.join("\n")).not.toMatch(/edit|bearbeiten|¶/i);
  });

  it.each([
    ["a name that is a sign", `<h2><a href="/languages/c-sharp">C#</a> and F#</h2>`, "C# and F#"],
    ["a reference", `<h2>History<a href="#note-1">[1]</a></h2>`, "History[1]"],
  ])("keeps what belongs to it: %s", (_what, heading, text) => {
    const markdown = markdownOf(`<h1>Birkmoor</h1>${LEAD}${heading}${HISTORY}`);
    const [title = ""] = markdown.split("\n").filter((line) => line.startsWith("## "));
    expect(title.replace(/\]\([^)]*\)/g, "").replace(/[\\[\]]/g, "")).toBe(
      `## ${text.replace(/[[\]]/g, "")}`,
    );
  });
});
