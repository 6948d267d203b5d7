import { readFile } from "node:fs/promises";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import * as z from "zod";
import { prepareDashboard } from "../lib/dashboard-files.ts";
import { publishSite } from "../lib/dashboard-publish.ts";

/** Outputs of the service stack. */
const Outputs = z.object({
  ApiUrl: z.url(),
  DashboardBucket: z.string(),
  DashboardUrl: z.url(),
  ObjectsUrl: z.url(),
  SessionUrl: z.url().optional(),
});

/**
 * Uploads the dashboard to the bucket of the stage's CDN. Files of earlier versions stay, for users who have
 * them open.
 *
 * @param outputsFile as written by `cdk deploy --outputs-file`
 * @returns the dashboard's URL
 */
export const publishDashboard = async (outputsFile: string, stage: string): Promise<string> => {
  const stacks = JSON.parse(await readFile(outputsFile, "utf8")) as Record<string, unknown>;
  const { ApiUrl, DashboardBucket, DashboardUrl, ObjectsUrl, SessionUrl } = Outputs.parse(
    stacks[`gleaner-${stage}-service`],
  );
  const client = new S3Client({ followRegionRedirects: true });
  await publishSite(
    await prepareDashboard(),
    { apiUrl: ApiUrl, sessionUrl: SessionUrl, objectsUrl: ObjectsUrl },
    async (key, { content, contentType, cacheControl }) => {
      await client.send(
        new PutObjectCommand({
          Bucket: DashboardBucket,
          Key: key,
          Body: content,
          ContentType: contentType,
          CacheControl: cacheControl,
        }),
      );
    },
  );
  return DashboardUrl;
};
