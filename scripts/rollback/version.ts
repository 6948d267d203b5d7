/** Deploys an earlier version of this repository, from a checkout of its own. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { SetupError } from "../../lib/setup-error.ts";

interface Repository {
  readonly root: string;
  /** Runs a command in a folder, with its output in this terminal. @throws if it fails */
  readonly run: (folder: string, command: string, ...args: readonly string[]) => void;
}

/** @throws SetupError if there is no such version */
const commitOf = (root: string, version: string): string => {
  try {
    const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${version}^{commit}`];
    return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  } catch {
    throw new SetupError(`There is no version "${version}": name a tag or a commit. Tags: \`git tag\`.`);
  }
};

/**
 * Deploys a version with that version's own code, packages and deployment script.
 *
 * @param settings of the deployed stage, which earlier versions do not keep by themselves
 * @returns the commit that was deployed
 * @throws SetupError if there is no such version
 */
export const deployVersion = (
  { root, run }: Repository,
  {
    version,
    stage,
    settings,
  }: { version: string; stage: string; settings: Readonly<Record<string, string>> },
): string => {
  const commit = commitOf(root, version);
  const folder = join(root, ".build/rollback", commit);
  if (!existsSync(join(folder, "package.json"))) {
    run(root, "git", "worktree", "prune");
    run(root, "git", "worktree", "add", "--detach", "--force", folder, commit);
  }
  run(folder, "npm", "ci");
  const context = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  run(folder, "npm", "run", "deploy", "--", stage, ...context);
  return commit;
};
