/** The export file: gzipped lines of JSON. */
import { createReadStream, createWriteStream, renameSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { Line } from "./account.ts";

/** Writes a file atomically; only its owner may read it. */
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

/** @throws Error if the file is missing, truncated or not an export */
export async function* readLines(path: string): AsyncGenerator<Line> {
  const unpacked = createGunzip();
  const reading = pipeline(createReadStream(path), unpacked);
  // The reader of the lines sees the error too and reports it.
  reading.catch(() => undefined);
  for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY }))
    yield JSON.parse(line) as Line;
  await reading;
}
