/** An S3 server of others, which checks each request's signature: on a port that the service may reach. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { AwsClient } from "aws4fetch";
import { listen } from "./pageServer.ts";

/** The only key that the server knows. */
export const BUCKET_KEY = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };

export interface BucketServer {
  readonly endpoint: string;
  readonly bucket: string;
  /** The names of all files. */
  readonly list: () => Promise<readonly string[]>;
  /** A file, as the AWS SDK reads it. */
  readonly read: (name: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

export const startBucketServer = async (): Promise<BucketServer> => {
  const bucket = "lake";
  const directory = mkdtempSync(join(tmpdir(), "s3rver-"));
  const app = new S3rver({
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  });
  await app.configureBuckets();
  const server = createServer(app.callback());
  const endpoint = `http://127.0.0.1:${await listen(server)}`;
  const client = new S3Client({
    endpoint,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: BUCKET_KEY,
  });
  return {
    endpoint,
    bucket,
    list: async () => {
      // The server takes the SDK's path `/lake/` for a file without a name.
      const signed = new AwsClient({ ...BUCKET_KEY, service: "s3", region: "us-east-1" });
      const answer = await signed.fetch(`${endpoint}/${bucket}?list-type=2`);
      if (!answer.ok) throw new Error(`the bucket cannot be listed: ${answer.status}`);
      return [...(await answer.text()).matchAll(/<Key>(.*?)<\/Key>/g)].map(([, name]) => name ?? "");
    },
    read: async (name) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: name }));
      return Body?.transformToString() ?? "";
    },
    stop: async () => {
      client.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
