import * as operations from "../../src/contract/operations/screenshots.ts";
import { getFile } from "../../src/domain/files/getFile.ts";
import { withFileLinks } from "../../src/runtime/deps/fileLinks.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.getFile,
  ({ params, deps }) => getFile(deps, params.id),
  () => ({ ...withObjects(), ...withFileLinks() }),
);
