/** The file that an account travels in: lines of JSON, gzipped. */
import { createReadStream, createWriteStream, renameSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { Line } from "./account.ts";

/** Writes a file whole or not at all; its owner alone may read it. */
export const writeLines = async (path: string, lines: AsyncIterable<Line>): Promise<void> => {
  const draft = `${path}.partial`;
  const texts = async function* () {
    for await (const line of lines) yield `${JSON.stringify(line)}\n`;
  };
  try {
    await pipeline(Readable.from(texts()), createGzip(), createWriteStream(draft, { mode: 0o600 }));
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
};

/** @throws Error where the file is missing, torn or no such file */
export async function* readLines(path: string): AsyncGenerator<Line> {
  const unpacked = createGunzip();
  const reading = pipeline(createReadStream(path), unpacked);
  // Told by the reader of the lines, who sees it too.
  reading.catch(() => undefined);
  for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY }))
    yield JSON.parse(line) as Line;
  await reading;
}
