import type { WithLists } from "../../domain/ports.ts";
import { required } from "../env.ts";
import { meter } from "../meter.ts";

/** Loads the object store's client when it is first needed. Few runs have such a long list. */
export const withLists = (): WithLists => {
  const bucket = required("BUCKET_NAME");
  return {
    lists: {
      readUpload: async (key) => {
        const { createUploads } = await import("../../adapters/uploads.ts");
        return createUploads(bucket).read(key);
      },
      put: async (...object) => {
        const { createObjects } = await import("../../adapters/objects.ts");
        return createObjects(bucket, meter.onObjectRequest).put(...object);
      },
    },
  };
};
