import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { commandsIn } from "../../../scripts/rehearse/runbook.ts";
import { deployVersion } from "../../../scripts/rollback/version.ts";

/** A repository with two releases, whose deployment writes down what it was asked. */
let root: string;
const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], {
    cwd: root,
    encoding: "utf8",
  });
const release = (version: string): void => {
  const manifest = {
    name: "service",
    version,
    private: true,
    scripts: {
      deploy: `node -e "require('fs').writeFileSync('asked.json', JSON.stringify(['${version}', ...process.argv.slice(1)]))"`,
    },
  };
  writeFileSync(join(root, "package.json"), JSON.stringify(manifest));
  writeFileSync(
    join(root, "package-lock.json"),
    JSON.stringify({
      name: "service",
      version,
      lockfileVersion: 3,
      packages: { "": { name: "service", version } },
    }),
  );
  git("add", "-A");
  git("commit", "-qm", version);
  git("tag", `v${version}`);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "gleaner-rollback-"));
  git("init", "-q");
  writeFileSync(join(root, ".gitignore"), ".build\n");
  release("0.1.0");
  release("0.2.0");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const run = (folder: string, command: string, ...args: readonly string[]): void => {
  execFileSync(command, args, { cwd: folder, stdio: "pipe", env: { ...process.env, NODE_OPTIONS: "" } });
};
/** The runbook's own command. */
const [COMMAND = ""] = commandsIn("Roll back");
const [, STAGE = "", VERSION = ""] = /^npm run rollback -- (\S+) (\S+)$/.exec(COMMAND) ?? [];

const rollBackTo = (version: string) =>
  deployVersion(
    { root, run },
    { version, stage: STAGE, settings: { alarmEmail: "ops@example.com", table: "restored" } },
  );

describe("a rollback", () => {
  it("deploys an earlier version with its own code and the stage's settings, and can be repeated", () => {
    for (const _ of [1, 2]) {
      const commit = rollBackTo(VERSION);
      expect(commit).toBe(git("rev-parse", "v0.1.0").trim());
      const asked = readFileSync(join(root, ".build/rollback", commit, "asked.json"), "utf8");
      expect(JSON.parse(asked)).toEqual([
        "0.1.0",
        ...[STAGE, "-c", "alarmEmail=ops@example.com", "-c", "table=restored"],
      ]);
    }
    expect(git("status", "--porcelain")).toBe("");
    expect(git("rev-parse", "HEAD")).toBe(git("rev-parse", "v0.2.0"));
  });

  it("accepts a commit too, and refuses a version that does not exist", () => {
    expect(rollBackTo(git("rev-parse", "--short", "v0.1.0").trim())).toMatch(/^[0-9a-f]{40}$/);
    for (const version of ["v9.9.9", "--help"])
      expect(() => rollBackTo(version)).toThrow(`no version "${version}"`);
  });
});
