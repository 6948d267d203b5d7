/** Makes documents with the producers that this machine has. Each that is absent is left out, with its reason. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BROWSER_FOLDER, prepareBrowserLayer } from "../../../lib/browser-layer-files.ts";
import { launchChromium } from "../../../src/engine/browser/launch.ts";

/** A document, and what was written in it. */
export interface Written {
  readonly file: string;
  readonly producer: string;
  readonly texts: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** How many paragraphs begin with `Number 07.`, in order. */
  readonly numbered: number;
}

interface Print {
  readonly html: string;
  readonly tagged: boolean;
  readonly written: Pick<Written, "file">;
}

/** Files of 100 pages with text and a table on each, and with one table. They are measured, and not scored. */
export const LONG: readonly Print[] = [
  { html: "long.html", tagged: true, written: { file: "long.pdf" } },
  { html: "long.html", tagged: false, written: { file: "long-untagged.pdf" } },
  { html: "long-table.html", tagged: true, written: { file: "long-table.pdf" } },
];

export interface Corpus {
  readonly made: readonly Written[];
  /** Why producers were left out, by their names. */
  readonly skipped: Readonly<Record<string, string>>;
}

/** Prints pages to PDF with headers and footers, as people do who save a page. */
const printAll = async (folder: string, prints: readonly Print[]): Promise<void> => {
  const { directory } = await prepareBrowserLayer();
  const { browser, close } = await launchChromium({
    layerFolder: join(directory, BROWSER_FOLDER),
    chromePath: process.env.CHROME_PATH,
    allowPrivate: [],
    userAgent: "Gleaner/eval",
  });
  try {
    for (const { html, tagged, written } of prints) {
      const page = await browser.newPage();
      await page.setContent(readFileSync(join(folder, html), "utf8"));
      await page.pdf({
        path: join(folder, written.file),
        format: "A4",
        tagged,
        margin: { top: "2cm", bottom: "2cm" },
      });
      await page.close();
    }
  } finally {
    await close();
  }
};

/** @param measured files that are printed, but are not part of the corpus */
export const makeCorpus = async (folder: string, measured: readonly Print[] = []): Promise<Corpus> => {
  let corpus: Corpus & { toPrint: readonly (Print & { readonly written: Written })[] };
  try {
    const script = join(import.meta.dirname, "makeDocuments.py");
    corpus = JSON.parse(
      execFileSync("python3", [script, folder], { encoding: "utf8", maxBuffer: 1e8, timeout: 600_000 }),
    );
  } catch (error) {
    return { made: [], skipped: { python3: (error as Error).message } };
  }
  const { made, skipped, toPrint } = corpus;
  try {
    await printAll(folder, [...toPrint, ...measured]);
    return { made: [...made, ...toPrint.map(({ written }) => written)], skipped };
  } catch (error) {
    return { made, skipped: { ...skipped, Chromium: (error as Error).message } };
  }
};
