import * as operations from "../../src/contract/operations/previews.ts";
import { getPreview } from "../../src/domain/previews/previews.ts";
import { withFileLinks } from "../../src/runtime/deps/fileLinks.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.getPreview,
  ({ params, caller, origin, deps }) => getPreview(deps, caller, params.id, origin),
  () => ({ ...withObjects(), ...withFileLinks() }),
);
