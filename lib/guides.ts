/** The guides as static pages, published with the dashboard's files. */
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { Marked } from "marked";
import { GUIDES, GUIDES_PATH, GUIDES_SOURCE } from "../src/contract/guides.ts";
import { sectionsOf } from "./guideSections.ts";

/** The pages' script, which brings their style. */
const SCRIPT = "dashboard/guides/page.ts";
const ICON = "dashboard/icon.svg";

/** Comments in the source, such as the command behind a figure. */
const COMMENT = /<!--[\s\S]*?-->\n?/g;

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Derives a heading's anchor as GitHub does, so that links work in both places. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/<[^>]+>|[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

/** `monitors.md#alerts` → `monitors.html#alerts`; null for a file that is not published. */
const publishedLink = (href: string, names: ReadonlySet<string>): string | null => {
  if (/^(?:https?:|#)/.test(href)) return href;
  const [file = "", anchor] = href.split("#");
  const name = file.replace(/\.md$/, "");
  return names.has(name) ? `${name}.html${anchor ? `#${anchor}` : ""}` : null;
};

const createRenderer = (names: ReadonlySet<string>): Marked =>
  new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const words = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchorOf(words)}">${words}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const link = publishedLink(href, names);
        return link === null ? words : `<a href="${escapeHtml(link)}">${words}</a>`;
      },
      // Long lines scroll within the block, with the keyboard too.
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
    },
  });

const contentsFor = (current: string): string =>
  Object.entries(GUIDES)
    .map(([group, guides]) => {
      const links = Object.entries(guides).map(([name, title]) => {
        const mark = name === current ? ' aria-current="page"' : "";
        return `<a href="${name}.html"${mark}>${escapeHtml(title)}</a>`;
      });
      return `<b>${group}</b>\n${links.join("\n")}`;
    })
    .join("\n");

const pageOf = (name: string, title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)} · Gleaner</title>
<link rel="icon" href="icon.svg" type="image/svg+xml"><link rel="stylesheet" href="guide.css">
<script src="guide.js"></script></head>
<body><a class="skip" href="#content">Skip to content</a>
<header class="top"><a class="brand" href="index.html"><img src="icon.svg" alt="" width="26" height="26">Gleaner guides</a>
<a href="../">Back to the dashboard</a>
<div class="search" role="search"><input type="search" id="search" aria-label="Search the guides" placeholder="Search the guides" autocomplete="off">
<span id="search-status" class="status visually-hidden" role="status"></span><ol id="results" hidden></ol></div></header>
<div class="frame"><nav aria-label="Guides"><details open><summary>Contents</summary>
${contentsFor(name)}
</details></nav><main id="content">
${content}</main></div></body></html>
`;

/**
 * Writes the guides as pages below a site's folder.
 *
 * @param root the project's folder
 */
export const writeGuides = async (root: string, site: string): Promise<void> => {
  const guides = Object.values(GUIDES).flatMap((group) => Object.entries(group));
  const renderer = createRenderer(new Set(guides.map(([name]) => name)));
  const folder = join(site, basename(GUIDES_PATH));
  await mkdir(folder, { recursive: true });
  await copyFile(join(root, ICON), join(folder, "icon.svg"));
  await build({
    entryPoints: { guide: join(root, SCRIPT) },
    outdir: folder,
    bundle: true,
    minify: true,
    target: "es2023",
    logLevel: "error",
  });
  const sections = [];
  for (const [name, title] of guides) {
    const markdown = await readFile(join(root, GUIDES_SOURCE, `${name}.md`), "utf8");
    const content = renderer.parse(markdown.replaceAll(COMMENT, ""), { async: false });
    await writeFile(join(folder, `${name}.html`), pageOf(name, title, content));
    sections.push(...sectionsOf(`${name}.html`, title, content));
  }
  await writeFile(join(folder, "search.json"), JSON.stringify(sections));
  await copyFile(join(folder, `${guides[0]?.[0]}.html`), join(folder, "index.html"));
};
