import { describe, expect, it } from "@jest/globals";
import { parseField } from "../../../../../src/contract/fields/fields.ts";
import {
  extractData,
  extractRecords,
  type OutputSchema,
  parseDocument,
} from "../../../../../src/engine/extract/extract.ts";
import { pageOf } from "./helpers.ts";

const NOW = Date.UTC(2026, 3, 10);
const EVENT: OutputSchema = { title: "string", date: "date", location: "string" };

const parse = (body: string, url = "https://board.example/meeting", lang = "en") =>
  parseDocument(pageOf(`<main>${body}</main>`, "", lang), { url });
const read = (body: string, schema = EVENT, url?: string, lang?: string) =>
  extractData(parse(body, url, lang), { schema, now: NOW }).results[0];

describe("dates in English whose day and month could be swapped", () => {
  const body = (more = "") =>
    `<h1>Audit Committee</h1><dl><dt>Start date:</dt><dd>5/6/2026-9:00 AM</dd><dt>Address:</dt><dd>Room 4</dd></dl>${more}`;

  it.each([
    ["an American top-level domain", "https://audit.county.us/meeting", "", "2026-05-06"],
    ["a British one", "https://audit.council.uk/meeting", "", "2026-06-05"],
    ["an American address", undefined, "<p>2079 East 9th Street, Cleveland, OH 44115</p>", "2026-05-06"],
    ["an American phone number", undefined, "<p>Call (314) 657-3865.</p>", "2026-05-06"],
    ["a clear date", "https://audit.county.us/meeting", "<p>Last changed 25/3/2026</p>", "2026-06-05"],
  ])("are read by %s", (_what, url, more, day) => {
    const page = read(body(more), { startDate: "date" }, url);
    expect(page?.item.startDate).toBe(day);
    expect(page?.provenance.startDate?.doubt).toBeUndefined();
  });

  it.each([
    ["an Italian address", undefined, "<p>Via Roma 1, IT 00184 Roma</p>"],
    ["a French address", undefined, "<p>1 rue de Paris, FR 75001 Paris</p>"],
    ["a German address", "https://shop.de/meeting", "<p>Lange Straße 1, DE 10115 Berlin</p>"],
    ["the number of a model", undefined, "<p>Model AB 12345</p>"],
    [
      "an American phone number on a site of another country",
      "https://shop.ch/meeting",
      "<p>(314) 657-3865</p>",
    ],
  ])("stay ambiguous despite %s", (_what, url, more) => {
    expect(read(body(more), { startDate: "date" }, url)?.provenance.startDate?.doubt).toBeDefined();
  });

  it("are returned with low confidence and the alternative date if nothing on the page decides", () => {
    const page = read("<h1>Audit</h1><dl><dt>Start date:</dt><dd>5/6/2026</dd></dl>", { startDate: "date" });
    expect(page?.item.startDate).toBe("2026-06-05");
    expect(page?.provenance.startDate).toMatchObject({
      confidence: expect.closeTo(0.5, 0),
      doubt: "day and month could be the other way round",
    });
    expect(page?.rivals?.startDate?.map(({ value }) => value)).toEqual(["2026-06-05", "2026-05-06"]);
  });

  it("are read the same way by selectors, and are null with a warning if nothing on the page decides", () => {
    const readFlow = (url: string) =>
      extractRecords(parse(body(), url), {
        fields: [parseField("start: dd")],
        schema: { start: "date" },
        now: NOW,
      });
    expect(readFlow("https://audit.county.us/meeting").records).toEqual([{ start: "2026-05-06" }]);
    const unknown = readFlow("https://audit.example/meeting");
    expect(unknown.records).toEqual([{ start: null }]);
    expect(unknown.warnings).toEqual([expect.stringContaining("start: 1 value does not fit the type date")]);
  });
});

describe("the day of an event", () => {
  const page = (day: string) => `<article><h1>Preservation Board</h1><p>${day}, 4:00 PM - 7:00 PM</p>
    <p>The board meets in public. Everyone is welcome to speak for three minutes about any matter on the agenda of this meeting.</p>
    <dl><dt>Event published:</dt><dd>March 10, 2026</dd><dt>Last updated:</dt><dd>March 26, 2026</dd>
    <dt>Location:</dt><dd>Abrams Building</dd></dl></article>`;

  it("is the date it takes place, even in the future, not the page's publication date", () => {
    expect(read(page("June 29, 2026"))?.item).toEqual({
      title: "Preservation Board",
      date: "2026-06-29",
      location: "Abrams Building",
    });
    expect(read(page("February 3, 2026"))?.item.date).toBe("2026-02-03");
  });

  it("is not assumed if no place or time is requested, because articles mention future dates too", () => {
    expect(read(page("June 29, 2026"), { title: "string", date: "date" })?.item.date).not.toBe("2026-06-29");
  });

  it("is the publication date for articles and for fields named after it", () => {
    const story = `<article><h1>Old Mill to Reopen</h1><p>By Anna Berger, March 10, 2026</p>${`<p>${"The mill by the river will open its doors again this summer, after years of work by its owners. ".repeat(4)}</p>`.repeat(5)}
      <p>A concert on June 29, 2026, 8:00 PM will celebrate the opening.</p></article>`;
    expect(read(story)?.item).toMatchObject({ date: "2026-03-10", location: null });
    const named = read(page("June 29, 2026"), { title: "string", publishedDate: "date", location: "string" });
    expect(named?.item.publishedDate).not.toBe("2026-06-29");
  });

  it("is not assumed for jobs, which have a place and a posting date", () => {
    const job = `<h1>Baker</h1><p>Start: June 29, 2026, 8:00 AM</p><dl><dt>Posted</dt><dd>March 10, 2026</dd><dt>Location</dt><dd>Graz</dd><dt>Salary</dt><dd>€2,500</dd></dl>`;
    expect(
      read(job, { title: "string", date: "date", location: "string", salary: "string" })?.item.date,
    ).toBe("2026-03-10");
  });
});

describe("the place of an event", () => {
  const page = (
    place: string,
  ) => `<article><h1>Historic District Commission</h1><p>February 13, 2026, 5:30 PM</p>
    <div class="event-location"><p>${place}</p></div>
    <p>The commission reviews applications for work in the city's historic districts, and hears everyone who has asked to speak.</p></article>`;

  it("is found without a label, with lower confidence than with one", () => {
    const found = read(page("2 Woodward Avenue, Suite 1300, Detroit, MI 48226"));
    expect(found?.item.location).toBe("2 Woodward Avenue, Suite 1300, Detroit, MI 48226");
    expect(found?.provenance.location?.confidence).toBeLessThan(0.85);
  });

  it("is not searched for if no date is requested, because a company's address is not an event's place", () => {
    const contact = read(page("Erma Henderson Auditorium"), { name: "string", location: "string" });
    expect(contact?.provenance.location?.path ?? "").not.toContain("line");
  });

  it("is the labelled one, if a label exists", () => {
    const labelled = `<article><h1>Board</h1><p>February 13, 2026, 5:30 PM</p><dl><dt>Location</dt><dd>City Hall, Room 4</dd></dl>
      <footer><p>Printed by Board Press, 1200 Market Street, St. Louis, MO 63103</p></footer></article>`;
    expect(read(labelled)?.item.location).toBe("City Hall, Room 4");
  });
});

describe("the day on which something was published", () => {
  it.each([
    ["<h1>Koch</h1><p>Veröffentlicht am 03.11.2025</p>", "2025-11-03"],
    ["<h1>Spring concert</h1><p>Posted on 3 March 2026</p>", "2026-03-03"],
  ])("is its start only with low confidence: %s", (body, day) => {
    const page = read(body, { startDate: "date" });
    expect(page?.item.startDate).toBe(day);
    expect(page?.provenance.startDate?.confidence).toBeLessThan(0.5);
  });

  it("is not its start if the date is asked for, too", () => {
    const page = read("<h1>Spring concert</h1><p>Posted on 3 March 2026</p>", {
      startDate: "date",
      date: "date",
    });
    expect(page?.item).toEqual({ startDate: null, date: "2026-03-03" });
  });
});
