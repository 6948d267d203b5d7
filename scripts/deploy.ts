/**
 * `npm run deploy -- <stage> [options of cdk deploy]`: checks that the AWS account meets the deployment's
 * requirements, then deploys both stacks into the account and region of the current credentials, then the
 * dashboard. Settings are given as context: `-c alarmEmail=team@example.com`.
 */
import { runCommandLine } from "../lib/setup-error.ts";
import manifest from "../package.json" with { type: "json" };
import { deployStacks } from "./deployStacks.ts";
import { openAccount } from "./preflight/account.ts";
import { preflight } from "./preflight/checks.ts";
import { findRegion, readGivenSettings, readProfile } from "./preflight/given.ts";
import { printFindings } from "./preflight/print.ts";
import { publishDashboard } from "./publishDashboard.ts";
import { runCommand } from "./runCommand.ts";
import { readStageArgument } from "./stageArgument.ts";

await runCommandLine(async () => {
  const { stage, rest } = readStageArgument("deploy");
  const settings = readGivenSettings(stage, rest, manifest.version);
  const profile = readProfile(rest);
  if (profile !== undefined) process.env.AWS_PROFILE = profile;
  const region = await findRegion(settings);
  const account = openAccount(region);
  if (!printFindings(await preflight(account, settings))) {
    process.exitCode = 1;
    return;
  }
  const outputsFile = `cdk.out/${stage}.outputs.json`;
  const concurrency = settings.concurrency ?? (await account.concurrency());
  const context = { stage, region, concurrency };
  const options = [
    ...["--output", `cdk.out/${stage}`, "--outputs-file", outputsFile],
    ...Object.entries(context).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ...rest,
  ];
  const hasDeployed = await deployStacks(account, settings, options, (args) => {
    runCommand("cdk", args);
    return process.exitCode === 0;
  });
  if (hasDeployed) console.log(`The dashboard is at ${await publishDashboard(outputsFile, stage)}.`);
});
