import * as operations from "../../src/contract/operations/extraction.ts";
import { answerExtract } from "../../src/domain/extract/answer.ts";
import { withModel } from "../../src/runtime/deps/engine/model.ts";
import { withPages } from "../../src/runtime/deps/pages/pages.ts";
import { withUploadedFiles } from "../../src/runtime/deps/uploadedFiles.ts";
import { withUsage } from "../../src/runtime/deps/usage.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.extract,
  ({ body, query, caller, deps }) => answerExtract(deps, caller, body, query),
  () => ({ ...withPages(), ...withModel(), ...withUsage(), ...withUploadedFiles() }),
);
