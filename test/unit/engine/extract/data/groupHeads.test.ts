/** The headings above the groups of a list, for the fields that they are. */
import { describe, expect, it } from "@jest/globals";
import type { OutputSchema } from "../../../../../src/contract/fields/outputSchema.ts";
import { extractFrom, pageOf } from "./helpers.ts";

const TEAMS = {
  Engineering: ["Site Engineer", "Data Engineer", "Test Engineer", "Chief Engineer"],
  Sales: ["Account Manager", "Shop Clerk"],
  Legal: ["Notary"],
};
const job = (title: string): string =>
  `<div class="job"><h5><a href="/jobs/${title.toLowerCase().replace(" ", "-")}">${title}</a></h5><span>Berlin</span></div>`;
const groups = (head: (name: string) => string): string =>
  Object.entries(TEAMS)
    .map(([name, titles]) => `<section>${head(name)}${titles.map(job).join("")}</section>`)
    .join("");
const read = (body: string, schema: OutputSchema) =>
  extractFrom(pageOf(`<main><h1>Open positions</h1>${body}</main>`), { schema }).results;
const OF_JOBS = Object.entries(TEAMS).flatMap(([name, titles]) => titles.map(() => name));
const NONE = OF_JOBS.map(() => null);
const JOB: OutputSchema = { jobTitle: "string", department: "string", applyUrl: "url" };

describe("the heading of a group", () => {
  it("is the only text field that its records lack, with a doubt", () => {
    const jobs = read(
      groups((name) => `<div class="large">${name}</div>`),
      JOB,
    );
    expect(jobs.map(({ item }) => item.department)).toEqual(OF_JOBS);
    expect(jobs[0]?.provenance.department).toMatchObject({
      confidence: 0.4,
      path: "heading of its group",
      doubt: expect.stringContaining("heading"),
    });
  });

  it("is the field that it is called, without one", () => {
    const jobs = read(
      groups((name) => `<h3 class="department-name">${name}</h3>`),
      { ...JOB, grade: "string" },
    );
    expect(jobs.map(({ item }) => item.department)).toEqual(OF_JOBS);
    expect(jobs[0]?.provenance.department?.doubt).toBeUndefined();
  });

  it("is taken before the short text below it", () => {
    const jobs = read(
      groups((name) => `<h3>${name}</h3><p>Our people.</p>`),
      JOB,
    );
    expect(jobs.map(({ item }) => item.department)).toEqual(OF_JOBS);
  });

  it("is a year, if it names one and a year is asked for", () => {
    const paper = (title: string) => `<li><a href="/${title}.pdf">${title}</a> in a journal</li>`;
    const body = `<h2>2024</h2><ul>${paper("Owls")}${paper("Foxes")}</ul><h2>2023</h2><ul>${paper("Hens")}${paper("Cats")}</ul>`;
    const papers = read(body, { title: "string", year: "integer" });
    expect(papers.map(({ item }) => item.year)).toEqual([2024, 2024, 2023, 2023]);
  });

  it("is no field if it is a day, or if all records have the same", () => {
    const days = read(
      groups((name) => `<h3>${name.length + 1} May 2026</h3>`),
      JOB,
    );
    expect(days.map(({ item }) => item.department ?? null)).toEqual(NONE);
    const same = read(`<h3>Engineering</h3>${["A one", "B two", "C three"].map(job).join("")}`, JOB);
    expect(same.map(({ item }) => item.department ?? null)).toEqual([null, null, null]);
  });

  it("does not say which of two fields it is", () => {
    const jobs = read(
      groups((name) => `<h3>${name}</h3>`),
      { ...JOB, grade: "string", shift: "string" },
    );
    expect(jobs.flatMap(({ item }) => Object.values(item))).not.toContain("Engineering");
  });
});
