/** Where the tables of Chinese, Japanese and Korean encodings are, which pdf.js asks for by name. */
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

/** In the bundle of a function: all tables in one file, made by `lib/bundle.ts`. */
const PACK = new URL("./cmaps.bin", import.meta.url);

interface Asked {
  readonly kind: string;
  readonly filename: string;
}

/** A line of JSON with the length of each file, then the files. */
const readPack = (): ReadonlyMap<string, Uint8Array> => {
  const pack = readFileSync(PACK);
  const end = pack.indexOf("\n");
  const lengths = JSON.parse(pack.subarray(0, end).toString("utf8")) as Record<string, number>;
  let at = end + 1;
  return new Map(
    Object.entries(lengths).map(([name, length]) => {
      const bytes = Uint8Array.from(pack.subarray(at, at + length));
      at += length;
      return [name, bytes];
    }),
  );
};

let pack: ReadonlyMap<string, Uint8Array> | undefined;

/** What pdf.js calls a factory: it fetches a table. Other files, such as fonts, are needed only for drawing. */
export class CMaps {
  async fetch({ kind, filename }: Asked): Promise<Uint8Array> {
    if (kind !== "cMapUrl") throw new Error(`${filename} is not needed for text.`);
    if (!/^[\w-]+\.bcmap$/.test(filename)) throw new Error(`${filename} is not a table.`);
    if (existsSync(PACK)) {
      pack ??= readPack();
      const bytes = pack.get(filename);
      if (!bytes) throw new Error(`There is no table ${filename}.`);
      return Uint8Array.from(bytes);
    }
    return new Uint8Array(await readFile(new URL(import.meta.resolve(`pdfjs-dist/cmaps/${filename}`))));
  }
}
