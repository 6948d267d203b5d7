/**
 * `node scripts/figures.ts`: finds figures in docs that are older than the code they measure. Each section with
 * figures has a line such as `<!-- figures: npm run bench | at 41a3743 | src/engine src/store -->`: the command
 * that produces them, the commit on which it was run, and the paths that they depend on. Fails if a section has
 * no such line, or if it names something that does not exist. Prints the number of stale sections; `--strict`
 * lists them, and fails.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const ROOT = join(import.meta.dirname, "..");

const MARK =
  /^<!-- figures: (?<command>npm run [^|]+) \| at (?<commit>[0-9a-f]{7,40}) \| (?<paths>[^|]+) -->$/gm;
/** Matches a section with figures. */
const HAS_FIGURES = /^#+ latest figures\b|^Figures\b|^\|.*(?:\d\.\d|\d %)/im;

interface Mark {
  readonly command: string;
  readonly commit: string;
  readonly paths: string;
}

const git = (...args: readonly string[]): string =>
  execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

const { values } = parseArgs({ options: { strict: { type: "boolean", default: false } } });
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

let stale = 0;

const refuse = (message: string): void => {
  console.error(message);
  process.exitCode = 1;
};

/** How many commits have changed what the figures depend on; 0 if the history does not reach back that far. */
const changesSince = (commit: string, paths: readonly string[]): number => {
  try {
    return Number(git("rev-list", "--count", `${commit}..HEAD`, "--", ...paths));
  } catch {
    return 0;
  }
};

const check = (where: string, mark: Mark): void => {
  const { command, commit } = mark;
  const script = command.split(" ")[2] ?? "";
  const paths = mark.paths.split(" ");
  const lost = paths.filter((path) => !existsSync(join(ROOT, path)));
  const changes = changesSince(commit, paths);
  if (!(script in scripts)) refuse(`${where}: there is no npm run ${script}.`);
  if (lost.length > 0) refuse(`${where}: figures depend on ${lost.join(", ")}, which is not there.`);
  if (changes === 0) return;
  stale += 1;
  const times = changes === 1 ? "1 commit has" : `${changes} commits have`;
  if (values.strict)
    refuse(`${where}: the figures of \`${command}\` are of ${commit}; ${times} changed ${mark.paths} since.`);
};

for (const name of readdirSync(join(ROOT, "docs")).filter((file) => file.endsWith(".md"))) {
  for (const section of readFileSync(join(ROOT, "docs", name), "utf8").split(/^(?=## )/m)) {
    const where = `docs/${name}, ${/^#+ (.*)/.exec(section)?.[1] ?? "at its start"}`;
    const marks = [...section.matchAll(MARK)].map(({ groups }) => groups as unknown as Mark);
    if (marks.length === 0 && HAS_FIGURES.test(section)) refuse(`${where}: its figures name no command.`);
    for (const mark of marks) check(where, mark);
  }
}
if (stale > 0 && !values.strict)
  console.log(
    `${stale} tables of figures are older than the code they measure: node scripts/figures.ts --strict`,
  );
