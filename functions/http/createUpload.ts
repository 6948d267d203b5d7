import * as operations from "../../src/contract/operations/runs.ts";
import { createUpload } from "../../src/domain/uploads/createUpload.ts";
import { withUploadForms } from "../../src/runtime/deps/uploadForms.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.createUpload,
  ({ body, caller, deps }) => createUpload(deps, caller, body),
  withUploadForms,
);
