/** Opens OpenDocument files that are encrypted with a password: OpenDocument 1.3, part 2, chapter 3.4. */
import { createDecipheriv, createHash, pbkdf2Sync } from "node:crypto";
import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { type Archive, MAX_UNPACKED, openArchive, tooLarge } from "../archive/archive.ts";
import { type Attributes, readXml } from "../archive/xml.ts";
import { FileFault, needsPassword, wrongPassword } from "../faults.ts";

const WHAT = "The OpenDocument file";
const MANIFEST = "META-INF/manifest.xml";

/** How one part is encrypted: the attributes of the elements within its `encryption-data`. */
type Protection = Readonly<Record<"data" | "algorithm" | "derivation" | "startKey", Attributes>>;

const PARTS: Readonly<Record<string, keyof Protection>> = {
  "encryption-data": "data",
  algorithm: "algorithm",
  "key-derivation": "derivation",
  "start-key-generation": "startKey",
};

const readProtections = async (archive: Archive): Promise<ReadonlyMap<string, Protection>> => {
  const protections = new Map<string, Protection>();
  let path = "";
  await readXml(archive, MANIFEST, {
    open: (name, attributes) => {
      if (name === "file-entry") path = attributes["manifest:full-path"] ?? "";
      const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
      if (part === undefined) return;
      const known = protections.get(path) ?? { data: {}, algorithm: {}, derivation: {}, startKey: {} };
      protections.set(path, { ...known, [part]: attributes });
    },
  });
  return protections;
};

const base64 = (value: string | undefined): Buffer => Buffer.from(value ?? "", "base64");

/** `http://www.w3.org/2000/09/xmldsig#sha256` → `sha256`. Names without a path are those of OpenDocument 1.1. */
const shortName = (name: string | undefined): string =>
  (name ?? "").slice((name ?? "").lastIndexOf("#") + 1).toLowerCase();

const cannot = (what: string | undefined): FileFault =>
  new FileFault(`${WHAT} is encrypted in a way that cannot be opened: ${what || "unknown"}.`);

/** Iterations beyond this are built to take forever. Writers use 1,024 to 100,000. */
const MAX_ITERATIONS = 2_000_000;

const deriveKey = ({ derivation, startKey }: Protection, password: string): Buffer => {
  const start = shortName(startKey["manifest:start-key-generation-name"] ?? "sha1");
  if (start !== "sha1" && start !== "sha256") throw cannot(start);
  if (shortName(derivation["manifest:key-derivation-name"]) !== "pbkdf2")
    throw cannot(derivation["manifest:key-derivation-name"]);
  const iterations = Number(derivation["manifest:iteration-count"]);
  if (!(iterations >= 1 && iterations <= MAX_ITERATIONS)) throw cannot(`${iterations} iterations`);
  return pbkdf2Sync(
    createHash(start).update(password, "utf8").digest(),
    base64(derivation["manifest:salt"]),
    iterations,
    Number(derivation["manifest:key-size"] ?? 16),
    "sha1",
  );
};

const decrypt = (protection: Protection, bytes: Buffer, key: Buffer): Buffer => {
  const { algorithm, data } = protection;
  const name = shortName(algorithm["manifest:algorithm-name"]);
  if (!/^aes(?:128|192|256)-cbc$/.test(name)) throw cannot(algorithm["manifest:algorithm-name"]);
  const iv = base64(algorithm["manifest:initialisation-vector"]);
  const open = createDecipheriv(name.replace("aes", "aes-"), key, iv).setAutoPadding(false);
  const padded = Buffer.concat([open.update(bytes), open.final()]);
  // ISO 10126: the last byte is the length of the filler, whose other bytes are random.
  const content = padded.subarray(0, Math.max(0, padded.length - (padded.at(-1) ?? 0)));
  const [hash, length] = shortName(data["manifest:checksum-type"]).replace("/", "-").split("-");
  const checked = length === "1k" ? content.subarray(0, 1_024) : content;
  const sum = createHash(hash ?? "")
    .update(checked)
    .digest();
  if (!sum.equals(base64(data["manifest:checksum"]))) throw wrongPassword(WHAT);
  return content;
};

/** As it is unpacked, with a bound on all parts together. */
const createInflating = () => {
  let unpacked = 0;
  return async function* inflate(packed: Buffer): AsyncGenerator<Buffer> {
    for await (const chunk of Readable.from([packed]).pipe(createInflateRaw()) as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      if (unpacked > MAX_UNPACKED) throw tooLarge();
      yield chunk;
    }
  };
};

/**
 * An OpenDocument file as an archive whose encrypted parts are read as if they were not.
 *
 * @throws FileFault without the password, or if it is damaged; its parts throw one if the password is wrong
 */
export const openOpenDocument = async (bytes: Uint8Array, password: string | undefined): Promise<Archive> => {
  const archive = await openArchive(bytes);
  const protections = await readProtections(archive);
  if (protections.size === 0) return archive;
  if (password === undefined) throw needsPassword(WHAT);
  const inflate = createInflating();
  return {
    names: archive.names,
    stream: async (name) => {
      const protection = protections.get(name);
      const chunks = await archive.stream(name);
      if (!protection || !chunks) return chunks;
      const parts: Buffer[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      try {
        return inflate(decrypt(protection, Buffer.concat(parts), deriveKey(protection, password)));
      } catch (error) {
        if (error instanceof FileFault) throw error;
        throw new FileFault(`${WHAT} is damaged and cannot be opened.`);
      }
    },
    text: archive.text,
  };
};
