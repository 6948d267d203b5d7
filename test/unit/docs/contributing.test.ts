/** The recipes of docs/contributing.md name the files that have to be edited, no more and no fewer. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";

const ROOT = join(import.meta.dirname, "../../..");
/** Code that people write; tests follow, and what scripts generate is not edited. */
const FOLDERS = ["src", "functions", "lib", "local", "cli", "client", "mcp", "dashboard", "scripts", "bin"];
const GENERATED = new Set(["client/generated.ts", "client/vocabulary.ts"]);

interface Recipe {
  readonly title: string;
  readonly example: string;
  readonly files: readonly string[];
  /** Other files may name it too, and the recipe says so. */
  readonly isOpen: boolean;
}

const recipes: readonly Recipe[] = readFileSync(join(ROOT, "docs/contributing.md"), "utf8")
  .split(/^### /m)
  .slice(1)
  .map((text) => ({
    title: text.slice(0, text.indexOf("\n")),
    example: /^Example: `(\w+)`/m.exec(text)?.[1] ?? "",
    isOpen: text.includes("may name it too"),
    files: [...text.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = ""]) => file),
  }))
  .filter(({ example }) => example !== "");

/** The example as a name of its own: in quotes, as a key or as an identifier, not within a word or a comment. */
const mentions = (example: string): readonly string[] =>
  execFileSync(
    "git",
    [
      "grep",
      "--untracked",
      "-lE",
      `(^|[^\\w@/])("${example}"|${example}(:|\\(| =|,|;|\\)|Action))`,
      "--",
      ...FOLDERS,
    ],
    { cwd: ROOT, encoding: "utf8" },
  )
    .trim()
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && !GENERATED.has(file));

/** The most files that may have to be edited by hand. */
const AIMS: Readonly<Record<string, number>> = {
  "Add an operation": 4,
  "Add a browser step": 3,
  "Add a limit to the plans": 2,
};

describe("a recipe for contributors", () => {
  it("is there for each thing with an aim", () => {
    expect(recipes.map(({ title }) => title)).toEqual(expect.arrayContaining(Object.keys(AIMS)));
  });

  it.each(recipes)("$title: names what mentions `$example`", ({ title, example, files, isOpen }) => {
    console.log(`${title}: ${files.length} files by hand`);
    const found = mentions(example);
    if (isOpen) expect(found).toEqual(expect.arrayContaining([...files]));
    else expect(found.toSorted()).toEqual(files.toSorted());
    expect(files.length).toBeLessThanOrEqual(AIMS[title] ?? files.length);
  });
});
