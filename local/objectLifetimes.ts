/** Applies the buckets' lifecycle rules, as S3 would: deletes expired objects. */
import { DeleteObjectsCommand, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
import { clientSettings } from "./emulators/endpoints.ts";
import { messageOf } from "./failure.ts";
import type { Shutdown } from "./shutdown.ts";
import type { Resource } from "./stack/resources.ts";
import { asArray, asNumber, asObject, asText } from "./stack/template.ts";

const DAY_MS = 24 * 60 * 60_000;
/** As often as S3 does. */
const SWEEP_EVERY_MS = DAY_MS;

interface Lifetime {
  readonly bucket: string;
  readonly prefix: string;
  readonly days: number;
}

/** The lifecycle rules of the stack's buckets that expire objects. */
export const readLifetimes = (
  buckets: readonly Pick<Resource, "name" | "properties">[],
): readonly Lifetime[] =>
  buckets.flatMap(({ name, properties }) =>
    asArray(asObject(properties.LifecycleConfiguration).Rules).flatMap((rule) => {
      const { Prefix, ExpirationInDays, Status } = asObject(rule);
      const days = asNumber(ExpirationInDays);
      if (days === undefined || asText(Status) === "Disabled") return [];
      return [{ bucket: name, prefix: asText(Prefix) ?? "", days }];
    }),
  );

/** Deletes the expired objects. @returns how many */
export const sweepObjects = async (
  s3: S3Client,
  lifetimes: readonly Lifetime[],
  nowMs: number,
): Promise<number> => {
  let removed = 0;
  for (const { bucket: Bucket, prefix: Prefix, days } of lifetimes) {
    for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix })) {
      const old = Contents.filter(
        ({ LastModified }) => (LastModified?.getTime() ?? nowMs) + days * DAY_MS <= nowMs,
      );
      if (old.length === 0) continue;
      const Objects = old.map(({ Key }) => ({ Key }));
      await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
      removed += old.length;
    }
  }
  return removed;
};

interface SweepOptions {
  readonly buckets: readonly Resource[];
  readonly endpoint: string;
  readonly warn: (line: string) => void;
}

/** Sweeps now and once a day. */
export const startObjectSweeps = ({ buckets, endpoint, warn }: SweepOptions, shutdown: Shutdown): void => {
  const s3 = new S3Client({ ...clientSettings(endpoint), forcePathStyle: true });
  const lifetimes = readLifetimes(buckets);
  const sweep = (): void => {
    sweepObjects(s3, lifetimes, Date.now()).catch((error: unknown) =>
      warn(`Old objects were not removed: ${messageOf(error)}`),
    );
  };
  const timer = setInterval(sweep, SWEEP_EVERY_MS);
  shutdown.add(() => {
    clearInterval(timer);
    s3.destroy();
  });
  sweep();
};
