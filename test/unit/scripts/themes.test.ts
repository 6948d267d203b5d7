import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { BLOGS, type Blog, resumeOf } from "../../../scripts/eval/themes/content.ts";
import { loadThemes, type ThemePage, type ThemeTruth } from "../../../scripts/eval/themes/corpus.ts";
import { questionsOf } from "../../../scripts/eval/themes/questions.ts";

const pageOf = (truth: ThemeTruth): ThemePage => ({
  ...{ id: "a", set: "themes", kind: "listing", split: "dev", site: "a", truth, facts: {}, read: () => "" },
  url: "https://blog.example/",
});
const [blog] = BLOGS as [Blog];
const listed = blog.posts.slice(0, 3);
const shown = listed.map(({ title, date }) => `${title} ${date}`.toLowerCase()).join(" ");
const right: Record<string, string>[] = listed.map(({ title, date, slug }) => ({
  title,
  date,
  link: `https://blog.example/${date.slice(0, 7).replace("-", "/")}/${slug}/`,
}));

describe("pages of templates", () => {
  it("distinguish posts by title, date and URL", () => {
    expect(BLOGS.length).toBeGreaterThan(1);
    for (const { posts } of BLOGS)
      for (const name of ["title", "date", "slug"] as const)
        expect(new Set(posts.map((post) => post[name])).size).toBe(14);
  });

  it("count each correct value of a list once", () => {
    const [question] = questionsOf(pageOf({ blog, listed }), shown);
    expect(question?.score(right)).toEqual({ count: 1, title: 1, date: 1, link: 1 });
    const [first = {}] = right;
    const repeated = [first, first, { ...first, title: "Menu" }];
    expect(question?.score(repeated)).toEqual({ count: 1, title: 1 / 3, date: 1 / 3, link: 1 / 3 });
    expect(question?.score([])).toEqual({ count: 0, title: 0, date: 0, link: 0 });
  });

  it("request no date that a page does not show", () => {
    const titles = listed.map(({ title }) => title.toLowerCase()).join(" ");
    const [question] = questionsOf(pageOf({ blog, listed }), titles);
    expect(question?.score(right)).toMatchObject({ title: 1, date: null });
    expect(question?.example()).toEqual({ title: listed[0]?.title });
  });

  it("read a text with both dates as neither the start nor the end of a job", () => {
    const resume = resumeOf(0);
    const text = resume.work.map((job) => Object.values(job).flat().join(" ")).join(" ");
    const jobs = questionsOf(pageOf({ resume }), text.toLowerCase()).find(({ name }) => name === "jobs");
    const items = resume.work.map(({ position, company, startDate, endDate }) => ({
      ...{ position, company, start: startDate, end: `${startDate} – ${endDate}` },
    }));
    expect(jobs?.score(items)).toEqual({ count: 1, position: 1, company: 1, start: 1, end: 0 });
  });

  it.each(["false", "no-such-program"])("are left out if npm fails (%s)", async (npm) => {
    const folder = mkdtempSync(join(tmpdir(), "gleaner-themes-"));
    try {
      expect(await loadThemes(folder, npm)).toBeNull();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
