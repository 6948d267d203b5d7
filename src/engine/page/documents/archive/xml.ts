/** Reads XML as a stream of tags and text. Entities that a file defines are never expanded. */
import { StringDecoder } from "node:string_decoder";
import { Parser } from "htmlparser2";
import { FileFault } from "../faults.ts";
import type { Archive } from "./archive.ts";

export type Attributes = Readonly<Record<string, string>>;

/** What reads a file. Names are without their prefix: `w:p` is `p`. Attributes keep theirs. */
export interface XmlReader {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

const MAX_DEPTH = 1_000;

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

const createParser = (reader: XmlReader): Parser => {
  let depth = 0;
  return new Parser(
    {
      onopentag: (name, attributes) => {
        if (++depth > MAX_DEPTH) throw new FileFault("The file is nested too deeply.");
        reader.open?.(localName(name), attributes);
      },
      onclosetag: (name) => {
        depth--;
        reader.close?.(localName(name));
      },
      ontext: (text) => reader.text?.(text),
    },
    { xmlMode: true, decodeEntities: true },
  );
};

/** Reads a part of an archive. @returns false if there is none of this name */
export const readXml = async (archive: Archive, name: string, reader: XmlReader): Promise<boolean> => {
  const chunks = await archive.stream(name);
  if (!chunks) return false;
  const parser = createParser(reader);
  const decoder = new StringDecoder("utf8");
  for await (const chunk of chunks) parser.write(decoder.write(chunk));
  parser.end(decoder.end());
  return true;
};

/** The targets of a part's relationships, by their ids. */
export const readRelations = async (
  archive: Archive,
  part: string,
): Promise<ReadonlyMap<string, { readonly target: string; readonly type: string }>> => {
  const relations = new Map<string, { target: string; type: string }>();
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  await readXml(archive, `${folder}_rels/${part.slice(folder.length)}.rels`, {
    open: (name, { Id = "", Target = "", TargetMode, Type = "" }) => {
      if (name !== "Relationship") return;
      const isOutside = TargetMode === "External" || Target.startsWith("#");
      const target = isOutside ? Target : new URL(Target, `http://archive/${folder}`).pathname.slice(1);
      relations.set(Id, { target: decodeURIComponent(target), type: Type.slice(Type.lastIndexOf("/") + 1) });
    },
  });
  return relations;
};

/** Title, author, dates and language in the form of Dublin Core, which Office and OpenDocument share. */
export const readAbout = async (archive: Archive, part: string) => {
  const found: Record<string, string> = {};
  let open = "";
  await readXml(archive, part, {
    open: (name) => {
      open = name;
    },
    close: () => {
      open = "";
    },
    text: (text) => {
      if (open !== "") found[open] = `${found[open] ?? ""}${text}`;
    },
  });
  const date = (value: string | undefined): string | undefined =>
    value !== undefined && !Number.isNaN(Date.parse(value)) ? value : undefined;
  return {
    title: found.title,
    author: found["initial-creator"] ?? found.creator,
    created: date(found.created ?? found["creation-date"]),
    modified: date(found.modified ?? found.date),
    language: found.language,
  };
};
