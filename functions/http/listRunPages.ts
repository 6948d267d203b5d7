import * as operations from "../../src/contract/operations/runs.ts";
import { listRunPages } from "../../src/domain/runs/read/pages.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.listRunPages,
  ({ params, query, caller, deps }) => listRunPages(deps, caller, params.id, query),
  () => ({ ...withObjects(), ...withCursors() }),
);
