/**
 * `npm run deploy -- <stage> [options of cdk deploy]`: deploys both stacks into the account and region
 * of the current AWS credentials. Settings are given as context: `-c alarmEmail=team@example.com`.
 */
import { runCommand } from "./runCommand.ts";
import { readStageArgument } from "./stageArgument.ts";

const { stage, rest } = readStageArgument("deploy");
const context = ["-c", `stage=${stage}`, "-c", `deployedAtMs=${Date.now()}`];
runCommand("cdk", ["deploy", "--all", "--output", `cdk.out/${stage}`, ...context, ...rest]);
