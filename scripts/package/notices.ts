import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const PACKAGE_FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

const noticeOf = async (root: string, folder: string): Promise<string> => {
  const { name, version, license } = JSON.parse(
    await readFile(join(root, folder, "package.json"), "utf8"),
  ) as { readonly name: string; readonly version: string; readonly license?: string };
  const files = (await readdir(join(root, folder))).filter((file) => LICENCE_FILE.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(root, folder, file), "utf8")));
  return [`${name} ${version} (${license ?? "see below"})`, ...texts.map((text) => text.trim())].join("\n\n");
};

/** The licences of the bundled packages, which must be distributed with the bundle. */
export const noticesOf = async (root: string, bundledFiles: readonly string[]): Promise<string> => {
  const folders = new Set(bundledFiles.flatMap((file) => file.match(PACKAGE_FOLDER)?.[0] ?? []));
  const notices = await Promise.all([...folders].sort().map((folder) => noticeOf(root, folder)));
  const rule = `\n\n${"-".repeat(80)}\n\n`;
  return `This package contains code of these:\n\n${notices.join(rule)}\n`;
};
