import { describe, expect, it } from "@jest/globals";
import { itemsOf, read } from "./helpers.ts";

const RSS = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:media="http://search.yahoo.com/mrss/" xmlns:g="http://base.google.com/ns/1.0"><channel>
<title>Harbour news</title><link>https://data.example/</link><description>All of it</description><language>en-GB</language>
<item><title>Crane &amp; tide</title><link>/news/crane</link><guid isPermaLink="false">n-1</guid>
  <pubDate>Mon, 02 Mar 2026 10:00:00 +0100</pubDate><dc:creator>Ada Krüger</dc:creator>
  <category>Ships</category><category>Tides</category><description><![CDATA[<p>The <b>old</b> crane.</p>]]></description>
  <content:encoded><![CDATA[<p>The old crane turns.</p><p>It has not done so for years.</p>]]></content:encoded>
  <media:group><media:content url="/crane.jpg" medium="image"/></media:group><g:price>12.50 EUR</g:price></item>
<item><title>Low water</title><guid>https://data.example/news/low</guid><author>bo@data.example (Bo Ek)</author>
  <pubDate>Tue, 03 Mar 2026 08:00:00 GMT</pubDate><enclosure url="/low.mp3" type="audio/mpeg" length="9"/></item>
</channel></rss>`;

const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Hafen</title>
<entry><title type="html">Eins &lt;i&gt;zwei&lt;/i&gt;</title><link rel="self" href="/self"/><link href="/eins"/>
<id>urn:eins</id><published>2026-03-02T10:00:00Z</published><author><name>Bo</name></author>
<category term="Kran"/><summary>Kurz.</summary></entry></feed>`;

describe("a feed", () => {
  it("returns one item per RSS entry, including common extensions", () => {
    const { kind, results } = read(RSS, "application/rss+xml");
    expect(kind).toBe("list");
    expect(results.map(({ item }) => item)).toEqual([
      {
        title: "Crane & tide",
        url: "https://data.example/news/crane",
        date: "2026-03-02T09:00:00.000Z",
        author: "Ada Krüger",
        description: "The old crane.",
        content: "The old crane turns.\n\nIt has not done so for years.",
        image: "https://data.example/crane.jpg",
        categories: ["Ships", "Tides"],
        id: "n-1",
        enclosure: null,
        price: "12.50 EUR",
      },
      expect.objectContaining({
        title: "Low water",
        url: "https://data.example/news/low",
        author: "Bo Ek",
        enclosure: "https://data.example/low.mp3",
        categories: [],
        price: null,
      }),
    ]);
    expect(results[0]?.provenance.date).toEqual({
      source: "feed",
      confidence: expect.any(Number),
      path: "item[0].date",
    });
  });

  it("returns Atom entries with their own links", () => {
    expect(itemsOf(ATOM, "application/atom+xml")).toEqual([
      {
        title: "Eins zwei",
        url: "https://data.example/eins",
        date: "2026-03-02T10:00:00.000Z",
        author: "Bo",
        description: "Kurz.",
        categories: ["Kran"],
        id: "urn:eins",
      },
    ]);
  });

  it("returns RSS 1.0 entries, which are outside their channel", () => {
    const rdf = `<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="/"><title>T</title></channel>
      <item rdf:about="/a"><title>A</title><link>/a</link></item></rdf:RDF>`;
    expect(itemsOf(rdf, "application/rdf+xml")).toEqual([{ title: "A", url: "https://data.example/a" }]);
  });

  it("follows a schema by common field names, even when sent as HTML", () => {
    const schema = {
      headline: "string",
      link: "url",
      published: "date",
      price: "price",
      tags: "string[]",
    } as const;
    expect(itemsOf(RSS, "text/html", { schema })[0]).toEqual({
      headline: "Crane & tide",
      link: "https://data.example/news/crane",
      published: "2026-03-02",
      price: 12.5,
      tags: ["Ships", "Tides"],
    });
  });

  it("is one item if the schema contains the list", () => {
    const schema = { title: "string", items: [{ title: "string", url: "url" }] } as const;
    expect(itemsOf(RSS, "text/xml", { schema })).toEqual([
      {
        title: "Harbour news",
        items: [
          { title: "Crane & tide", url: "https://data.example/news/crane" },
          { title: "Low water", url: "https://data.example/news/low" },
        ],
      },
    ]);
  });

  it("without entries returns nothing", () => {
    expect(itemsOf(`<rss version="2.0"><channel><title>T</title></channel></rss>`, "text/xml")).toEqual([]);
  });
});

describe("other XML", () => {
  it("returns one item per record, with attributes as values", () => {
    const urls = `<?xml version="1.0"?><urlset xmlns="s"><url><loc>https://data.example/1</loc><lastmod>2026-01-01</lastmod></url>
      <url id="2"><loc>https://data.example/2</loc></url></urlset>`;
    expect(itemsOf(urls, "application/xml")).toEqual([
      { loc: "https://data.example/1", lastmod: "2026-01-01" },
      { id: "2", loc: "https://data.example/2" },
    ]);
  });

  it("reads one record without siblings of its kind as a list of one", () => {
    const books = `<books><book><title lang="en">Tides</title><price>12.50</price></book></books>`;
    const schema = { title: "string", price: "price" } as const;
    expect(read(books, "text/xml", { schema })).toMatchObject({
      kind: "list",
      results: [{ item: { title: "Tides", price: 12.5 }, provenance: { price: { path: "book[0].price" } } }],
    });
  });

  it("is read as a page if it is XHTML", () => {
    const xhtml = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>Tides</title></head>
      <body><h1>Tides</h1><p>${"The water comes and the water goes. ".repeat(8)}</p></body></html>`;
    expect(itemsOf(xhtml, "application/xml")).toEqual([
      expect.objectContaining({ title: "Tides", language: "en" }),
    ]);
  });

  it("nested deeply is read in bounded time", () => {
    expect(itemsOf(`${"<a>".repeat(9_000)}x${"</a>".repeat(9_000)}`, "text/xml").length).toBeLessThan(2);
  });
});
