/** A stage in one region, deployed and destroyed with the same commands as on AWS. */
import {
  CloudFormationClient,
  paginateDescribeStackEvents,
  paginateListStackResources,
  UpdateTerminationProtectionCommand,
} from "@aws-sdk/client-cloudformation";
import { parseSettings } from "../../lib/settings.ts";
import { SetupError } from "../../lib/setup-error.ts";
import manifest from "../../package.json" with { type: "json" };
import { deployStacks } from "../deployStacks.ts";
import { openAccount } from "../preflight/account.ts";
import { preflight } from "../preflight/checks.ts";
import { run, runScript } from "./command.ts";
import { assemblyOf, FOLDER } from "./place.ts";

export interface Deployment {
  readonly stage: string;
  readonly region: string;
  /** A table that replaces the stack's own. */
  readonly table?: string | undefined;
  /** Other settings, as an operator gives them. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Folder of its synthesised stacks, which are the same in all regions. */
const folderOf = ({ stage, table }: Pick<Deployment, "stage" | "table">): string =>
  assemblyOf(table === undefined ? stage : `${stage}-${table}`);

export const stackNames = ({ stage }: Deployment): string[] =>
  ["data", "service"].map((name) => `gleaner-${stage}-${name}`);

/** Uses this region from here on. */
export const useRegion = (region: string): void => {
  process.env.AWS_REGION = region;
};

/** Writes a deployment's templates, with the usual checks. */
export const synthesise = ({ stage, table, settings }: Omit<Deployment, "region">): Promise<string> =>
  runScript("bin/app.ts", [], {
    env: {
      CDK_OUTDIR: folderOf({ stage, table }),
      CDK_CONTEXT_JSON: JSON.stringify({ ...settings, stage, table }),
    },
  });

/** What the CDK needs in each region of an account, once. */
export const bootstrap = async ({ region }: Deployment): Promise<void> => {
  const account = await openAccount(region).id();
  await run("cdk", ["bootstrap", `aws://${account}/${region}`, "--app", assemblyOf("prod")]);
};

/** The emulator has no list of AWS's regions, which preflight requests. */
const UNKNOWN_TO_EMULATOR: ReadonlySet<string> = new Set(["region"]);

export const outputsFileOf = ({ stage, region }: Deployment): string =>
  `${FOLDER}/${stage}.${region}.outputs.json`;

/** Deploys existing templates as `npm run deploy` does. */
export const deploy = async (deployment: Deployment): Promise<void> => {
  const { stage, region, table, settings: given } = deployment;
  const settings = parseSettings({ ...given, stage, table, version: manifest.version });
  const account = openAccount(region);
  const found = await preflight(account, settings);
  const stops = found.filter(({ kind, check }) => kind === "stop" && !UNKNOWN_TO_EMULATOR.has(check));
  if (stops.length > 0) throw new SetupError(stops.map(({ message }) => message).join("\n"));
  const options = [
    ...["--app", folderOf(deployment), "--outputs-file", outputsFileOf(deployment)],
    ...["--require-approval", "never", "--progress", "events"],
  ];
  await deployStacks(account, settings, options, async (args) => {
    await run("cdk", args);
    return true;
  });
};

/** Destroys it as an operator does: lifts the protection by hand, then runs `npm run destroy`. */
export const destroy = async (deployment: Deployment): Promise<void> => {
  const { stage, region } = deployment;
  const client = new CloudFormationClient({ region });
  for (const StackName of stackNames(deployment))
    await client.send(
      new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: false }),
    );
  await runScript("scripts/destroy.ts", [stage, "--force", "--app", assemblyOf(stage)]);
  const account = openAccount(region);
  for (const name of stackNames(deployment)) {
    if ((await account.stack(name)) !== null) throw new SetupError(`${name} is still there in ${region}.`);
  }
};

export interface Made {
  /** Including nested stacks. */
  readonly stacks: number;
  readonly resources: number;
  /** Resources that CloudFormation failed to create, change or delete, with the reason. */
  readonly refused: readonly string[];
}

/** The resources of a deployment's stacks, and their failures. */
export const countMade = async (deployment: Deployment): Promise<Made> => {
  const client = new CloudFormationClient({ region: deployment.region });
  const refused: string[] = [];
  let [stacks, resources] = [0, 0];
  const count = async (StackName: string): Promise<void> => {
    stacks += 1;
    for await (const { StackResourceSummaries = [] } of paginateListStackResources(
      { client },
      { StackName },
    )) {
      resources += StackResourceSummaries.length;
      for (const { ResourceType, PhysicalResourceId } of StackResourceSummaries)
        if (ResourceType === "AWS::CloudFormation::Stack" && PhysicalResourceId)
          await count(PhysicalResourceId);
    }
    for await (const { StackEvents = [] } of paginateDescribeStackEvents({ client }, { StackName })) {
      for (const { ResourceStatus = "", LogicalResourceId, ResourceStatusReason } of StackEvents)
        if (ResourceStatus.endsWith("_FAILED"))
          refused.push(`${LogicalResourceId} ${ResourceStatus}: ${ResourceStatusReason ?? "no reason"}`);
    }
  };
  for (const name of stackNames(deployment)) await count(name);
  return { stacks, resources, refused };
};
