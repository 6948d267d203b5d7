/**
 * Renders one blog in one theme of Hexo: `node renderBlog.ts PACKAGES SITE THEME BLOG`. Writes its pages to `SITE/pages.json`;
 * `corpus.ts` runs it in a process of its own, since some themes end theirs.
 */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { BLOGS, type Blog } from "./content.ts";

export interface BlogPage {
  readonly path: string;
  readonly html: string;
  /** What the theme got to list, in order; null for a page about one post. */
  readonly listed: readonly string[] | null;
  /** The slug of the post that the page is about. */
  readonly post: string | null;
}

interface Stored {
  readonly slug: string;
}
interface Locals {
  readonly path: string;
  readonly page: Stored & { readonly __post?: boolean; readonly posts?: { toArray(): Stored[] } };
}
interface Hexo {
  readonly extend: { readonly filter: { register(name: string, filter: (locals: Locals) => Locals): void } };
  readonly route: { list(): string[]; get(path: string): AsyncIterable<string | Buffer> };
  init(): Promise<void>;
  load(): Promise<void>;
}

const [, , packages = "", site = "", theme = "", at = "0"] = process.argv;
const PER_PAGE = 6;
const PLUGINS = ["archive", "category", "index", "tag"]
  .map((name) => `hexo-generator-${name}`)
  .concat(
    ["ejs", "pug", "swig", "stylus", "less", "dartsass", "marked"].map((name) => `hexo-renderer-${name}`),
  );

const writeSite = ({ language, author, name, posts }: Blog): void => {
  mkdirSync(join(site, "source", "_posts"), { recursive: true });
  if (!existsSync(join(site, "node_modules")))
    symlinkSync(join(packages, "node_modules"), join(site, "node_modules"));
  const { dependencies } = JSON.parse(
    readFileSync(join(packages, "node_modules", theme, "package.json"), "utf8"),
  ) as { dependencies?: Record<string, string> };
  // Plugins are loaded if this file names them.
  const plugins = [...PLUGINS, ...Object.keys(dependencies ?? {}).filter((name) => name.startsWith("hexo-"))];
  const named = Object.fromEntries(plugins.map((name) => [name, "*"]));
  writeFileSync(join(site, "package.json"), JSON.stringify({ hexo: { version: "" }, dependencies: named }));
  const options = {
    ...{ title: name, author, language, theme: theme.replace("hexo-theme-", ""), timezone: "UTC" },
    ...{ url: "https://blog.example", permalink: ":year/:month/:title/", archive_dir: "archives" },
    ...{ per_page: PER_PAGE, index_generator: { per_page: PER_PAGE, order_by: "-date" } },
    ...{ archive_generator: { per_page: 20, yearly: true, monthly: false }, date_format: "YYYY-MM-DD" },
    ...{
      highlight: { enable: false },
      prismjs: { enable: false },
      syntax_highlighter: "",
      external_link: false,
    },
  };
  writeFileSync(join(site, "_config.yml"), JSON.stringify(options));
  for (const post of posts) {
    const [first = "", ...rest] = post.paragraphs;
    const front = { title: post.title, date: `${post.date} 12:00:00`, author, tags: post.tags };
    const body = [first, "<!-- more -->", ...rest].join("\n\n");
    writeFileSync(
      join(site, "source", "_posts", `${post.slug}.md`),
      `${JSON.stringify({ ...front, categories: [post.category] }).slice(1, -1)}\n;;;\n\n${body}\n`,
    );
  }
};

const readAll = async (stream: AsyncIterable<string | Buffer>): Promise<string> => {
  let text = "";
  for await (const chunk of stream) text += chunk;
  return text;
};

const blog = BLOGS[Number(at)] as Blog;
const slugs = blog.posts.filter((_, index) => index % 8 === 1).map(({ slug }) => slug);
writeSite(blog);
const Core = createRequire(join(packages, "package.json"))("hexo") as new (
  folder: string,
  options: object,
) => Hexo;
const hexo = new Core(site, { silent: true });
process.chdir(site);
await hexo.init();
const known = new Map<string, Locals["page"]>();
hexo.extend.filter.register("template_locals", (locals) => {
  known.set(locals.path, locals.page);
  return locals;
});
await hexo.load();
const pages: BlogPage[] = [];
/** Home, its second page, the archive, and one year, tag and category with enough posts. */
const LISTS = /^(?:index|page\/2|archives\/(?:index|2023)|(?:tags|categories)\/[^/]+)(?:\/index)?\.html$/;
for (const path of hexo.route.list().filter((own) => own.endsWith(".html")))
  try {
    const html = await readAll(hexo.route.get(path));
    const page = known.get(path);
    const listed = page?.posts?.toArray?.().map(({ slug }) => slug) ?? null;
    const post = page?.__post ? page.slug : null;
    const isKept = post === null ? listed !== null && LISTS.test(path) : slugs.includes(post);
    if (isKept) pages.push({ path, html, listed, post });
  } catch (error) {
    process.stderr.write(`${path}: ${String(error).slice(0, 200)}\n`);
  }
writeFileSync(join(site, "pages.json"), JSON.stringify(pages));
process.exit(0);
