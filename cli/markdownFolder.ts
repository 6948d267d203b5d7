/** Pages as Markdown files in a folder. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Item } from "../client/index.ts";

const MAX_NAME_CHARS = 100;
/** Names that Windows reserves for devices. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A part of a path as a file's name: no separator, no `..`, nothing that a file system refuses. */
const safeName = (part: string): string => {
  const name = part
    .replaceAll(/[\p{Cc}<>:"/\\|?*]+/gu, "-")
    .replace(/^\.+/, "")
    .slice(0, MAX_NAME_CHARS)
    .replace(/[. ]+$/, "");
  return RESERVED.test(name) ? `${name}-` : name;
};

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/**
 * The file of a page below a folder: `https://docs.example/guide/setup.html?v=2` → `docs.example/guide/setup-v=2.md`.
 */
export const fileOf = (address: string): string => {
  const { host, pathname, search } = new URL(address);
  const parts = pathname.split("/").map(decoded).map(safeName).filter(Boolean);
  const last = pathname.endsWith("/") ? "index" : (parts.pop() ?? "index");
  const name = safeName(last.replace(/\.(?:html?|md)$/i, "") + decoded(search).replace("?", "-")) || "index";
  return join(safeName(host), ...parts, `${name}.md`);
};

/** The page's Markdown below its address, title, language and date as YAML, in which JSON's texts are texts. */
const markdownOf = ({ markdown, ...page }: Item): string => {
  const facts = Object.entries(page)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ["---", ...facts, "---", "", String(markdown ?? "").trimEnd(), ""].join("\n");
};

/** A name that no other page of the crawl has, in any case: `setup.md`, `setup-2.md`. */
const createNaming = () => {
  const taken = new Set<string>();
  return (file: string): string => {
    for (let at = 1; ; at += 1) {
      const name = at === 1 ? file : file.replace(/\.md$/, `-${at}.md`);
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  };
};

/**
 * Writes each page to its own file. Files of an earlier crawl are replaced.
 *
 * @param onPage receives how many are written
 * @returns how many pages there were
 */
export const writePages = async (
  pages: AsyncIterable<Item>,
  folder: string,
  onPage: (count: number) => void,
): Promise<number> => {
  const nameFor = createNaming();
  let count = 0;
  for await (const page of pages) {
    const file = join(folder, nameFor(fileOf(String(page.url))));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, markdownOf(page));
    count += 1;
    onPage(count);
  }
  return count;
};
