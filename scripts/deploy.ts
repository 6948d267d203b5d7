/**
 * `npm run deploy -- <stage> [--drop setting] [options of cdk deploy]`: checks that the AWS account meets the
 * deployment's requirements, then deploys both stacks into the account and region of the current credentials, then the
 * dashboard. Settings are given as context: `-c alarmEmail=team@example.com`. The stage keeps those that are not given,
 * unless `--drop` names them.
 */
import { runCommandLine } from "../lib/setup-error.ts";
import manifest from "../package.json" with { type: "json" };
import { deployStacks } from "./deployStacks.ts";
import { openAccount } from "./preflight/account.ts";
import { adviseOnAlarms, remindToConfirm } from "./preflight/advice.ts";
import { preflight } from "./preflight/checks.ts";
import { findRegion, readGivenContext, readProfile } from "./preflight/given.ts";
import { keepSettings } from "./preflight/keptSettings.ts";
import { printFindings } from "./preflight/print.ts";
import { publishDashboard } from "./publishDashboard.ts";
import { runCommand } from "./runCommand.ts";
import { readStageArgument } from "./stageArgument.ts";

await runCommandLine(async () => {
  const { stage, rest } = readStageArgument("deploy");
  const profile = readProfile(rest);
  if (profile !== undefined) process.env.AWS_PROFILE = profile;
  const region = await findRegion(readGivenContext(stage, rest));
  const account = openAccount(region);
  const { settings, kept, notes, rest: options } = await keepSettings(account, stage, rest, manifest.version);
  for (const note of [...notes, ...adviseOnAlarms(settings)]) console.error(`! ${note}`);
  if (!printFindings(await preflight(account, settings))) {
    process.exitCode = 1;
    return;
  }
  const outputsFile = `cdk.out/${stage}.outputs.json`;
  const concurrency = settings.concurrency ?? (await account.concurrency());
  const context = { stage, region, concurrency, ...kept };
  const all = [
    ...["--output", `cdk.out/${stage}`, "--outputs-file", outputsFile],
    ...Object.entries(context).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ...options,
  ];
  const hasDeployed = await deployStacks(account, settings, all, (args) => {
    runCommand("cdk", args);
    return process.exitCode === 0;
  });
  if (!hasDeployed) return;
  console.log(`The dashboard is at ${await publishDashboard(outputsFile, stage)}.`);
  for (const reminder of remindToConfirm(settings, kept)) console.error(`! ${reminder}`);
});
