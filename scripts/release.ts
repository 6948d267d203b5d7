/**
 * `npm run release [-- major|minor|patch] [--dry-run] [--json]`: creates a release from `main`: version,
 * changelog, generated files, the fixtures that later versions are tested against, one commit and its tag.
 * Pushes nothing. If no kind is given, the changelog's sections decide. `--dry-run` only reports what it would
 * do.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { inc } from "semver";
import { runCommandLine, SetupError } from "../lib/setup-error.ts";
import manifest from "../package.json" with { type: "json" };
import { closeUnreleased, covers, kindOf, type ReleaseKind, readUnreleased } from "./release/changelog.ts";
import { keepTemplates } from "./release/templates.ts";

const ROOT = join(import.meta.dirname, "..");
const CHANGELOG = join(ROOT, "CHANGELOG.md");
const KINDS = ["major", "minor", "patch"] as const satisfies readonly ReleaseKind[];

const read = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: ROOT, encoding: "utf8" }).trim();
const run = (command: string, ...args: string[]): void => {
  execFileSync(command, args, { cwd: ROOT, stdio: ["ignore", process.stderr, process.stderr] });
};

const readKind = (given: string | undefined): ReleaseKind | undefined => {
  const kind = KINDS.find((known) => known === given);
  if (given !== undefined && kind === undefined)
    throw new SetupError(`Unknown kind of release "${given}": use ${KINDS.join(", ")}.`);
  return kind;
};

/** Keeps the release's templates, from which updates are tested. */
const synthesiseAndKeep = (version: string): void => {
  run("npm", "run", "synth", "--", "prod");
  keepTemplates(join(ROOT, "cdk.out/prod"), join(ROOT, "test/infra/releases", version));
};

interface Step {
  readonly what: string;
  readonly take: () => void;
}

const stepsOf = (version: string, changelog: string, notes: string): readonly Step[] => [
  {
    what: `package.json and package-lock.json: version ${version}`,
    take: () => run("npm", "version", version, "--no-git-tag-version"),
  },
  {
    what: `CHANGELOG.md: "Unreleased" becomes ${version}`,
    take: () =>
      writeFileSync(CHANGELOG, closeUnreleased(changelog, version, new Date().toISOString().slice(0, 10))),
  },
  {
    what: "docs/openapi.json and the generated client and guides",
    take: () => {
      for (const script of ["openapi", "guide", "conformance"]) run("npm", "run", script);
    },
  },
  {
    what: `test/api/frozen/${version}.json: requests, answers, table and bucket`,
    take: () => run(process.execPath, "scripts/freeze.ts"),
  },
  { what: `test/infra/releases/${version}: templates`, take: () => synthesiseAndKeep(version) },
  {
    what: `one commit, and the tag v${version}`,
    take: () => {
      run("git", "add", "--all");
      run("git", "commit", "--quiet", "--message", `Release ${version}`);
      run("git", "tag", "--annotate", `v${version}`, "--message", notes);
    },
  },
];

await runCommandLine(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "dry-run": { type: "boolean", default: false }, json: { type: "boolean", default: false } },
  });
  const dryRun = values["dry-run"];
  const changelog = readFileSync(CHANGELOG, "utf8");
  const notes = readUnreleased(changelog);
  const needed = kindOf(notes, manifest.version);
  const kind = readKind(positionals[0]) ?? needed;
  if (!covers(kind, needed))
    throw new SetupError(`CHANGELOG.md lists changes that ask for a ${needed} version, not a ${kind} one.`);
  const version = inc(manifest.version, kind);
  if (version === null) throw new SetupError(`package.json has no valid version: ${manifest.version}.`);
  if (!dryRun && read("git", "status", "--porcelain") !== "")
    throw new SetupError("Commit or stash your changes first: a release contains what is committed.");
  if (read("git", "tag", "--list", `v${version}`) !== "")
    throw new SetupError(`The tag v${version} already exists.`);

  const steps = stepsOf(version, changelog, notes);
  if (!values.json) console.log(`${dryRun ? "Would release" : "Releasing"} ${version} (${kind}):`);
  for (const { what, take } of steps) {
    if (!values.json) console.log(`- ${what}`);
    if (!dryRun) take();
  }
  if (values.json) {
    const { version: from } = manifest;
    console.log(JSON.stringify({ from, version, kind, dryRun, steps: steps.map(({ what }) => what) }));
  } else if (!dryRun) console.log(`Push it with: git push --follow-tags`);
});
