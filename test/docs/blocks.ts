import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");
const GUIDE = "docs/guide";

/** A fenced piece of a document. */
export interface Block {
  readonly document: string;
  readonly language: string;
  readonly text: string;
}

/** The documents that promise that their commands work. */
export const DOCUMENTS: readonly string[] = [
  "README.md",
  ...readdirSync(join(ROOT, GUIDE))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${GUIDE}/${name}`),
];

export const blocksOf = (document: string): Block[] =>
  [...readFileSync(join(ROOT, document), "utf8").matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, language = "", text = ""]) => ({ document, language, text }),
  );

export const blocksIn = (language: string): Block[] =>
  DOCUMENTS.flatMap(blocksOf).filter((block) => block.language === language);
