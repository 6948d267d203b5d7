/** Main content by trafilatura (Adbar, PyPI), on the same pages. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** `GLEANER_PYTHON` names a Python 3 with trafilatura (`pip install trafilatura==2.0.0 lxml_html_clean==0.4.6`). */
const PYTHON = process.env.GLEANER_PYTHON ?? "python3";
const MAX_OUTPUT = 512 * 2 ** 20;

/** The texts of the pages, in order, or the reason for skipping them. */
export const readByTrafilatura = (pages: readonly string[]): readonly string[] | { skipped: string } => {
  const { status, stdout, stderr, error } = spawnSync(PYTHON, [join(import.meta.dirname, "mainText.py")], {
    input: pages.map((page) => `${JSON.stringify(page)}\n`).join(""),
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT,
  });
  if (status === 0)
    return stdout
      .trimEnd()
      .split("\n")
      .map((line) => String(JSON.parse(line)));
  const said = error?.message ?? stderr.trimEnd().split("\n").at(-1);
  return { skipped: `GLEANER_PYTHON names no Python that has trafilatura 2.0.0: ${said}` };
};
