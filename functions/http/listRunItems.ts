import * as operations from "../../src/contract/operations/runs.ts";
import { readRunItems } from "../../src/domain/items/items.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.listRunItems,
  ({ params, query, caller, deps }) => readRunItems(deps, caller, params.id, query),
  () => ({ ...withObjects(), ...withCursors() }),
);
