/**
 * `npm run deploy -- <stage> [options of cdk deploy]`: deploys both stacks into the account and region
 * of the current AWS credentials, then the dashboard. Settings are given as context:
 * `-c alarmEmail=team@example.com`.
 */
import { publishDashboard } from "./publishDashboard.ts";
import { runCommand } from "./runCommand.ts";
import { readStageArgument } from "./stageArgument.ts";

const { stage, rest } = readStageArgument("deploy");
const outputsFile = `cdk.out/${stage}.outputs.json`;
const context = ["-c", `stage=${stage}`];
const output = ["--output", `cdk.out/${stage}`, "--outputs-file", outputsFile];
runCommand("cdk", ["deploy", "--all", ...output, ...context, ...rest]);
if (process.exitCode === 0) {
  const profile = rest[rest.indexOf("--profile") + 1];
  if (rest.includes("--profile") && profile !== undefined) process.env.AWS_PROFILE = profile;
  console.log(`The dashboard is at ${await publishDashboard(outputsFile, stage)}.`);
}
