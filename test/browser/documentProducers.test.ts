import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Corpus, makeCorpus } from "../../scripts/eval/documents/corpus.ts";
import { scoreDocument } from "../../scripts/eval/documents/documents.ts";

const PRODUCERS = ["reportlab", "typst", "openpyxl", "python-docx", "LibreOffice", "pandoc", "Chromium"];

const folder = mkdtempSync(join(tmpdir(), "gleaner-documents-"));
let corpus: Corpus = { made: [], skipped: {} };

beforeAll(async () => {
  corpus = await makeCorpus(folder);
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("documents made with", () => {
  it.each(PRODUCERS)(
    "%s are read with their words, tables and columns",
    async (name) => {
      const reason = corpus.skipped[name] ?? corpus.skipped.python3;
      if (reason !== undefined) {
        console.warn(`Skipped, ${name}: ${reason.split("\n")[0]}`);
        return;
      }
      const made = corpus.made.filter(({ producer }) => producer === name);
      expect(made.length).toBeGreaterThan(0);
      for (const written of made) {
        const { textF1, cells, order } = await scoreDocument(folder, written);
        expect([written.file, textF1 >= 0.98, (cells ?? 1) >= 0.95, order ?? 1]).toEqual([
          written.file,
          true,
          true,
          1,
        ]);
      }
    },
    120_000,
  );
});
