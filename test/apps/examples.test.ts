import { describe, expect, it } from "@jest/globals";
import type { ShownRecord } from "../../src/contract/fields/recordExamples.ts";
import { parseDocument } from "../../src/engine/extract/extract.ts";
import { generateFromExamples, readSteps } from "../../src/engine/generate/index.ts";
import { appPage, BODIES, flowOf } from "./helpers.ts";

const NOW = Date.UTC(2026, 10, 23);
const URL_OF_PAGE = "https://app.example/meetings";

const MEETINGS = BODIES.map((title, at) => ({
  title,
  day: `2026-10-0${at + 1}`,
  time: `${at + 1}:30 ${at % 2 ? "AM" : "PM"}`,
  place: at === 3 ? null : `Room ${at % 2 ? "Ebb" : "Flow"}`,
  agenda: at === 2 ? null : `https://app.example/files/a${at}.pdf`,
  minutes: at === 4 ? null : `https://app.example/files/m${at}.pdf`,
}));
type Meeting = (typeof MEETINGS)[number];

const link = (href: string | null, text: string): string =>
  href ? `<a class="chip" href="${href}">${text}</a>` : "";
const files = ({ agenda, minutes }: Meeting): string => link(agenda, "Agenda") + link(minutes, "Minutes");
const say = (day: string): string => `October ${Number(day.slice(-2))}, 2026`;

const collect = (main: string, ...examples: ShownRecord[]): readonly object[] => {
  const document = parseDocument(appPage(main), { url: URL_OF_PAGE });
  const page = { url: URL_OF_PAGE, document, isRendered: false };
  const { flow, problems } = generateFromExamples(page, examples, undefined, NOW);
  if (!flow) throw new Error(JSON.stringify(problems));
  const steps = flow.steps.flatMap((step) => (step.type === "extract" ? [step] : []));
  return readSteps(document, steps, flow.outputSchema, NOW).records;
};

const pick = <Name extends keyof Meeting>(...names: Name[]) =>
  MEETINGS.map((meeting) => Object.fromEntries(names.map((name) => [name, meeting[name]])));
const first = (...names: (keyof Meeting)[]): ShownRecord => pick(...names)[0] as ShownRecord;

describe("an example of a list", () => {
  it("finds links by what they say, whatever stands beside them", () => {
    const main = `<h1>Meetings</h1>${MEETINGS.map((meeting) => `<div class="row"><b>${meeting.title}</b>${files(meeting)}</div>`).join("")}`;
    const names = ["title", "agenda", "minutes"] as const;
    expect(collect(main, first(...names))).toEqual(pick(...names));
  });

  it("takes the day from the heading above several records", () => {
    const row = (meeting: Meeting) =>
      `<li class="row"><b>${meeting.title}</b> <i>${meeting.time}</i> ${files(meeting)}</li>`;
    const groups = [0, 2, 4].map((at) => {
      const held = MEETINGS.slice(at, at + 2);
      return `<section><h3>${say(held[0]?.day ?? "")}</h3><ul>${held.map(row).join("")}</ul></section>`;
    });
    const expected = pick("title", "day", "time", "agenda").map(({ day, ...rest }, at) => ({
      ...rest,
      date: MEETINGS[at - (at % 2)]?.day ?? day,
    }));
    const shown = { ...first("title", "time", "agenda"), date: MEETINGS[0]?.day ?? "" };
    expect(collect(`<h1>Meetings</h1>${groups.join("")}`, shown)).toEqual(expected);
  });

  it("takes the year of a day from the heading of its month", () => {
    const row = ({ title, day, time }: Meeting) =>
      `<div class="row"><p>Oct ${Number(day.slice(-2))}</p><p class="name">${title}</p><p>${time}</p></div>`;
    const main = `<h1>Meetings</h1><h2>October 2026</h2>${MEETINGS.map(row).join("")}`;
    const expected = pick("title", "day").map(({ day, ...rest }) => ({ ...rest, date: day }));
    expect(collect(main, { ...first("title"), date: MEETINGS[0]?.day ?? "" })).toEqual(expected);
  });

  it("does not take what links say for a value that a record lacks", () => {
    const row = ({ title, time, place, minutes }: Meeting) =>
      `<div class="row"><b>${title}</b><ul><li><span>${time}</span></li>${place ? `<li><span>${place}</span></li>` : ""}<li>${link(minutes ?? "/none", "Minutes")}</li></ul></div>`;
    expect(collect(MEETINGS.map(row).join(""), first("title", "place"))).toEqual(pick("title", "place"));
  });

  it("finds values by labels that the records share, without a colon", () => {
    const pair = (label: string, value: string | null) =>
      value ? `<div class="pair"><span class="c">${label}</span><span class="c">${value}</span></div>` : "";
    const row = ({ title, time, place }: Meeting) =>
      `<div class="card"><div class="head">${title}</div>${pair("Where", place)}${pair("When", time)}</div>`;
    const names = ["title", "time", "place"] as const;
    expect(collect(MEETINGS.map(row).join(""), first(...names))).toEqual(pick(...names));
  });

  it("finds the text without a link among others that have one", () => {
    const row = ({ title, agenda, time }: Meeting) => {
      const linked = agenda ? `<p class="c"><a href="${agenda}">${title} agenda</a></p>` : "";
      return `<div class="card"><b>${title}</b>${linked}<p class="c">${time}</p></div>`;
    };
    expect(collect(MEETINGS.map(row).join(""), first("title", "time"))).toEqual(pick("title", "time"));
  });

  it("reads names and times of one class by the way to them", () => {
    const row = ({ title, time }: Meeting) =>
      `<div class="card"><div><p class="c">${time}</p><div><div><p class="c">${title}</p></div></div></div></div>`;
    expect(collect(`<div>${MEETINGS.map(row).join("")}</div>`, first("title", "time"))).toEqual(
      pick("title", "time"),
    );
  });

  it("does not read the box of all records as one", () => {
    const row = ({ title, time }: Meeting) => `<div class="grid item"><h2>${title}</h2><p>${time}</p></div>`;
    const main = `<div class="grid">${MEETINGS.map(row).join("")}</div>`;
    expect(collect(main, first("title", "time"))).toEqual(pick("title", "time"));
  });

  it("may show titles of the highest level, if each record has one", () => {
    const row = ({ title, time }: Meeting) => `<article><h1>${title}</h1><p>${time}</p></article>`;
    expect(collect(MEETINGS.map(row).join(""), first("title", "time"))).toEqual(pick("title", "time"));
  });

  it("leaves out an old price whose box holds nothing else", () => {
    const prices = [20, 30, 40, 50];
    const row = (price: number, at: number) =>
      `<div class="card"><h3>Lamp ${at}</h3>${at % 2 ? `<span class="t"><del>$${price + 5}.00</del></span> ` : ""}<span class="t">$${price}.00</span></div>`;
    const expected = prices.map((price, at) => ({ name: `Lamp ${at}`, price }));
    expect(collect(prices.map(row).join(""), { name: "Lamp 0", price: "$20.00" })).toEqual(expected);
  });
});

describe("a sentence", () => {
  it("asks for links by what they say, and for the day above the records", () => {
    const row = (meeting: Meeting) =>
      `<tr><td>${meeting.time}</td><td>${meeting.title}</td><td>${files(meeting)}</td></tr>`;
    const rows = MEETINGS.map(
      (meeting) =>
        `<tr class="day"><td colspan="3"><strong>${say(meeting.day)}</strong></td></tr>${row(meeting)}`,
    );
    const head = "<thead><tr><th>Time</th><th>Title</th><th>Files</th></tr></thead>";
    const { records, flow } = flowOf(
      appPage(`<h1>Meetings</h1><table>${head}<tbody>${rows.join("")}</tbody></table>`),
      "title, date, agenda and minutes of all meetings",
    );
    expect(records).toEqual(
      pick("title", "day", "agenda", "minutes").map(({ day, ...rest }) => ({ ...rest, date: day })),
    );
    expect(flow.outputSchema).toEqual({ title: "string", date: "date", agenda: "url", minutes: "url" });
  });
});
