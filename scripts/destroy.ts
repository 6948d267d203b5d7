/**
 * `npm run destroy -- <stage> [options of cdk destroy]`: takes a stage down. Table, results and secrets are
 * retained, as the data stack promises. Prints what remains and how to delete it.
 */
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { runCommandLine } from "../lib/setup-error.ts";
import manifest from "../package.json" with { type: "json" };
import { openAccount } from "./preflight/account.ts";
import { findRegion, readGivenSettings, readProfile } from "./preflight/given.ts";
import { runCommand } from "./runCommand.ts";
import { readStageArgument } from "./stageArgument.ts";

/** The dashboard's files can be deleted: every deployment rebuilds them. */
const deleteBucket = async (Bucket: string, region: string): Promise<void> => {
  const client = new S3Client({ region });
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
    const Objects = Contents.map(({ Key }) => ({ Key }));
    if (Objects.length > 0) await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
  }
  await client.send(new DeleteBucketCommand({ Bucket }));
};

await runCommandLine(async () => {
  const { stage, rest } = readStageArgument("destroy");
  const settings = readGivenSettings(stage, rest, manifest.version);
  const profile = readProfile(rest);
  if (profile !== undefined) process.env.AWS_PROFILE = profile;
  const region = await findRegion(settings);
  const account = openAccount(region);
  const [data, service] = await Promise.all([
    account.stack(`gleaner-${stage}-data`),
    account.stack(`gleaner-${stage}-service`),
  ]);
  runCommand("cdk", ["destroy", "--all", "-c", `stage=${stage}`, "-c", `region=${region}`, ...rest]);
  if (process.exitCode !== 0 || (await account.stack(`gleaner-${stage}-service`)) !== null) return;
  const files = service?.outputs.DashboardBucket;
  if (files !== undefined) await deleteBucket(files, region);
  const kept = Object.values(data?.outputs ?? {}).filter((value) => value !== "");
  if (kept.length > 0) console.log(`Kept, until you delete them by hand:\n  ${kept.join("\n  ")}`);
});
