/**
 * Pages of templates that others publish, filled with content of ours: themes of Hexo and of JSON Resume, from npm. They are
 * installed and rendered in a temporary folder, where they are kept, and never in the project.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { Entry } from "../sets.ts";
import { BLOGS, type Blog, type Post, resumeOf } from "./content.ts";
import type { BlogPage } from "./renderBlog.ts";

/** Where the packages and their pages are kept. */
const FOLDER = join(tmpdir(), "gleaner-themes");

/** A page that lists posts, is about one, or is a résumé. */
export type ThemeTruth =
  | { readonly blog: Blog; readonly listed: readonly Post[] }
  | { readonly blog: Blog; readonly post: Post }
  | { readonly resume: ReturnType<typeof resumeOf> };
export type ThemePage = Entry<ThemeTruth>;

/** Failures are read, and learned from, on the pages of the first half only. Themes made from one another share a half. */
const BLOG_THEMES = [
  "landscape@1.1.0 fluid@1.9.9 butterfly@5.7.0 anzhiyu@1.7.0 solitude@4.0.0 melody@1.9.1 kratos-rebirth@3.0.1 pure@1.0.2 zhaoo@2.0.2 sea@1.3.5 type@0.4.6 terminal@1.0.1 cards@1.5.3",
  "next@8.29.0 icarus@6.1.1 amazing@6.1.5 nexmoe@4.2.2 tangyuxian@2.0.0-alpha.3.1 keep@4.3.0 redefine@2.9.0 stellar@1.44.0 ayer@1.9.7-0 reimu@1.12.6 apollo@1.0.6 arknights@1.2.3 particlex@2.8.1 bamboo@3.3.12",
];
const RESUME_THEMES = [
  "caffeine@1.2.3 macchiato@1.1.0 class@0.1.2 compact@1.0.4 crisp@0.2.12 modern@0.0.18 elegant@1.16.1 flat@0.3.7 spartan@0.3.0",
  "even@0.26.1 eloquent@5.0.0 full@0.0.4 kendall@0.2.0 onepage@0.0.3 paper@0.5.0 rocketspacer@1.2.2 short@0.1.7 slick@0.1.16 stackoverflow@3.3.0",
];
const HEXO =
  "hexo@8.1.2 hexo-generator-archive@2.0.0 hexo-generator-category@2.0.0 hexo-generator-index@4.0.0 hexo-generator-tag@2.0.0 hexo-renderer-dartsass@1.2.0 hexo-renderer-ejs@2.0.0 hexo-renderer-less@4.0.0 hexo-renderer-marked@7.0.1 hexo-renderer-pug@3.0.0 hexo-renderer-stylus@3.0.1 hexo-renderer-swig@2.0.0";

interface Theme {
  readonly name: string;
  readonly version: string;
  readonly split: "train" | "dev";
}
const themesOf = (halves: readonly string[], prefix: string): Theme[] =>
  halves.flatMap((half, at) =>
    half.split(" ").map((text) => {
      const [name = "", version = ""] = text.split("@");
      return { name: prefix + name, version, split: at === 0 ? "train" : "dev" } as const;
    }),
  );
const BLOG_ALL = themesOf(BLOG_THEMES, "hexo-theme-");
const RESUME_ALL = themesOf(RESUME_THEMES, "jsonresume-theme-");

const TIMEOUT_MS = 600_000;
/** Runs a program; whether it ended well. */
const run = (program: string, args: readonly string[], cwd: string): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd, stdio: "ignore", timeout: TIMEOUT_MS });
    child.on("error", () => resolve(false));
    child.on("close", (code) => resolve(code === 0));
  });

const NPM = [
  "--ignore-scripts",
  "--fetch-retries=1",
  "--legacy-peer-deps",
  "--no-audit",
  "--no-fund",
  "--save-exact",
];
/** Installs packages unless they are there; whether they are. */
const install = async (folder: string, packages: readonly string[], npm: string): Promise<string | null> => {
  const done = join(folder, "installed");
  const wanted = packages.join(" ");
  if (existsSync(done) && readFileSync(done, "utf8") === wanted) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  if (!(await run(npm, ["install", ...NPM, ...packages], folder))) return null;
  writeFileSync(done, wanted);
  return folder;
};

const LANGUAGES = BLOGS.length - 1;
/** Renders in a process for each theme, unless it was; themes that write settings at first are run twice. */
const render = async (script: string, args: readonly string[], file: string): Promise<void> => {
  const at = join(import.meta.dirname, script);
  const isEmpty = (): boolean => !existsSync(file) || !readFileSync(file, "utf8").includes("<body");
  for (let tries = 0; tries < 2 && isEmpty(); tries++) await run(process.execPath, [at, ...args], tmpdir());
};

const readPages = <Page>(file: string): Page[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Page[]) : [];

const entryOf = (
  { name, split }: Theme,
  id: string,
  kind: string,
  html: string,
  truth: ThemeTruth,
): ThemePage => ({
  ...{ id: `${name} ${id}`, set: "themes", kind, split, site: name, truth, facts: {}, read: () => html },
  url: "resume" in truth ? "https://people.example/" : `https://blog.example/${id.slice(2)}`,
});

/** Fewer posts are no list. */
const MIN_LISTED = 3;

const blogPages = (theme: Theme, at: number, file: string): ThemePage[] => {
  const blog = BLOGS[at] as Blog;
  const posts = new Map(blog.posts.map((post) => [post.slug, post]));
  const sorts = new Set<string>();
  return readPages<BlogPage>(file).flatMap(({ path, html, listed, post: slug }) => {
    const post = posts.get(slug ?? "");
    const id = `${at} ${path.replace(/index\.html$/, "")}`;
    if (post) return html.includes(post.title) ? [entryOf(theme, id, "article", html, { blog, post })] : [];
    const of = listed?.flatMap((name) => posts.get(name) ?? []) ?? [];
    const text = html.replace(/<(script|style|template)\b[\s\S]*?<\/\1>/g, "");
    const shown = blog.posts.filter(({ title }) => text.includes(title.split("'")[0] as string));
    // Some themes list what they please: all posts in the archive of one year, or what a script loads.
    const isTrue =
      of.every((own) => shown.includes(own)) &&
      (shown.length < blog.posts.length || of.length === shown.length);
    // One tag and one category are enough.
    const sort = path.replace(/^(tags|categories)\/.*/, "$1");
    if (of.length < MIN_LISTED || !isTrue || sorts.has(sort)) return [];
    sorts.add(sort);
    return [entryOf(theme, id, "listing", html, { blog, listed: of })];
  });
};

/** Themes that do not render a page here. */
export const missingThemes = (pages: readonly ThemePage[]): string[] => {
  const there = new Set(pages.map(({ site }) => site));
  return [...BLOG_ALL, ...RESUME_ALL].map(({ name }) => name).filter((name) => !there.has(name));
};

/** @returns null if the themes cannot be installed */
export const loadThemes = async (folder = FOLDER, npm = "npm"): Promise<readonly ThemePage[] | null> => {
  const named = (themes: readonly Theme[]) => themes.map(({ name, version }) => `${name}@${version}`);
  const hexo = await install(join(folder, "hexo"), [...HEXO.split(" "), ...named(BLOG_ALL)], npm);
  const resumes = hexo && (await install(join(folder, "resumes"), named(RESUME_ALL), npm));
  if (hexo === null || resumes === null) return null;
  const blogs = BLOG_ALL.flatMap((theme, index) =>
    [0, 1 + (index % LANGUAGES)].map((at) => {
      const site = join(folder, "sites", `${theme.name}-${at}`);
      return {
        theme,
        at,
        script: "renderBlog.ts",
        args: [hexo, site, theme.name, String(at)],
        file: join(site, "pages.json"),
      };
    }),
  );
  const people = RESUME_ALL.map((theme) => {
    const file = join(folder, "sites", `${theme.name}.json`);
    return { theme, at: 0, script: "renderResume.ts", args: [resumes, file, theme.name], file };
  });
  const queue = [...blogs, ...people].values();
  const work = async (): Promise<void> => {
    for (const { script, args, file } of queue) await render(script, args, file);
  };
  mkdirSync(join(folder, "sites"), { recursive: true });
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return [
    ...blogs.flatMap(({ theme, at, file }) => blogPages(theme, at, file)),
    ...people.flatMap(({ theme, file }) =>
      readPages<{ at: number; html: string }>(file).map(({ at, html }) =>
        entryOf(theme, String(at), "resume", html, { resume: resumeOf(at) }),
      ),
    ),
  ];
};
