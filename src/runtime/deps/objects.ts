import { createObjects } from "../../adapters/objects.ts";
import type { WithObjects } from "../../domain/ports.ts";
import { required } from "../env.ts";
import { meter } from "../meter.ts";

export const withObjects = (): WithObjects => ({
  objects: createObjects(required("BUCKET_NAME"), meter.onObjectRequest),
});
