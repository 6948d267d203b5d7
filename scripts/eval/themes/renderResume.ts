/** Renders résumés in one theme of JSON Resume: `node renderResume.ts PACKAGES FILE THEME`, run by `corpus.ts`. */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { resumeOf } from "./content.ts";

const [, , packages = "", file = "", theme = ""] = process.argv;
/** The résumés that a theme shows. */
const SHOWN = 3;

type Render = (resume: object) => string | Promise<string>;
const own = createRequire(join(packages, "package.json"));
const found = (await import(pathToFileURL(own.resolve(theme)).href)) as {
  readonly render?: Render;
  readonly default?: { readonly render?: Render };
};
const render = found.render ?? found.default?.render;
if (!render) throw new Error(`${theme} has no render()`);
// Some themes write to their folder's parent, or change what they are given.
const start = [...theme].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
const pages = [];
for (let at = start; at < start + SHOWN; at++) pages.push({ at, html: await render(resumeOf(at)) });
writeFileSync(file, JSON.stringify(pages));
process.exit(0);
