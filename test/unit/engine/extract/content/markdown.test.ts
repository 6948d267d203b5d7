import { describe, expect, it } from "@jest/globals";
import { extractMarkdown, parseDocument } from "../../../../../src/engine/extract/extract.ts";
import { pageOf } from "../data/helpers.ts";

const NOW = Date.UTC(2026, 10, 21, 6);
const LEAD =
  "<p>Whoever wants to bring boards through the winter needs air above all: narrow strips lie between the layers, so that no board touches another.</p>";
const REST =
  "<p>After two years a larch of three centimetres is so dry that it can be planed without the plane getting stuck in the wood anywhere.</p>";

const read = (inner: string, head = "<title>Boards</title>", lang = "en") =>
  extractMarkdown(
    parseDocument(
      pageOf(`<main><article><h1>Boards</h1>${LEAD}${inner}${REST}</article></main>`, head, lang),
      {
        url: "https://shop.example/a/page",
      },
    ),
    NOW,
  );

/** What stands between the first and the last paragraph. */
const between = (inner: string): string => {
  const { markdown } = read(inner);
  const start = markdown.indexOf("touches another.") + "touches another.".length;
  return markdown.slice(start, markdown.indexOf("After two years")).trim();
};

describe("Markdown of a page", () => {
  it("comes with title, language and date", () => {
    const head =
      '<title>Boards</title><meta property="article:published_time" content="2026-03-28T08:00:00Z">';
    expect(read("", head, "de-AT")).toMatchObject({ title: "Boards", language: "de-AT", date: "2026-03-28" });
    expect(read("")).toMatchObject({ date: null });
  });

  it("escapes characters that are special in Markdown", () => {
    expect(
      between(
        "<p>2 * 3 * 4 is [not] a_b _c_ `code` &lt;b&gt; C:\\x, &amp;amp; and ~~gone~~ for all of us.</p>",
      ),
    ).toBe(
      "2 \\* 3 \\* 4 is \\[not\\] a_b \\_c\\_ \\`code\\` \\<b> C:\\\\x, \\&amp; and \\~\\~gone\\~\\~ for all of us.",
    );
  });

  it.each([
    ["# no heading of ours, only a sentence", "\\# no heading of ours, only a sentence"],
    ["1. no list of ours, only a sentence", "1\\. no list of ours, only a sentence"],
    ["- no list of ours, only a sentence", "\\- no list of ours, only a sentence"],
    ["&gt; no quote of ours, only a sentence", "\\> no quote of ours, only a sentence"],
    ["+1 for everyone who has dried boards", "+1 for everyone who has dried boards"],
  ])("escapes text that looks like Markdown: %s", (html, markdown) => {
    expect(between(`<p>${html}</p>`)).toBe(markdown);
  });

  it.each([
    ["so <b>very </b>dry and <i>light</i> a board", "so **very** dry and *light* a board"],
    ["a <b>whole</b><b>some</b> board of larch", "a **wholesome** board of larch"],
    ["a <b><i>dry</i></b> and <s>wet</s> board here", "a ***dry*** and ~~wet~~ board here"],
    ["<b>Note:</b>boards of larch are dry", "Note:boards of larch are dry"],
    ["<b>dry</b><i>light</i> boards of larch", "**dry**light boards of larch"],
    ["<b> </b>dry boards of larch <b></b>here", "dry boards of larch here"],
    ["<b>dry <b>boards</b> of</b> larch here", "**dry boards of** larch here"],
  ])("writes only emphasis that Markdown can express: %s", (html, markdown) => {
    expect(between(`<p>${html}</p>`)).toBe(markdown);
  });

  it("has absolute URLs in links and images", () => {
    expect(between('<p>Read <a href="/wood_(larch)?a=1#x">all of it</a> before you start!</p>')).toBe(
      "Read [all of it](https://shop.example/wood_%28larch%29?a=1#x) before you start!",
    );
    expect(
      between(
        '<p>All of it is written down!<a href="../b">Here</a> and <a href="javascript:x()">there</a>.</p>',
      ),
    ).toBe("All of it is written down\\![Here](https://shop.example/b) and there.");
    expect(
      between(
        '<figure><a href="/big.jpg"><img data-src="stack.jpg" src="data:image/gif;base64,R0" alt="A stack"></a></figure><p>Boards in the shed, <img src="/pixel.gif" width="1" height="1" alt="x"> with air around every one of them.</p>',
      ),
    ).toBe(
      "[![A stack](https://shop.example/a/stack.jpg)](https://shop.example/big.jpg)\n\nBoards in the shed, with air around every one of them.",
    );
  });

  it("keeps nested lists, and items with several paragraphs", () => {
    expect(
      between(
        '<ol start="3"><li>Lay the strips out in the shed<ul><li>narrow ones of dry wood</li><li>all of one height</li></ul></li><li><p>Put the boards on them.</p><p>Leave a hand of air between two boards.</p></li></ol>',
      ),
    ).toBe(
      "3. Lay the strips out in the shed\n   - narrow ones of dry wood\n   - all of one height\n4. Put the boards on them.\n\n   Leave a hand of air between two boards.",
    );
  });

  it("keeps code unchanged, with its language and a fence that it does not contain", () => {
    expect(
      between(
        '<p>Count the boards in your shed with this:</p><pre><code class="hljs language-js">const n = 1;\n\n  `n` * "```"</code></pre><p>It uses <code>a`b</code> and nothing else.</p>',
      ),
    ).toBe(
      'Count the boards in your shed with this:\n\n````js\nconst n = 1;\n\n  `n` * "```"\n````\n\nIt uses ``a`b`` and nothing else.',
    );
  });

  it("keeps tables, with cells that span rows and columns", () => {
    expect(
      between(
        '<table><tr><th>Wood</th><th>Place</th><th>Years</th></tr><tr><td rowspan="2">Larch</td><td>shed | barn</td><td>2</td></tr><tr><td>cellar<br>warm</td><td>1</td></tr><tr><td colspan="2">Oak anywhere</td><td>4</td></tr></table>',
      ),
    ).toBe(
      "| Wood | Place | Years |\n| --- | --- | --- |\n| Larch | shed \\| barn | 2 |\n| Larch | cellar<br>warm | 1 |\n| Oak anywhere |  | 4 |",
    );
  });

  it("keeps link-only cells of table rows", () => {
    expect(
      between(
        '<table><tr><th>Wood</th><th>What it is good for</th><th>File</th></tr><tr><td>Larch</td><td>Boards that stand in the rain for years and years</td><td><a href="/larch.pdf">PDF</a></td></tr><tr><td>Oak</td><td>Boards that carry more than their own weight</td><td><a href="/oak.pdf">PDF</a></td></tr></table>',
      ),
    ).toBe(
      "| Wood | What it is good for | File |\n| --- | --- | --- |\n| Larch | Boards that stand in the rain for years and years | [PDF](https://shop.example/larch.pdf) |\n| Oak | Boards that carry more than their own weight | [PDF](https://shop.example/oak.pdf) |",
    );
  });

  it("writes quotes and horizontal rules", () => {
    expect(
      between(
        "<blockquote><p>Never glue what moves in the winter.</p><p>Never paint it either, says the saw.</p></blockquote><hr><p>So much for the wisdom of sawmills.</p>",
      ),
    ).toBe(
      "> Never glue what moves in the winter.\n>\n> Never paint it either, says the saw.\n\n---\n\nSo much for the wisdom of sawmills.",
    );
  });

  it("keeps Arabic text", () => {
    expect(
      between("<p>تُحفظ الألواح في مكان <b>جاف</b> طوال الشتاء، ويوضع بينها <em>هواء</em> كافٍ.</p>"),
    ).toBe("تُحفظ الألواح في مكان **جاف** طوال الشتاء، ويوضع بينها *هواء* كافٍ.");
  });

  it("does not grow with nesting", () => {
    const deep = (tag: string, inner: string) =>
      `${`<${tag}>`.repeat(400)}${inner}${`</${tag}>`.repeat(400)}`;
    const line = "<p>A board in a list in a list, with some words around it.</p>".repeat(50);
    const html = deep("ul><li", line).replaceAll("</ul><li>", "</li></ul>") + deep("blockquote", line);
    const { markdown } = read(html);
    expect(markdown.length).toBeLessThan(2 * html.length);
    expect(markdown).toContain("A board in a list in a list");
  });

  it("represents data as such: a table, a feed, JSON", () => {
    const asIs = (text: string, format: "csv" | "json" | "xml" | "text") =>
      extractMarkdown(parseDocument(text, { url: "https://shop.example/x", format }), NOW).markdown;
    expect(asIs("name,price\nLarch | oak,3\nBeech,4\n", "csv")).toBe(
      "| name | price |\n| --- | --- |\n| Larch \\| oak | 3 |\n| Beech | 4 |",
    );
    expect(asIs('{"a": {"b": [1]}}', "json")).toBe(
      '```json\n{\n  "a": {\n    "b": [\n      1\n    ]\n  }\n}\n```',
    );
    expect(
      asIs(
        "<rss><channel><title>Wood</title><item><title>Larch is in</title><link>https://shop.example/larch</link><description>Dry boards.</description></item></channel></rss>",
        "xml",
      ),
    ).toBe("## [Larch is in](https://shop.example/larch)\n\nDry boards.");
    expect(asIs("# Wood\n\nDry boards of larch, all of them from the Alps.", "text")).toBe(
      "# Wood\n\nDry boards of larch, all of them from the Alps.",
    );
  });
});

describe("the language, date and surroundings of a page", () => {
  const readPage = (body: string, { head = "", lang = "", served = undefined as string | undefined } = {}) =>
    extractMarkdown(
      parseDocument(
        `<!doctype html><html${lang}><head><title>Boards</title>${head}</head><body><h1>Boards</h1>${body}</body></html>`,
        { url: "https://manual.example/boards", servedLanguage: served },
      ),
      NOW,
    );
  const SQL = "<p>The function is written as <code>LANGUAGE</code></p><pre>LANGUAGE plpgsql; SELECT 1</pre>";

  it.each([
    ["its lang", { lang: ' lang="de-AT"', served: "en" }, "de-AT"],
    ["its response", { served: "fr", head: '<meta property="og:locale" content="de_DE">' }, "fr"],
    ["its head", { head: '<meta property="og:locale" content="de_DE">' }, "de-DE"],
    ["its text", {}, "en"],
    ["its text, where what it declares is none", { lang: ' lang="{{locale}}"', served: "en, de" }, "en"],
  ])("take the language from %s", (_from, said, language) => {
    expect(readPage(LEAD + SQL + REST, said).language).toBe(language);
  });

  it("include no language if there is too little text", () => {
    expect(readPage("<p>LANGUAGE sql</p>").language).toBeNull();
  });

  it.each([
    ["a sample in code", `${LEAD}<pre>SELECT date '2018-03-11'</pre>${REST}`, null],
    [
      "a sample in a table",
      `${LEAD}<table><tr><th>Name</th><th>date</th></tr><tr><td>Oslo</td><td>1994-11-27</td></tr></table>${REST}`,
      null,
    ],
    ["code within a line", `${LEAD}${REST}<p>Result: <code>2004-10-19</code></p>`, null],
    [
      "a list of columns",
      `${LEAD}${REST}<dl><dt>name</dt><dd>Oslo</dd><dt>date</dt><dd>1994-11-27</dd></dl>`,
      null,
    ],
    ["a sentence", `${LEAD}<p>It was cut on 4 February 2010 in the valley.</p>${REST}`, null],
    ["an example", `${LEAD}<div class="example"><p>Updated 1999-01-08</p></div>${REST}`, null],
    [
      "an example after the text",
      `${LEAD}${REST}<div class="informalexample"><p>Updated 1999-01-08</p></div>`,
      null,
    ],
    ["a block of code", `${LEAD}${REST}<div class="code-block"><div>Updated 1999-01-08</div></div>`, null],
    ["a list of terms", `${LEAD}${REST}<ul><li>name: Oslo</li><li>date: 1999-01-08</li></ul>`, null],
    [
      "a time in a sentence",
      `${LEAD}<p>It was cut on <time datetime="2010-02-04">4 February 2010</time> by the people of the valley, who needed the wood for their new church.</p>${REST}`,
      null,
    ],
    [
      "a time in a short sentence",
      `${LEAD}<p>It was cut on <time datetime="2010-02-04">4 February 2010</time> in the valley.</p>${REST}`,
      null,
    ],
    [
      "a time in an example",
      `${LEAD}<pre><time datetime="2010-02-04">4 February 2010</time></pre>${REST}`,
      null,
    ],
    ["a time beside a name", `<p>Anna Berger · <time>28 March 2026</time></p>${LEAD}${REST}`, "2026-03-28"],
    [
      "a dateline",
      `<p>Oberdorf, <time>28 March 2026</time> – The people of the valley have cut the oldest of their larches, because they need the wood for a church.</p>${LEAD}${REST}`,
      "2026-03-28",
    ],
    [
      "the head's list",
      `<ul><li>Anna Berger</li><li>Date: 28 March 2026</li></ul>${LEAD}${REST}`,
      "2026-03-28",
    ],
    ["the foot's list", `${LEAD}${REST}<ul><li>Last updated: 28 March 2026</li></ul>`, "2026-03-28"],
    ["a section's number", `<h2>4.2.10. Larches</h2>${LEAD}${REST}`, null],
    ["a byline", `<p>By Anna Berger, 28 March 2026</p>${LEAD}${REST}`, "2026-03-28"],
    ["a footer", `${LEAD}${REST}<p>Last updated on 28 March 2026</p>`, "2026-03-28"],
  ])("read a date correctly in %s", (_where, body, date) => {
    expect(readPage(body).date).toBe(date);
  });

  const row = (cells: string) => `<table><tr><th colspan="3">Chapter 4</th></tr><tr>${cells}</tr></table>`;
  const PREV = '<td><a href="a" rel="prev">Prev</a></td>';
  const NEXT = '<td>Larches</td><td><a href="b">Next</a></td>';

  it.each([
    ["tables", row(PREV + NEXT), row(`${PREV}<td><a href="/">Home</a></td>`)],
    ["lines", '<p><a href="a">« Zurück</a> | <a href="/">Inhalt</a> | <a href="b">Weiter »</a></p>', ""],
    ["lists", "", '<ul><li><a href="a">← Previous: Oaks</a></li><li><a href="b">Next: Firs →</a></li></ul>'],
  ])("leave out links to the previous and next page, in %s", (_shape, before, after) => {
    const { markdown } = readPage(`<main>${before}${LEAD}${REST}${after}</main>`);
    expect(markdown).toMatch(/^(?:# Boards\n\n)?Whoever wants.*in the wood anywhere\.$/s);
  });

  it.each(["before", "after"])("keep every row of a facts table %s the text", (where) => {
    const table =
      "<table><caption>Oberdorf</caption><tr><th>Population</th><td>12,345</td></tr>" +
      '<tr><th>Mayor</th><td><a href="/anna">Anna Berger</a></td></tr><tr><th>Founded</th><td>1283</td></tr></table>';
    const [first, last] = where === "before" ? [table, ""] : ["", table];
    const { markdown } = readPage(`<main>${first}${LEAD}${LEAD}${REST}${last}<h2>History</h2>${REST}</main>`);
    expect(markdown).toContain(
      "Oberdorf\n\n|  |  |\n| --- | --- |\n| Population | 12,345 |\n" +
        "| Mayor | [Anna Berger](https://manual.example/anna) |\n| Founded | 1283 |",
    );
  });

  const EDIT = '<span class="tool"><span>[</span><a href="/edit">edit</a><span>]</span></span>';
  it.each([
    ["in", `<h2>History${EDIT}</h2>`],
    ["beside", `<div><h2>History</h2>${EDIT}</div>`],
  ])("leave out edit links %s a heading", (_where, heading) => {
    const { markdown } = readPage(`<main>${LEAD}${heading}${REST}</main>`);
    expect(markdown).toContain("\n\n## History\n\n");
    expect(markdown).not.toContain("edit");
  });

  it("do not confuse content with a consent dialog because of a similar id", () => {
    expect(readPage(`<div id="TRUSTED-LANGUAGES">${LEAD}${REST}</div>`).markdown).toContain("Whoever wants");
  });
});
