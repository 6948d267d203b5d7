/** What is asked of a page of a template, and how the answer is scored. */
import type { OutputSchema } from "../../../src/engine/extract/extract.ts";
import { bare, isSameDay } from "../compare.ts";
import { mean } from "../measures.ts";
import type { Blog, Post } from "./content.ts";
import type { ThemePage } from "./corpus.ts";

export type Item = Readonly<Record<string, unknown>>;
export type Figures = Readonly<Record<string, number | null>>;

const POSTS: OutputSchema = { title: "string", date: "date", link: "url" };
const POST: OutputSchema = { title: "string", author: "string", date: "date", tags: "string[]" };
const JOBS: OutputSchema = { position: "string", company: "string", start: "string", end: "string" };
const SCHOOLS: OutputSchema = { institution: "string", area: "string" };
const SKILLS: OutputSchema = { skill: "string", level: "string" };
const PERSON: OutputSchema = { name: "string", email: "email", phone: "string" };

/** How a page may write a day; without its year, only if the page shows that too. */
const writtenDays = (date: string, language: string, shown: string): string[] => {
  const day = new Date(`${date}T12:00:00Z`);
  const [year = "", month = "", of = ""] = date.split("-");
  const format = (style: Intl.DateTimeFormatOptions): string[] =>
    ["en-US", "en-GB", language].map((own) =>
      new Intl.DateTimeFormat(own, { ...style, timeZone: "UTC" }).format(day),
    );
  const styles = (["short", "long"] as const).flatMap((name) =>
    (["numeric", "2-digit"] as const).map((digits) => ({ day: digits, month: name })),
  );
  const full = [
    date,
    `${year}/${month}/${of}`,
    `${year}.${month}.${of}`,
    `${of}.${month}.${year}`,
    `${month}/${of}/${year}`,
  ];
  return [
    ...full,
    ...styles.flatMap((style) => format({ ...style, year: "numeric" })),
    ...(shown.includes(year) ? [`${month}-${of}`, `${month}/${of}`, ...styles.flatMap(format)] : []),
  ];
};

const isLink = (found: unknown, page: ThemePage, { slug, date }: Post): boolean =>
  String(found ?? "").startsWith(
    `${new URL(page.url).origin}/${date.slice(0, 7).replace("-", "/")}/${slug}/`,
  );

/** The share of `wanted` that `found` matches one to one, in any order, by the first figure; and the other figures of those. */
const scoreRecords = <Wanted>(
  items: readonly Item[],
  wanted: readonly Wanted[],
  compare: Readonly<Record<string, (item: Item, want: Wanted) => boolean | null>>,
): Figures => {
  const [[, isSame] = ["", () => false], ...others] = Object.entries(compare);
  const rest = new Set(items);
  const pairs = wanted.map((want) => {
    const item = [...rest].find((own) => isSame(own, want));
    if (item) rest.delete(item);
    return { want, item };
  });
  const share = (values: readonly (boolean | null)[]): number | null => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? null : mean(known.map(Number));
  };
  return {
    count: Number(items.length === wanted.length),
    [Object.keys(compare)[0] ?? ""]: share(pairs.map(({ item }) => item !== undefined)),
    ...Object.fromEntries(
      others.map(([name, is]) => [
        name,
        share(pairs.map(({ want, item }) => (item ? is(item, want) : is({}, want)))),
      ]),
    ),
  };
};

const has = (item: Item, name: string, text: string): boolean => bare(item[name]) === bare(text);

export interface Question {
  readonly name: string;
  readonly isMany: boolean;
  readonly schema: OutputSchema;
  readonly sentence: string;
  readonly example: () => Readonly<Record<string, string>> | null;
  readonly score: (items: readonly Item[]) => Figures;
}

const listedQuestion = (
  page: ThemePage,
  { language }: Blog,
  posts: readonly Post[],
  shown: string,
): Question => {
  const dayOf = ({ date }: Post): string | undefined =>
    writtenDays(date, language, shown).find((text) => shown.includes(text.toLowerCase()));
  const [first] = posts as [Post];
  return {
    name: "posts",
    isMany: true,
    schema: POSTS,
    sentence: "All posts on this page",
    example: () => ({ title: first.title, ...(dayOf(first) && { date: dayOf(first) as string }) }),
    score: (items) =>
      scoreRecords(items, posts, {
        title: (item, post) => has(item, "title", post.title),
        date: (item, post) => {
          const written = dayOf(post);
          if (written === undefined) return null;
          return isSameDay(item.date, post.date) || bare(item.date) === bare(written);
        },
        link: (item, post) => isLink(item.link, page, post),
      }),
  };
};

const postQuestion = ({ author, language }: Blog, post: Post, shown: string): Question => ({
  name: "post",
  isMany: false,
  schema: POST,
  sentence: "The title, author, date and tags of this post",
  example: () => null,
  score: ([item = {}]) => ({
    title: Number(has(item, "title", post.title)),
    author: shown.includes(author.toLowerCase()) ? Number(has(item, "author", author)) : null,
    date: writtenDays(post.date, language, shown).some((text) => shown.includes(text.toLowerCase()))
      ? Number(isSameDay(item.date, post.date))
      : null,
    tags: post.tags.every((tag) => shown.includes(tag.toLowerCase()))
      ? Number([item.tags ?? []].flat().map(bare).sort().join() === post.tags.map(bare).sort().join())
      : null,
  }),
});

type Resume = Extract<ThemePage["truth"], { resume: unknown }>["resume"];
const resumeQuestions = ({ basics, work, education, skills }: Resume, shown: string): Question[] => {
  const isShown = (text: string): boolean => shown.includes(text.toLowerCase());
  /** Pages write the month in many ways: whether a text says one year, and not the other end's. */
  const isYear = (found: unknown, date: string, other: string): boolean | null =>
    isShown(date.slice(0, 4)) && isShown(other.slice(0, 4))
      ? String(found ?? "").includes(date.slice(0, 4)) && !String(found).includes(other.slice(0, 4))
      : null;
  const many = (
    name: string,
    schema: OutputSchema,
    sentence: string,
    first: Question["example"],
    score: Question["score"],
  ): Question => ({ name, isMany: true, schema, sentence, example: first, score });
  const [job, school, skill] = [work[0], education[0], skills[0]];
  const questions = [
    work.every(({ position, company }) => isShown(position) && isShown(company)) &&
      many(
        "jobs",
        JOBS,
        "All jobs of this person",
        () => ({ position: job?.position ?? "", company: job?.company ?? "" }),
        (items) =>
          scoreRecords(items, work, {
            position: (item, { position }) => has(item, "position", position),
            company: (item, { company }) => has(item, "company", company),
            start: (item, { startDate, endDate }) => isYear(item.start, startDate, endDate),
            end: (item, { startDate, endDate }) => isYear(item.end, endDate, startDate),
          }),
      ),
    education.every(({ institution, area }) => isShown(institution) && isShown(area)) &&
      many(
        "education",
        SCHOOLS,
        "All schools of this person",
        () => ({ institution: school?.institution ?? "", area: school?.area ?? "" }),
        (items) =>
          scoreRecords(items, education, {
            institution: (item, { institution }) => has(item, "institution", institution),
            area: (item, { area }) => has(item, "area", area),
          }),
      ),
    skills.every(({ name, level }) => isShown(name) && isShown(level)) &&
      many(
        "skills",
        SKILLS,
        "All skills of this person",
        () => ({ skill: skill?.name ?? "", level: skill?.level ?? "" }),
        (items) =>
          scoreRecords(items, skills, {
            skill: (item, { name }) => has(item, "skill", name),
            level: (item, { level }) => has(item, "level", level),
          }),
      ),
    {
      name: "person",
      isMany: false,
      schema: PERSON,
      sentence: "The name, email and phone of this person",
      example: () => null,
      score: ([item = {}]: readonly Item[]) => ({
        name: Number(has(item, "name", basics.name)),
        email: isShown(basics.email) ? Number(has(item, "email", basics.email)) : null,
        phone: isShown(basics.phone) ? Number(bare(item.phone) === bare(basics.phone)) : null,
      }),
    },
  ];
  return questions.filter((question) => question !== false);
};

/** @param shown the page's text, in lower case */
export const questionsOf = (page: ThemePage, shown: string): Question[] => {
  const { truth } = page;
  if ("resume" in truth) return resumeQuestions(truth.resume, shown);
  return "post" in truth
    ? [postQuestion(truth.blog, truth.post, shown)]
    : [listedQuestion(page, truth.blog, truth.listed, shown)];
};
