/**
 * `npm run preflight -- <stage> [-c setting=value …] [--json]`: checks whether the AWS account meets all
 * requirements of a deployment, and creates nothing. `npm run deploy` runs the same checks first.
 */
import { runCommandLine } from "../lib/setup-error.ts";
import manifest from "../package.json" with { type: "json" };
import { openAccount } from "./preflight/account.ts";
import { preflight } from "./preflight/checks.ts";
import { findRegion, readGivenSettings, readProfile } from "./preflight/given.ts";
import { printFindings } from "./preflight/print.ts";
import { readStageArgument } from "./stageArgument.ts";

await runCommandLine(async () => {
  const { stage, rest } = readStageArgument("preflight");
  const settings = readGivenSettings(stage, rest, manifest.version);
  const profile = readProfile(rest);
  if (profile !== undefined) process.env.AWS_PROFILE = profile;
  const findings = await preflight(openAccount(await findRegion(settings)), settings);
  const mayDeploy = printFindings(findings);
  if (!mayDeploy) process.exitCode = 1;
  if (rest.includes("--json")) console.log(JSON.stringify({ stage, mayDeploy, findings }));
});
