import { CreateBucketCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { clientSettings } from "../../../local/emulators/endpoints.ts";
import { startFauxqs } from "../../../local/emulators/fauxqs.ts";
import { readLifetimes, sweepObjects } from "../../../local/objectLifetimes.ts";
import { createShutdown } from "../../../local/shutdown.ts";

const DAY_MS = 24 * 60 * 60_000;
const shutdown = createShutdown();
let s3: S3Client;
beforeAll(async () => {
  s3 = new S3Client({ ...clientSettings(await startFauxqs(undefined, shutdown)), forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket: "bucket" }));
});
afterAll(async () => {
  s3.destroy();
  await shutdown.run();
});

const lifetimes = readLifetimes([
  {
    name: "bucket",
    properties: {
      LifecycleConfiguration: {
        Rules: [
          { Status: "Enabled", AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
          { Status: "Enabled", Prefix: "tmp/", ExpirationInDays: 1 },
          { Status: "Disabled", Prefix: "runs/", ExpirationInDays: 1 },
          { Status: "Enabled", Prefix: "kept/7d/", ExpirationInDays: 7 },
        ],
      },
    },
  },
]);

describe("objects of a bucket with lifecycle rules", () => {
  it("are deleted when they expire, and no others are", async () => {
    for (const Key of ["tmp/a", "runs/b", "kept/7d/c"])
      await s3.send(new PutObjectCommand({ Bucket: "bucket", Key, Body: "x" }));
    const left = async () =>
      (await s3.send(new ListObjectsV2Command({ Bucket: "bucket" }))).Contents?.map(
        ({ Key }) => Key,
      ).toSorted();
    expect(await sweepObjects(s3, lifetimes, Date.now())).toBe(0);
    expect(await sweepObjects(s3, lifetimes, Date.now() + 2 * DAY_MS)).toBe(1);
    expect(await left()).toEqual(["kept/7d/c", "runs/b"]);
    expect(await sweepObjects(s3, lifetimes, Date.now() + 8 * DAY_MS)).toBe(1);
    expect(await left()).toEqual(["runs/b"]);
  });
});
