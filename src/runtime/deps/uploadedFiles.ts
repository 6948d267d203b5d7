import type { WithUploadedFiles } from "../../domain/ports.ts";
import { required } from "../env.ts";

/** Loads the object store's client when it is first needed: few pages are uploaded files. */
export const withUploadedFiles = (): WithUploadedFiles => {
  const bucket = required("BUCKET_NAME");
  return {
    uploadedFiles: {
      getRange: async (...range) => {
        const { createObjects } = await import("../../adapters/objects.ts");
        return createObjects(bucket).getRange(...range);
      },
    },
  };
};
