/**
 * `node scripts/figures.ts`: says which figures in docs are older than the code that they measure. Each section with figures
 * has a line such as `<!-- figures: npm run bench | at 41a3743 | src/engine src/store -->`: the command that makes them, the
 * commit on which it was run, and what they depend on. Fails where a section has none, or names what is not there; with
 * `--strict` also where figures are stale.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const ROOT = join(import.meta.dirname, "..");

const MARK = /^<!-- figures: npm run (?<script>[\w:-]+)[^|]*\| at (?<commit>[0-9a-f]{7,40}) \| (?<paths>[^|]+) -->$/gm;
/** How a section says that it has figures. */
const HAS_FIGURES = /^#+ .*\bfigures\b|^Figures\b|^\|.*(?:\d\.\d|\d %)/im;

interface Mark {
  readonly script: string;
  readonly commit: string;
  readonly paths: string;
}

const git = (...args: readonly string[]): string =>
  execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

const { values } = parseArgs({ options: { strict: { type: "boolean", default: false } } });
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

const refuse = (message: string): void => {
  console.error(message);
  process.exitCode = 1;
};

/** How many commits have changed what the figures depend on; null where history does not reach back so far. */
const changesSince = ({ commit, paths }: Mark): number | null => {
  try {
    return Number(git("rev-list", "--count", `${commit}..HEAD`, "--", ...paths.trim().split(/\s+/)));
  } catch {
    return null;
  }
};

const check = (where: string, mark: Mark): void => {
  const { script, commit, paths } = mark;
  if (!(script in scripts)) return refuse(`${where}: there is no npm run ${script}.`);
  const lost = paths
    .trim()
    .split(/\s+/)
    .find((path) => !existsSync(join(ROOT, path)));
  if (lost !== undefined) return refuse(`${where}: figures depend on ${lost}, which is not there.`);
  const changes = changesSince(mark);
  if (!changes) return;
  const times = changes === 1 ? "1 commit has" : `${changes} commits have`;
  console.error(
    `${where}: the figures of npm run ${script} are of ${commit}; ${times} changed ${paths.trim()} since.`,
  );
  if (values.strict) process.exitCode = 1;
};

for (const name of readdirSync(join(ROOT, "docs")).filter((file) => file.endsWith(".md"))) {
  for (const section of readFileSync(join(ROOT, "docs", name), "utf8").split(/^(?=## )/m)) {
    const where = `docs/${name}, ${/^#+ (.*)/.exec(section)?.[1] ?? "at its start"}`;
    const marks = [...section.matchAll(MARK)].map(({ groups }) => groups as unknown as Mark);
    if (marks.length === 0 && HAS_FIGURES.test(section)) refuse(`${where}: its figures name no command.`);
    for (const mark of marks) check(where, mark);
  }
}
