/** Deploys the last release from the templates that the tests keep. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  CloudFormationClient,
  CreateStackCommand,
  waitUntilStackCreateComplete,
} from "@aws-sdk/client-cloudformation";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { openAccount } from "../preflight/account.ts";
import { prepareTemplates } from "../release/templates.ts";
import { type Deployment, stackNames } from "./deployment.ts";
import { pack } from "./emulator.ts";
import { FOLDER, ROOT } from "./place.ts";

const RELEASES = join(ROOT, "test/infra/releases");
const CREATE_SECONDS = 120;
const STAND_IN = "stand-in.zip";

export const lastRelease = (): string =>
  readdirSync(RELEASES)
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .at(-1) ?? "";

/** A function that does nothing. A release's code is not kept, and the update replaces it. */
const packStandIn = async (): Promise<Buffer> => {
  const folder = join(FOLDER, "release");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "index.js");
  writeFileSync(file, "exports.handler = async () => null;\n");
  await pack(join(folder, "code.zip"), file);
  return readFileSync(join(folder, "code.zip"));
};

/** Creates both stacks of a release as the CDK would have, in a bootstrapped account. */
export const makeRelease = async (release: string, deployment: Deployment): Promise<void> => {
  const { region } = deployment;
  const Bucket = `cdk-hnb659fds-assets-${await openAccount(region).id()}-${region}`;
  const s3 = new S3Client({ region });
  const client = new CloudFormationClient({ region });
  await s3.send(new PutObjectCommand({ Bucket, Key: STAND_IN, Body: await packStandIn() }));
  const templates = prepareTemplates(join(RELEASES, release), release, STAND_IN);
  for (const { key: Key, body: Body } of templates)
    await s3.send(new PutObjectCommand({ Bucket, Key, Body }));
  for (const StackName of stackNames(deployment)) {
    const Key = templates.find(({ file }) => file === `${StackName}.template.json`)?.key;
    await client.send(
      new CreateStackCommand({
        StackName,
        TemplateURL: `https://s3.${region}.amazonaws.com/${Bucket}/${Key}`,
        Capabilities: ["CAPABILITY_IAM", "CAPABILITY_NAMED_IAM"],
        EnableTerminationProtection: true,
      }),
    );
    await waitUntilStackCreateComplete({ client, maxWaitTime: CREATE_SECONDS }, { StackName });
  }
};
