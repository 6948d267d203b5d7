import { createUploadForms } from "../../adapters/uploadForms.ts";
import type { WithUploadForms } from "../../domain/ports.ts";
import { required } from "../env.ts";

export const withUploadForms = (): WithUploadForms => ({
  uploadForms: createUploadForms(required("BUCKET_NAME")),
});
