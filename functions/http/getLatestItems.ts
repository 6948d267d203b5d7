import * as operations from "../../src/contract/operations/links.ts";
import { readLatestItems } from "../../src/domain/runs/read/latest.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.getLatestItems,
  ({ params, query, headers, isHead, caller, deps }) =>
    readLatestItems(deps, caller, params.id, query, { isHead, ifNoneMatch: headers["if-none-match"] }),
  withObjects,
);
