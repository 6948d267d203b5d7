import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, inflateSync } from "node:zlib";
import { extract } from "tar-fs";

const ROOT = join(import.meta.dirname, "..");
const OUTPUT = join(ROOT, ".build/layers");

/** Packages whose files make up the layer. Their versions name it. */
const CHROMIUM = "@sparticuz/chromium";
/** Fonts from fontsource for scripts that Chromium's package lacks, one weight each. */
const FONTS = [
  ["@fontsource/noto-sans-sc", "noto-sans-sc-chinese-simplified-400-normal"],
  ["@fontsource/noto-sans-jp", "noto-sans-jp-japanese-400-normal"],
  ["@fontsource/noto-sans-kr", "noto-sans-kr-korean-400-normal"],
  ["@fontsource/noto-sans-arabic", "noto-sans-arabic-arabic-400-normal"],
  ["@fontsource/noto-sans-devanagari", "noto-sans-devanagari-devanagari-400-normal"],
  ["@fontsource/noto-sans-thai", "noto-sans-thai-thai-400-normal"],
  ["@fontsource/noto-sans-symbols", "noto-sans-symbols-symbols-400-normal"],
  ["@fontsource/noto-sans-symbols-2", "noto-sans-symbols-2-symbols-400-normal"],
  ["@fontsource/noto-color-emoji", "noto-color-emoji-emoji-400-normal"],
] as const;

const resolvePackage = createRequire(import.meta.url).resolve;
const folderOf = (name: string): string =>
  name === CHROMIUM
    ? join(dirname(resolvePackage(name)), "..")
    : dirname(resolvePackage(`${name}/package.json`));

const versionOf = async (name: string): Promise<string> =>
  (JSON.parse(await readFile(join(folderOf(name), "package.json"), "utf8")) as { version: string }).version;

const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;

/**
 * Unpacks a web font, because Chromium reads only bare font files.
 *
 * @see https://www.w3.org/TR/WOFF/
 */
const unwrapFont = (woff: Buffer): Buffer => {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("the font is not in the WOFF format");
  const count = woff.readUInt16BE(12);
  const power = 2 ** Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * 16, 10);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (let i = 0; i < count; i += 1) {
    const entry = HEADER_BYTES + ENTRY_BYTES * i;
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(start, start + packed);
    const table = packed < length ? inflateSync(bytes) : bytes;
    const target = 12 + 16 * i;
    woff.copy(head, target, entry, entry + 4);
    woff.copy(head, target + 4, entry + 16, entry + ENTRY_BYTES);
    head.writeUInt32BE(offset, target + 8);
    head.writeUInt32BE(length, target + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(table, padding);
    offset += length + padding.length;
  }
  return Buffer.concat(parts);
};

const unpackTar = (archive: string, folder: string): Promise<void> =>
  pipeline(createReadStream(archive), createBrotliDecompress(), extract(folder));

/** Moves all files below a folder into one. */
const gather = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true });
  const files = await readdir(from, { recursive: true, withFileTypes: true });
  for (const file of files.filter((each) => each.isFile()))
    await rename(join(file.parentPath, file.name), join(to, file.name));
};

const fill = async (folder: string, version: string): Promise<void> => {
  const bin = join(folderOf(CHROMIUM), "bin");
  const unpacked = join(folder, "unpacked");
  await mkdir(unpacked, { recursive: true });
  await Promise.all([
    writeFile(join(folder, "version"), version),
    copyFile(join(bin, "chromium.br"), join(folder, "chromium.br")),
    unpackTar(join(bin, "al2023.tar.br"), join(unpacked, "lib")),
    unpackTar(join(bin, "fonts.tar.br"), join(unpacked, "fonts")),
  ]);
  await gather(join(unpacked, "lib"), join(folder, "lib"));
  await gather(join(unpacked, "fonts"), join(folder, "fonts"));
  await rm(unpacked, { recursive: true });
  for (const [name, file] of FONTS) {
    const woff = await readFile(join(folderOf(name), "files", `${file}.woff`));
    await writeFile(join(folder, "fonts", `${file}.ttf`), unwrapFont(woff));
  }
};

export interface BrowserLayerFiles {
  /** Folder with the layer's content, which becomes `/opt`. */
  readonly directory: string;
  /** Identifies the content: the same versions make the same layer. */
  readonly hash: string;
}

/** Folder of the browser's files within the layer. */
export const BROWSER_FOLDER = "browser";

const prepare = async (): Promise<BrowserLayerFiles> => {
  const names = [CHROMIUM, ...FONTS.map(([name]) => name)];
  const versions = await Promise.all(names.map(versionOf));
  const named = JSON.stringify([FONTS, versions]);
  const hash = createHash("sha256").update(named).digest("hex").slice(0, 16);
  const directory = join(OUTPUT, `browser-${hash}`);
  if (existsSync(directory)) return { directory, hash };
  const draft = `${directory}.${process.pid}`;
  await fill(join(draft, BROWSER_FOLDER), versions[0] ?? "");
  // Several synths may run at once, so new files are moved into place as a whole.
  await rename(draft, directory).catch(() => rm(draft, { recursive: true, force: true }));
  return { directory, hash };
};

let prepared: Promise<BrowserLayerFiles> | undefined;

/** Prepares the browser's files: Chromium, its libraries and fonts for the world's scripts. */
export const prepareBrowserLayer = (): Promise<BrowserLayerFiles> => {
  prepared ??= prepare();
  return prepared;
};
