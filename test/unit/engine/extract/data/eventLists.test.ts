import { describe, expect, it } from "@jest/globals";
import { extractData, type OutputSchema, parseDocument } from "../../../../../src/engine/extract/extract.ts";
import { pageOf } from "./helpers.ts";

const EVENT: OutputSchema = { title: "string", date: "date", location: "string", url: "url" };
const read = (body: string, schema = EVENT) =>
  extractData(parseDocument(pageOf(`<main>${body}</main>`, "", "en-US"), { url: "https://town.example/" }), {
    schema,
    instructions: "All meetings on this page",
    now: Date.UTC(2019, 3, 12),
  }).results;

const DAYS = ["January 9, 2019", "February 13, 2019", "March 13, 2019", "April 10, 2019"];
const WANTED = ["2019-01-09", "2019-02-13", "2019-03-13", "2019-04-10"];
const KINDS = ["Agenda", "Minutes"];
const files = (ending: string): string =>
  DAYS.flatMap((day, at) =>
    KINDS.map((kind) => `<li><a href="/files/${kind}-${at}${ending}">${day} Zoning Board ${kind}</a></li>`),
  ).join("");

describe("several files on one date in a list of events", () => {
  it("become one event, even if each file is a list item of its own", () => {
    const results = read(`<h1>Zoning Board</h1><ul>${files(".pdf")}</ul>`);
    expect(results.map(({ item, rows }) => [item.date, rows])).toEqual(WANTED.map((day) => [day, 2]));
    expect(results[0]?.item.url).toBe("https://town.example/files/Agenda-0.pdf");
    expect(results[0]?.rivals?.url?.map(({ value }) => value)).toEqual([
      "https://town.example/files/Agenda-0.pdf",
      "https://town.example/files/Minutes-0.pdf",
    ]);
  });

  it("become one event, whatever the requested date field is called", () => {
    const schema: OutputSchema = { title: "string", startDate: "date", venue: "string" };
    const results = read(`<h1>Zoning Board</h1><ul>${files(".pdf")}</ul>`, schema);
    expect(results.map(({ item }) => item.startDate)).toEqual(WANTED);
  });

  it("stay separate records if the request is not about events", () => {
    const documents: OutputSchema = { title: "string", date: "date", url: "url" };
    expect(read(`<h1>Zoning Board</h1><ul>${files(".pdf")}</ul>`, documents)).toHaveLength(8);
  });

  it.each([".html", ".aspx", "", ".09.2019"])("become one event if their URLs end in %j", (ending) => {
    expect(read(`<h1>Zoning Board</h1><ul>${files(ending)}</ul>`)).toHaveLength(4);
  });

  it("become one event within a section, and next to the following dates", () => {
    const [agendas, minutes] = KINDS.map((kind) =>
      DAYS.map((day, at) => `<li><a href="/${kind}-${at}.pdf">${kind} ${day}</a></li>`).join(""),
    );
    const next = [...DAYS, "May 8, 2019"].map((day) => `<p>${day} at 7:00 pm</p>`).join("");
    const results = read(
      `<h1>Zoning Board</h1><h2>Schedule</h2>${next}<h2>Agendas</h2><ul>${agendas}</ul><h2>Minutes</h2><ul>${minutes}</ul>`,
    );
    expect(results.map(({ item }) => item.date)).toEqual([...WANTED, "2019-05-08"]);
  });

  it("stay separate events if both have an agenda, such as those of two committees", () => {
    const sections = ["Zoning", "Library"].map(
      (board) =>
        `<h2>${board}</h2><ul>${DAYS.map((day, at) => `<li>${day} <a href="/${board}-${at}.pdf">Agenda</a></li>`).join("")}</ul>`,
    );
    expect(read(`<h1>Boards</h1>${sections.join("")}`)).toHaveLength(8);
  });

  it.each([".html", "", ".ics"])(
    "stay separate records if they are not documents and their URLs end in %j",
    (ending) => {
      const items = DAYS.flatMap((day, at) =>
        [1, 2].map((part) => `<li><a href="/hearing-${part}-${at}${ending}">${day} Zoning Board</a></li>`),
      );
      expect(read(`<h1>Zoning Board</h1><ul>${items.join("")}</ul>`)).toHaveLength(8);
    },
  );

  it.each([
    ["a name", (board: string) => `<h3>${board}</h3>`],
    ["a time", (board: string) => `<p>${board === "Zoning Board" ? "9:00" : "10:30"} am</p>`],
    ["a place", (board: string) => `<p>Location: Room of the ${board}</p>`],
  ])("stay separate records if the text beside their links is %s", (_, says) => {
    const items = DAYS.flatMap((day, at) =>
      ["Zoning Board", "Library Board"].map(
        (board) =>
          `<li>${says(board)}<p>${day}</p><a href="/files/${board.length}-${at}.pdf">Agenda</a></li>`,
      ),
    );
    const days = read(`<h1>Meetings</h1><ul>${items.join("")}</ul>`).map(({ item }) => item.date);
    expect(days).toEqual(WANTED.flatMap((day) => [day, day]));
  });

  it("stay separate records if they link to email addresses", () => {
    const items = DAYS.flatMap((day) =>
      ["Zoning", "Library"].map(
        (board) => `<li>${day} <a href="mailto:${board}@town.gov">${board} Board</a></li>`,
      ),
    );
    expect(read(`<h1>Meetings</h1><ul>${items.join("")}</ul>`)).toHaveLength(8);
  });

  it("stay separate rows in a table", () => {
    const rows = DAYS.flatMap((day, at) =>
      ["Budget Committee", "Zoning Committee"].map(
        (name) => `<tr><td>${day}</td><td>${name}</td><td><a href="/${name}-${at}.pdf">Agenda</a></td></tr>`,
      ),
    ).join("");
    const table = `<table><tr><th>Date</th><th>Title</th><th>Files</th></tr>${rows}</table>`;
    const titles = read(`<h1>Committees</h1>${table}`).map(({ item }) => item.title);
    expect(titles).toHaveLength(8);
    expect(titles.slice(0, 2)).toEqual(["Budget Committee", "Zoning Committee"]);
  });
});

describe("a place or time that a list of events states once for the whole page", () => {
  const days = DAYS.map((day) => `<li>${day}</li>`).join("");
  const place = "<dl><dt>Location</dt><dd>City Hall, 12 Main Street</dd></dl>";
  const filler = `<p>${"The board meets every month and hears what residents have to say about the town. ".repeat(6)}</p>`;

  it("is added to each event, with a low confidence", () => {
    const results = read(`<h1>Board of Zoning Appeals</h1>${filler}${place}<ul>${days}</ul>`);
    expect(results.map(({ item }) => item.date)).toEqual(WANTED);
    expect(results).toHaveLength(4);
    for (const { item, provenance } of results) {
      expect(item).toMatchObject({ title: "Board of Zoning Appeals", location: "City Hall, 12 Main Street" });
      expect(provenance.location?.doubt).toBe("the page gives it once, not for this record");
      expect(provenance.location?.confidence).toBeLessThan(0.6);
      expect(provenance.title?.doubt).toBe("the page gives it once, not for this record");
    }
  });

  it("never replaces an event's own value", () => {
    const own = DAYS.map(
      (day, at) => `<li><h3>Hearing ${at}</h3><p>${day}</p><p>Location: Library ${at}</p></li>`,
    ).join("");
    const results = read(`<h1>Board of Zoning Appeals</h1>${filler}${place}<ul>${own}</ul>`);
    expect(results.map(({ item }) => [item.title, item.location])).toEqual(
      DAYS.map((_, at) => [`Hearing ${at}`, `Library ${at}`]),
    );
    expect(results.every(({ provenance }) => provenance.title?.doubt === undefined)).toBe(true);
  });

  it("is not added if the request is not about events", () => {
    const results = read(`<h1>Board of Zoning Appeals</h1>${filler}${place}<ul>${days}</ul>`, {
      title: "string",
      date: "date",
    });
    expect(results.map(({ item }) => item.title)).toEqual(DAYS);
  });
});

describe("a list of events in several sections", () => {
  it("includes events from sections with different markup", () => {
    const next = DAYS.slice(2).map((day) => `<h3>${day} – 10:00 am</h3>`);
    const past = ["2018-12-12", "2018-11-14", "2018-10-10", "2018-09-12", "2018-08-08"];
    const old = past.map((day) => `<p>Board meeting ${day} <a href="/${day}.pdf">Minutes</a></p>`);
    const results = read(`<h1>Board</h1>${next.join("")}<h2>Past meetings</h2>${old.join("")}`);
    expect(results.map(({ item }) => item.date)).toEqual([...WANTED.slice(2), ...past]);
  });

  it("includes events from a menu of dates", () => {
    const options = DAYS.map((day, at) => `<option value="/agendas/${at}.pdf">${day}</option>`).join("");
    const results = read(
      `<h1>Board of Zoning Appeals</h1><form><select><option>${DAYS[0]}</option>${options}</select></form><ul><li>Rules</li><li>Members</li></ul>`,
    );
    expect(results.map(({ item }) => item.date)).toEqual(WANTED);
    expect(results[1]?.item.url).toBe("https://town.example/agendas/1.pdf");
  });

  it("excludes a text that mentions a date", () => {
    const days = DAYS.map((day) => `<div>${day}</div>`).join("");
    const text = `<div>${"The board heard what residents had to say about the new hall. ".repeat(8)} It opened on May 2, 2018.</div>`;
    expect(read(`<h1>Board</h1>${days}${text}`).map(({ item }) => item.date)).toEqual(WANTED);
  });
});

describe("days without a year", () => {
  it("get the same year if they are in order, even if the first dates are closer to the visit in the next year", () => {
    const days = ["January 22", "February 26", "March 26", "August 27", "September 24", "December 17"];
    const results = extractData(
      parseDocument(
        pageOf(
          `<main><h1>Board</h1><ul>${days.map((day) => `<li>${day}</li>`).join("")}</ul></main>`,
          "",
          "en-US",
        ),
        {
          url: "https://town.example/",
        },
      ),
      { schema: EVENT, instructions: "All meetings on this page", now: Date.UTC(2019, 8, 25) },
    ).results;
    expect(results.map(({ item }) => String(item.date).slice(0, 4))).toEqual(days.map(() => "2019"));
  });
});

describe("the title of an event", () => {
  const titlesOf = (body: string): unknown[] => read(body).map(({ item }) => item.title);

  it("excludes the event's date and the name of its document", () => {
    const items = DAYS.map((day, at) => `<li><a href="/${at}.pdf">Retirement Board Agenda - ${day}</a></li>`);
    expect(titlesOf(`<h1>Pensions</h1><ul>${items.join("")}</ul>`)).toEqual(
      DAYS.map(() => "Retirement Board"),
    );
  });

  it("keeps a number and the kind of meeting", () => {
    const items = DAYS.map((day, at) => `<li><h3>Special Hearing ${at}</h3><p>${day}</p></li>`);
    expect(titlesOf(`<h1>Pensions</h1><ul>${items.join("")}</ul>`)).toEqual(
      DAYS.map((_, at) => `Special Hearing ${at}`),
    );
  });

  it("is another line of the record if the links only name documents", () => {
    const items = DAYS.map(
      (day, at) => `<li>${day}<div>Investment Committee</div><a href="/${at}.pdf">Agenda</a></li>`,
    );
    expect(titlesOf(`<h1>Minutes</h1><ul>${items.join("")}</ul>`)).toEqual(
      DAYS.map(() => "Investment Committee"),
    );
  });

  it("is the body named in its group's heading or, with lower confidence, in the page's heading", () => {
    const list = (name: string): string =>
      `<ul>${DAYS.map((day, at) => `<li>${day} <a href="/${name}-${at}.pdf">Agenda</a></li>`).join("")}</ul>`;
    const results = read(
      `<h1>Board of Appeals</h1><h2>2019 meetings</h2>${list("a")}<h2>Parks Subcommittee</h2>${list("b")}`,
    );
    expect(results.map(({ item }) => item.title)).toEqual([
      ...DAYS.map(() => "Board of Appeals"),
      ...DAYS.map(() => "Parks Subcommittee"),
    ]);
    expect(results[0]?.provenance.title?.confidence).toBeLessThan(0.6);
  });
});

describe("the title of a page with events", () => {
  it.each([
    ["Public Meetings of the Police Board", "Police Board"],
    ["License Appeal Commission", "License Appeal Commission"],
    ["Appeal Commission 2019 Meeting Schedule", "Appeal Commission 2019 Meeting"],
  ])("excludes the words that call the page a list: %s", (heading, title) => {
    const days = DAYS.map((day) => `<li>${day}</li>`).join("");
    const titles = read(`<h1>${heading}</h1><h2>2019 schedule</h2><ul>${days}</ul>`).map(
      ({ item }) => item.title,
    );
    expect(titles).toEqual(DAYS.map(() => title));
  });
});

describe("the place of an event", () => {
  const placesOf = (body: string) =>
    read(body).map(({ item, provenance }) => [item.location, provenance.location?.doubt]);
  const days = `<ul>${DAYS.map((day) => `<li>${day}</li>`).join("")}</ul>`;
  const DOUBT = "the page gives it once, not for this record";

  it.each([
    [
      "All meetings are held at Oak Hall, 41 N. Mill Ave., unless noted otherwise.",
      "Oak Hall, 41 N. Mill Ave.",
    ],
    ["Meetings begin at 10:30 a.m. at the Town Library, Room 4 and are open to all.", "Town Library, Room 4"],
    ["Meetings are held at Oak Hall, 41 N. Mill Ave. #302 at 1:30p.", "Oak Hall, 41 N. Mill Ave. #302"],
    ["The board meets monthly at 7:00 PM. Meetings take place in Oak Hall.", "Oak Hall"],
  ])("is read from a sentence on its page: %s", (sentence, place) => {
    expect(placesOf(`<h1>Board</h1><p>${sentence}</p>${days}`)).toEqual(DAYS.map(() => [place, DOUBT]));
  });

  it("is read from the lines below a label that announces it", () => {
    const lines =
      "<p>Board meetings are held at:</p><p>Oak Hall</p><p>41 Mill Street, 2nd Floor</p><p>Springfield, IL 62701</p>";
    expect(placesOf(`<h1>Board</h1>${lines}${days}`)).toEqual(
      DAYS.map(() => ["Oak Hall, 41 Mill Street, 2nd Floor, Springfield, IL 62701", DOUBT]),
    );
  });

  it("is read from a line of its record", () => {
    const items = DAYS.map(
      (day, at) => `<li><p>${day}</p><p>Oak Hall ${at}</p><p>4${at} Mill Street</p></li>`,
    );
    expect(placesOf(`<h1>Board</h1><ul>${items.join("")}</ul>`)).toEqual(
      DAYS.map((_, at) => [`Oak Hall ${at}, 4${at} Mill Street`, undefined]),
    );
  });

  it("excludes a time of day that follows it without a space", () => {
    const items = DAYS.map((day) => `<li><p>${day}</p><p>1:30 PM<span>Oak Hall - Room A</span></p></li>`);
    expect(placesOf(`<h1>Board</h1><ul>${items.join("")}</ul>`).map(([place]) => place)).toEqual(
      DAYS.map(() => "Oak Hall - Room A"),
    );
  });

  it.each([
    "<footer><p>Oak Hall, 41 Mill Street</p></footer>",
    "<p>The exhibition is held at 3 places and takes place yearly.</p>",
    "<p>February 2019 Board and Committee news</p>",
  ])("is never %s", (other) => {
    expect(placesOf(`<h1>Board</h1>${days}${other}`).map(([place]) => place)).toEqual(DAYS.map(() => null));
  });
});
