import { createUpload } from "../../src/domain/uploads/createUpload.ts";
import { withUploadForms } from "../../src/runtime/deps/uploadForms.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "createUpload",
  ({ body, caller, deps }) => createUpload(deps, caller, body),
  withUploadForms,
);
