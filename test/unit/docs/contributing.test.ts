/** The recipes of docs/contributing.md name the files that have to be edited, no more and no fewer. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { RECIPES } from "./recipes.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Code that people write; tests follow, and what scripts generate is not edited. */
const FOLDERS = ["src", "functions", "lib", "local", "cli", "client", "mcp", "dashboard", "scripts", "bin"];
const GENERATED = new Set(["client/generated.ts", "client/vocabulary.ts"]);

interface Recipe {
  readonly title: string;
  readonly example: string;
  /** Files of code. */
  readonly files: readonly string[];
  /** Tests and docs. */
  readonly besides: readonly string[];
  /** Those that the compiler asks for once the first one is there. */
  readonly askedFor: readonly string[];
  /** Other files may name it too, and the recipe says so. */
  readonly isOpen: boolean;
}

const recipes: readonly Recipe[] = readFileSync(join(ROOT, "docs/contributing.md"), "utf8")
  .split(/^### /m)
  .slice(1)
  .map((text) => text.split(/^## /m)[0] ?? "")
  .map((text) => ({
    title: text.slice(0, text.indexOf("\n")),
    example: /^Example: `(\w+)`/m.exec(text)?.[1] ?? "",
    isOpen: text.includes("may name it too"),
    files: [...text.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = ""]) => file),
    besides: [...text.matchAll(/^- `([^`]+)`/gm)].map(([, file = ""]) => file),
    askedFor: [...text.matchAll(/^\d+\. `([^`]+)`(?:(?!^\d)[\s\S])*?The compiler asks for it/gm)].map(
      ([, file = ""]) => file,
    ),
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

/** The most files of code that may have to be edited by hand. */
const AIMS: Readonly<Record<string, number>> = {
  "Add an operation": 4,
  "Add a browser step": 3,
  "Add a limit to the plans": 2,
  "Add a limit on what is stored": 3,
  "Add a status of flows": 1,
};

/** The names that replace the example in file names of the copy. */
const NEW_NAMES: Readonly<Record<string, string>> = {
  "Add an operation": "countAlerts",
  "Add a browser step": "rise",
  "Add a queue worker": "weighMail",
};

/** The files of the copy that stand for those of the example. */
const NEW_FILES: Readonly<Record<string, string>> = {
  "src/domain/destinations/destinations.ts": "src/domain/tickets/tickets.ts",
};

/** How many files a recipe names: the title of its test. */
const tell = ({ title, example, files, besides }: Recipe): string => {
  const aim = title in AIMS ? ` (aim: ${AIMS[title]})` : "";
  const beside = besides.length > 0 ? `, and ${besides.join(", ")}` : "";
  return `${title}, such as ${example}: ${files.length} files of code by hand${aim}${beside}`;
};

describe("a recipe in docs/contributing.md", () => {
  it("exists for each kind of change with a limit of files", () => {
    expect(recipes.map(({ title }) => title)).toEqual(expect.arrayContaining(Object.keys(AIMS)));
  });

  it.each(recipes.map((recipe) => ({ ...recipe, told: tell(recipe) })))("$told", (recipe) => {
    const { title, example, files, besides, isOpen } = recipe;
    for (const file of besides) expect(existsSync(join(ROOT, file))).toBe(true);
    const found = mentions(example);
    if (isOpen) expect(found).toEqual(expect.arrayContaining([...files]));
    else expect(found.toSorted()).toEqual(files.toSorted());
    expect(files.length).toBeGreaterThan(0);
    const aim = AIMS[title];
    if (aim !== undefined) expect(files.length).toBeLessThanOrEqual(aim);
  });
});

/** What the copy holds: all that the recipes touch, and all that it is compiled and generated with. */
const COPIED = [
  "src",
  "functions",
  "client",
  "scripts",
  "lib",
  "bin",
  "local",
  "docs",
  "test",
  "package.json",
];
/** Tests that a recipe adds a case to. */
const TESTS = Object.values(RECIPES).flatMap((edits) =>
  edits.flatMap(({ file }) => (file.startsWith("test/") ? [file] : [])),
);
const TYPE_CHECK_MS = 300_000;
/** The rows of a flow's statuses. */
const STATUSES = "src/contract/flows/flowStatus.ts";

describe("a copy of the tree in which every recipe is followed", () => {
  let copy = "";
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), "gleaner-recipes-"));
    for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
    // The copy is no checkout.
    const { vcs: _, ...biome } = JSON.parse(readFileSync(join(ROOT, "biome.json"), "utf8"));
    writeFileSync(join(copy, "biome.json"), JSON.stringify(biome));
    const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, "tsconfig.json"), "utf8"));
    const include = ["src", "functions", "scripts/guide", ...TESTS];
    // The second time, only what has changed since the first is looked at.
    const options = { ...compilerOptions, incremental: true, tsBuildInfoFile: "./.types" };
    writeFileSync(join(copy, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include }));
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  const write = (files: ReadonlySet<string>): void => {
    for (const { file, before, text } of Object.values(RECIPES).flat()) {
      if (!files.has(file)) continue;
      const path = join(copy, file);
      mkdirSync(dirname(path), { recursive: true });
      const known = before === undefined ? "" : readFileSync(path, "utf8");
      const at = before === undefined ? 0 : known.indexOf(before);
      if (at < 0) throw new Error(`${file} has no ${before}`);
      writeFileSync(path, known.slice(0, at) + text + known.slice(at));
    }
  };

  /** Runs a program in the copy. @returns all that it printed */
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
    return { status, text: `${stdout}${stderr}` };
  };
  const lint = (files: readonly string[]) => {
    const args = ["check", ...files];
    const { status, stdout, stderr } = spawnSync(join(ROOT, "node_modules/.bin/biome"), args, {
      cwd: copy,
      encoding: "utf8",
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    return { status, text: `${stdout}${stderr}` };
  };
  // The tests keep the other cores busy.
  const compile = () =>
    run(
      join(ROOT, "node_modules/@typescript/native/bin/tsc"),
      "-p",
      copy,
      "--pretty",
      "false",
      "--singleThreaded",
    );

  it.each(recipes.filter(({ title }) => title in RECIPES))(
    "$title: lists exactly the files that change",
    (recipe) => {
      const edited = new Set(RECIPES[recipe.title]?.map(({ file }) => file));
      const named = [...recipe.files, ...(recipe.title in AIMS ? recipe.besides : [])].filter(
        (file) => file !== "scripts/grants/reasons.ts",
      );
      const inTheCopy = named.map(
        (file) => NEW_FILES[file] ?? file.replaceAll(recipe.example, NEW_NAMES[recipe.title] ?? ""),
      );
      expect([...edited].toSorted()).toEqual(inTheCopy.toSorted());
    },
  );

  it("has a recipe for each kind of change", () => {
    expect(recipes.map(({ title }) => title).toSorted()).toEqual(Object.keys(RECIPES).toSorted());
  });

  it(
    "fails to compile, naming the files the recipe lists, until they are written",
    () => {
      const all = new Set(Object.values(RECIPES).flatMap((edits) => edits.map(({ file }) => file)));
      const asked = new Set(recipes.flatMap(({ askedFor }) => askedFor));
      write(new Set([...all].filter((file) => !asked.has(file))));
      // A status whose row does not say what it decides.
      const status = join(copy, STATUSES);
      const written = readFileSync(status, "utf8");
      writeFileSync(status, written.replace(/archived: \{[^}]*\}/, "archived: {}"));
      const named = compile().text.matchAll(/^(\S+?)\(\d+,\d+\): error/gm);
      expect(new Set([...named].map(([, file = ""]) => file))).toEqual(new Set([...asked, STATUSES]));
      writeFileSync(status, written);
      write(asked);
      expect(compile()).toEqual({ status: 0, text: "" });
      expect(run("scripts/openapi.ts").status).toBe(0);
      const { paths } = JSON.parse(readFileSync(join(copy, "docs/openapi.json"), "utf8"));
      expect(paths["/alerts/count"].get.operationId).toBe("countAlerts");
      expect(readFileSync(join(copy, "client/generated.ts"), "utf8")).toContain("countAlerts(");
      expect(run("scripts/guide.ts").status).toBe(0);
      expect(readFileSync(join(copy, "docs/guide/limits.md"), "utf8")).toContain("words of `q`");
      // Written as a person writes it, it needs no other change to pass the linter.
      const edited = [...all].filter((file) => /\.ts$/.test(file));
      expect(lint(edited)).toEqual({ status: 0, text: expect.stringContaining("No fixes applied") });
    },
    TYPE_CHECK_MS,
  );
});
