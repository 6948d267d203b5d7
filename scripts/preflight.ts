/**
 * `npm run preflight -- <stage> [-c setting=value …] [--json]`: checks whether the AWS account meets all
 * requirements of a deployment, and creates nothing. `npm run deploy` runs the same checks first.
 */
import { runCommandLine } from "../lib/setup-error.ts";
import manifest from "../package.json" with { type: "json" };
import { openAccount } from "./preflight/account.ts";
import { adviseOnAlarms } from "./preflight/advice.ts";
import { preflight } from "./preflight/checks.ts";
import { findRegion, readGivenContext, readProfile } from "./preflight/given.ts";
import { keepSettings } from "./preflight/keptSettings.ts";
import { printFindings } from "./preflight/print.ts";
import { readStageArgument } from "./stageArgument.ts";

await runCommandLine(async () => {
  const { stage, rest } = readStageArgument("preflight");
  const profile = readProfile(rest);
  if (profile !== undefined) process.env.AWS_PROFILE = profile;
  const account = openAccount(await findRegion(readGivenContext(stage, rest)));
  const { settings, notes } = await keepSettings(account, stage, rest, manifest.version);
  for (const note of [...notes, ...adviseOnAlarms(settings)]) console.error(`! ${note}`);
  const findings = await preflight(account, settings);
  const mayDeploy = printFindings(findings);
  if (!mayDeploy) process.exitCode = 1;
  if (rest.includes("--json")) console.log(JSON.stringify({ stage, mayDeploy, findings }));
});
