/**
 * `npm run rollback -- <stage> <version>`: deploys an earlier version, a tag or a commit, with the settings that the stage
 * has now.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { runCommandLine, SetupError } from "../lib/setup-error.ts";
import manifest from "../package.json" with { type: "json" };
import { openAccount } from "./preflight/account.ts";
import { findRegion, readGivenContext, readProfile } from "./preflight/given.ts";
import { keepSettings } from "./preflight/keptSettings.ts";
import { deployVersion } from "./rollback/version.ts";
import { readStageArgument } from "./stageArgument.ts";

await runCommandLine(async () => {
  const { stage, rest } = readStageArgument("rollback");
  const [version, ...options] = rest;
  if (version === undefined || version.startsWith("-"))
    throw new SetupError("Usage: npm run rollback -- <stage> <tag or commit> [-c setting=value]");
  const profile = readProfile(options);
  if (profile !== undefined) process.env.AWS_PROFILE = profile;
  const context = readGivenContext(stage, options);
  const { kept } = await keepSettings(
    openAccount(await findRegion(context)),
    stage,
    options,
    manifest.version,
  );
  const given = Object.entries(context).filter(([name]) => name !== "stage");
  const settings = { ...kept, ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])) };
  const run = (folder: string, command: string, ...args: readonly string[]): void => {
    execFileSync(command, args, { cwd: folder, stdio: "inherit" });
  };
  const commit = deployVersion({ root: join(import.meta.dirname, ".."), run }, { version, stage, settings });
  console.log(
    `Stage "${stage}" has version ${version} (${commit.slice(0, 8)}). Check it with \`npm run smoke\`.`,
  );
});
