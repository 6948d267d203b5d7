/** Deploys a stage a second time as an operator does who gives no settings. */
import { CloudFormationClient, paginateListStackResources } from "@aws-sdk/client-cloudformation";
import { SetupError } from "../../lib/setup-error.ts";
import manifest from "../../package.json" with { type: "json" };
import { openAccount } from "../preflight/account.ts";
import { keepSettings } from "../preflight/keptSettings.ts";
import { type Deployment, deploy, synthesise } from "./deployment.ts";

const sorted = (settings: Readonly<Record<string, string>> = {}): string =>
  JSON.stringify(Object.entries(settings).sort(([a], [b]) => a.localeCompare(b)));

const hasSubscription = async ({ stage, region }: Deployment): Promise<boolean> => {
  const client = new CloudFormationClient({ region });
  const StackName = `gleaner-${stage}-service`;
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName }))
    if (StackResourceSummaries.some(({ ResourceType }) => ResourceType === "AWS::SNS::Subscription"))
      return true;
  return false;
};

/** @throws {SetupError} if it loses a setting, or keeps one that was dropped */
export const redeployWithoutSettings = async (deployment: Deployment): Promise<void> => {
  const { stage, region, settings: given } = deployment;
  const keep = (...args: readonly string[]) =>
    keepSettings(openAccount(region), stage, args, manifest.version);
  const { kept } = await keep();
  const again = { stage, region, settings: kept };
  await synthesise(again);
  await deploy(again);
  const { kept: after } = await keep();
  if (sorted(after) !== sorted(given) || !(await hasSubscription(deployment)))
    throw new SetupError(`A deployment without settings left ${sorted(after)} of ${sorted(given)}.`);
  const { alarmEmail, contactUrl } = (await keep("--drop", "alarmEmail")).settings;
  if (alarmEmail !== undefined || contactUrl !== given?.contactUrl)
    throw new SetupError("--drop alarmEmail does not drop the address alone.");
};
