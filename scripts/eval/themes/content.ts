/** The made-up content that every theme shows: a blog in four languages, and résumés. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../pages.ts";

export interface Post {
  readonly slug: string;
  readonly title: string;
  /** The day, as `2024-03-09`. */
  readonly date: string;
  readonly tags: readonly string[];
  readonly category: string;
  readonly paragraphs: readonly string[];
}

export interface Blog {
  readonly language: string;
  readonly author: string;
  readonly name: string;
  readonly posts: readonly Post[];
}

const DAY = 86_400_000;
const START = Date.UTC(2022, 10, 3);
const PARTS = / *\| */;

const pick = <Value>(values: readonly Value[], random: () => number): Value =>
  values[Math.floor(random() * values.length)] as Value;

const readBlog = (lines: readonly string[], at: number): Blog => {
  const random = seededRandom(at + 1);
  const [head = [], ...rest] = lines.map((line) => line.replace(/^\w+: /, "").split(PARTS));
  const [titles = [], tags = [], categories = [], text = []] = rest;
  const [language = "", author = "", name = ""] = head;
  let day = START;
  return {
    language,
    author,
    name,
    posts: titles.map((title, index) => {
      day += Math.ceil(random() * 110) * DAY;
      return {
        slug: `entry-${at}${String(index).padStart(2, "0")}`,
        title,
        date: new Date(day).toISOString().slice(0, 10),
        tags: [...new Set([pick(tags, random), pick(tags, random)])],
        category: pick(categories, random),
        paragraphs: Array.from({ length: 4 + Math.floor(random() * 4) }, () =>
          Array.from({ length: 2 + Math.floor(random() * 4) }, () => pick(text, random)).join(" "),
        ),
      };
    }),
  };
};

/** The blogs, each of 14 posts, the oldest first. */
export const BLOGS: readonly Blog[] = readFileSync(join(import.meta.dirname, "blog.txt"), "utf8")
  .trim()
  .split(/\n(?=[\w-]+ \|)/)
  .map((part, at) => readBlog(part.split("\n"), at));

const PEOPLE =
  "Marta Kowalczyk, Owen Fairbairn, Lucía Barrera, Tobias Renner, Aino Lehtonen, Samuel Okafor".split(", ");
const TITLES =
  "Data Engineer, Head of Logistics, Nurse Practitioner, Structural Engineer, Product Manager, Science Teacher, Backend Developer, Quality Inspector".split(
    ", ",
  );
const COMPANIES =
  "Northwind Ferries, Halden & Sons, Brightwater Clinic, Copperfield Labs, Union Rail Freight, Meadow Street School, Tideline Software, Orchard Foods".split(
    ", ",
  );
const SCHOOLS = "University of Leeds, Aalto University, Hochschule Bremen, Universidad de Sevilla".split(
  ", ",
);
const AREAS = "Civil Engineering, Nursing, Computer Science, Chemistry".split(", ");
const SKILLS = "Python, Project planning, Statistics, Welding, Negotiation, Cloud hosting, Teaching".split(
  ", ",
);
const DONE =
  "Cut delivery times by a third. | Led a team of nine people in two towns. | Wrote the handbook that new colleagues still use. | Moved the old archive to a database. | Trained forty apprentices.".split(
    PARTS,
  );

const take = <Value>(values: readonly Value[], from: number, count: number): Value[] =>
  Array.from({ length: count }, (_, at) => values[(from + at) % values.length] as Value);

/** A résumé in the format of jsonresume.org, with the names of fields that its older versions had. */
export const resumeOf = (at: number) => {
  const random = seededRandom(at + 11);
  const name = PEOPLE[at % PEOPLE.length] as string;
  const mail = `${name.toLowerCase().split(" ")[0]?.normalize("NFD").replace(/\P{L}/gu, "")}@post.example`;
  let year = 2024 - (at % 3);
  const month = (): string => String(1 + Math.floor(random() * 12)).padStart(2, "0");
  const lines = (): string[] => take(DONE, Math.floor(random() * 5), 1 + Math.floor(random() * 3));
  const titles = take(TITLES, at, 4 + (at % 3));
  const work = titles.map((position, index) => {
    const [end, start] = [`${year}-${month()}-28`, `${year - 2}-${month()}-01`];
    year -= 2;
    const company = take(COMPANIES, at * 3 + index, 1)[0] as string;
    const url = `https://${company.toLowerCase().replace(/\W+/g, "-")}.example/`;
    const told = { summary: lines()[0], highlights: lines(), location: "Leeds" };
    return { name: company, company, position, url, website: url, startDate: start, endDate: end, ...told };
  });
  const education = take(SCHOOLS, at, 2 + (at % 2)).map((institution, index) => ({
    institution,
    area: take(AREAS, at + index, 1)[0] as string,
    studyType: index === 0 ? "Master" : "Bachelor",
    startDate: `${year - 4 - 4 * index}-09-01`,
    endDate: `${year - 1 - 4 * index}-06-30`,
    courses: [],
  }));
  const skills = take(SKILLS, at * 2, 4 + (at % 3)).map((skill, index) => ({
    name: skill,
    level: index % 2 === 0 ? "Advanced" : "Intermediate",
    keywords: take(["planning", "tools", "reports", "safety", "training"], index, 2),
  }));
  const basics = {
    name,
    label: titles[0],
    email: mail,
    phone: `+44 20 7946 0${100 + at * 7}`,
    url: "https://people.example/",
    website: "https://people.example/",
    summary: `${DONE[at % 5]} ${DONE[(at + 2) % 5]} I like work that can be seen when it is finished.`,
    location: {
      address: "12 Mill Lane",
      city: "Leeds",
      postalCode: "LS1 4AP",
      countryCode: "GB",
      region: "",
    },
    profiles: [{ network: "GitHub", username: "made-up", url: "https://github.example/made-up" }],
    image: "",
    picture: "",
  };
  const languages = [{ language: "English", fluency: "Native speaker" }];
  const interests = [{ name: "Rowing", keywords: ["river", "sea"] }];
  const none = {
    volunteer: [],
    awards: [],
    publications: [],
    references: [],
    projects: [],
    certificates: [],
  };
  return { basics, work, education, skills, languages, interests, ...none, meta: { theme: "" } };
};
