import { describe, expect, it } from "@jest/globals";
import type { OutputSchema } from "../../../../../src/contract/fields/outputSchema.ts";
import { parseDocument } from "../../../../../src/engine/extract/extract.ts";
import { generateFlow } from "../../../../../src/engine/generate/index.ts";
import { extractFrom, pageOf } from "./helpers.ts";

const JOBS = [
  ["Night Porter", "Grand Hotel", "Leeds", "£24,500 a year"],
  ["Staff Nurse", "Riverside Trust", "York", "£31,049 – £37,796 a year"],
  ["Bus Driver", "Northline", "Hull", "£15.20 per hour"],
  ["Data Engineer", "Kite Ltd", "Remote", "Up to £70k"],
  ["Joiner", "Oak and Ash", "Ripon", "£180 - £220 per day"],
] as const;
const BOARD = pageOf(
  `<main><h1>Jobs in the north</h1><ul>${JOBS.map(
    ([title, company, place, pay], at) =>
      `<li class="job"><h2><a href="/jobs/${at}">${title}</a></h2><p class="m"><span>${company}</span> · <span>${place}</span></p><p class="pay">${pay}</p></li>`,
  ).join("")}</ul></main>`,
);
const read = (schema: OutputSchema) =>
  extractFrom(BOARD, { schema }).results.map(({ item }) => Object.values(item));

describe("a job board", () => {
  it("reads each record's title as the job title, not the company below it", () => {
    expect(read({ jobTitle: "string", company: "string", location: "string" })).toEqual(
      JOBS.map(([title, company, place]) => [title, company, place]),
    );
  });

  it("reads companies and places from the same position in each record, even if only a few are recognizable", () => {
    expect(read({ title: "string", company: "string", location: "string", salary: "string" })).toEqual(
      JOBS.map((job) => [...job]),
    );
  });

  it("becomes a flow that reads the job titles", () => {
    const url = "https://jobs.example/";
    const flow = generateFlow(
      { url, document: parseDocument(BOARD, { url }), isRendered: false },
      "job title, company and location of all jobs",
      Date.UTC(2026, 10, 21),
    );
    expect(flow?.steps.at(-1)).toMatchObject({
      fields: ["jobTitle: h2", "company: span", "location: span:nth-of-type(2)"],
    });
  });
});

describe("a list of people", () => {
  it("reads the role below each name", () => {
    const people = [
      ["Ada Byron", "Head of Engines"],
      ["Mary Somerville", "Astronomer"],
      ["Ellen Sharples", "Painter"],
    ] as const;
    const team = people.map(([name, role]) => `<li><h3>${name}</h3><p>${role}</p></li>`).join("");
    expect(
      extractFrom(pageOf(`<main><ul>${team}</ul></main>`), {
        schema: { name: "string", jobTitle: "string" },
      }).results.map(({ item }) => Object.values(item)),
    ).toEqual(people.map((person) => [...person]));
  });
});

describe("a list of people of companies", () => {
  const PEOPLE = [
    ["Anna Schmidt", "Chief Engineer", "Acme Ltd"],
    ["Bob Jones", "Data Scientist", "Globex Inc"],
    ["Carla Diaz", "Head of Design", "Initech LLC"],
  ] as const;
  const team = PEOPLE.map(
    ([name, role, company]) => `<li><h3>${name}</h3><p>${role}</p><p>${company}</p></li>`,
  ).join("");
  const page = pageOf(`<main><h1>Team</h1><ul>${team}</ul></main>`);

  it.each([
    { speaker: "string", role: "string", organization: "string" },
    { first_name: "string", position: "string", company: "string" },
    { role: "string", location: "string" },
    { full_name: "string", position: "string", salary: "string" },
  ] satisfies OutputSchema[])("reads the role below each name: %j", (schema) => {
    const items = extractFrom(page, { schema }).results.map(({ item }) => item.role ?? item.position);
    expect(items).toEqual(PEOPLE.map(([, role]) => role));
  });
});

describe("a list of notices", () => {
  it("has no author if only a title comes before the date", () => {
    const notices = [
      ["图书馆闭馆公告", "2026年11月18日"],
      ["空气质量报告", "2026-11-03"],
      ["道路施工绕行提示", "2026-10-28"],
    ];
    const list = notices
      .map(([title, day], at) => `<li><a href="/n/${at}">${title}</a><span>${day}</span></li>`)
      .join("");
    const { results } = extractFrom(pageOf(`<div><h1>通知公告</h1><ul>${list}</ul></div>`, "", "zh-CN"));
    expect(results.map(({ item }) => [item.title, item.date, item.author ?? null])).toEqual([
      ["图书馆闭馆公告", "2026-11-18", null],
      ["空气质量报告", "2026-11-03", null],
      ["道路施工绕行提示", "2026-10-28", null],
    ]);
  });
});

describe("a list of reviews", () => {
  const people = ["Anna Schmidt", "Bob Jones", "Clara Diaz"];
  const read = (lineOf: (name: string, at: number) => string) =>
    extractFrom(
      pageOf(
        `<main><h1>Reviews of the lamp</h1>${people
          .map(
            (name, at) =>
              `<div class="post">${lineOf(name, at)}<p>I think that lamp ${at} gives good light.</p></div>`,
          )
          .join("")}</main>`,
      ),
      { schema: { title: "string", author: "string", date: "date" } },
    ).results.map(({ item }) => item.author);

  it("reads the author from the name before each date", () => {
    expect(read((name, at) => `<p><b>${name}</b> ${at + 1} May 2026</p>`)).toEqual(people);
  });

  it("reads the author named elsewhere in the review", () => {
    const lines = (_: string, at: number) =>
      `<p><b>Summer Lamps</b> ${at + 1} May 2026</p><p>by ${people[at]}</p>`;
    expect(read(lines)).toEqual(people);
  });
});
