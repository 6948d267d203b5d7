/**
 * `npm run conformance` writes docs/conformance.md: every statement of the service document that
 * test/api/document/*.test.ts verifies. With `--check` it fails if the file is out of date.
 */
import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import jestConfig from "../jest.config.ts";

const ROOT = join(import.meta.dirname, "..");
const FILE = join(ROOT, "docs/conformance.md");
const TESTS = "test/api/document/*.test.ts";

interface Listed {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
    }[];
  }[];
}

/** The titles of all tests. None of the tests is run, so no service is started. */
const listTitles = (): { readonly heading: string; readonly title: string }[] => {
  const { globalSetup, globalTeardown, ...project } =
    jestConfig.projects.find(({ displayName }) => displayName === "api") ?? {};
  const config = JSON.stringify({ ...project, testMatch: [join(ROOT, TESTS)] });
  const args = ["--config", config, "--json", "--testNamePattern", "^no test is called this$"];
  const { stdout, stderr, error } = spawnSync("jest", args, { cwd: ROOT, encoding: "utf8" });
  if (error !== undefined || !stdout.startsWith("{")) throw new Error(error?.message ?? stderr);
  const { testResults } = JSON.parse(stdout) as Listed;
  const inOrder = testResults.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return inOrder.flatMap(({ assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title }) => ({ heading: ancestorTitles.join(", "), title })),
  );
};

const render = (): string => {
  const titles = listTitles();
  const sections = Map.groupBy(titles, ({ heading }) => heading);
  return [
    "# Conformance to the service document",
    `Each line is a statement of the service document, held by a test of that title in \`${TESTS}\`: ${titles.length} in all. Made by \`npm run conformance\`.`,
    ...[...sections].map(
      ([heading, statements]) => `## ${heading}\n\n${statements.map(({ title }) => `- ${title}`).join("\n")}`,
    ),
    "",
  ].join("\n\n");
};

const expected = render();
if (!process.argv.includes("--check")) await writeFile(FILE, expected);
else if ((await readFile(FILE, "utf8").catch(() => "")) !== expected) {
  console.error("docs/conformance.md is stale: run `npm run conformance` and commit it.");
  process.exitCode = 1;
}
