/** An export of a run as files in a folder. */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client, CreateExport, Export, ExportFile } from "../client/index.ts";
import { OutcomeError } from "./failure.ts";
import type { Output } from "./output.ts";

const MEGABYTE = 1_000_000;

const progressOf = ({ status, itemCount, totalItems, bytes, partCount }: Export): string =>
  `${status}: ${itemCount.toLocaleString("en")} of ${totalItems.toLocaleString("en")} items, ` +
  `${(bytes / MEGABYTE).toFixed(1)} MB in ${partCount} ${partCount === 1 ? "file" : "files"}`;

/** A file that is there is whole: until then it has another name. @throws Error if it is not what the service wrote */
const saveFile = async ({ part, open }: ExportFile, folder: string): Promise<void> => {
  const path = join(folder, basename(part.path));
  const unfinished = `${path}.unfinished`;
  const hash = createHash("sha256");
  const hashing = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    const { body } = await open();
    await pipeline(Readable.from(body ?? []), hashing, createWriteStream(unfinished));
    if (hash.digest("hex") !== part.sha256)
      throw new OutcomeError(
        `${part.path} is corrupt: its checksum is not the one in the manifest. Export the run again.`,
      );
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
};

/** Exports a run, waits for it, and saves its files and then the manifest. */
export const exportToFolder = async (
  client: Client,
  output: Output,
  runId: string,
  { folder, signal, ...body }: CreateExport & { readonly folder: string; readonly signal: AbortSignal },
): Promise<Export> => {
  await mkdir(folder, { recursive: true });
  const ended = await client.runs.createExportAndWait(runId, body, {
    signal,
    onLook: (current) => output.progress(`Exporting: ${progressOf(current)}`),
  });
  output.endProgress();
  if (ended.status === "cancelled") throw new OutcomeError("The export was cancelled.");
  if (ended.status === "failed" || ended.manifestUrl === undefined)
    throw new OutcomeError(`The export failed: ${ended.error?.message ?? "it has no manifest."}`);
  let saved = 0;
  for await (const file of client.runs.exportFiles(runId, ended.id, { signal })) {
    output.progress(`Downloading file ${saved + 1} of ${ended.partCount} …`);
    await saveFile(file, folder);
    saved += 1;
  }
  // The first link may have expired during a long download.
  const { manifestUrl = ended.manifestUrl } = await client.runs.getExport(runId, ended.id, { signal });
  const manifest = await fetch(manifestUrl, { signal });
  if (!manifest.ok)
    throw new OutcomeError(`The manifest could not be downloaded: status ${manifest.status}.`);
  await writeFile(join(folder, "manifest.json"), await manifest.text());
  output.endProgress();
  return ended;
};
