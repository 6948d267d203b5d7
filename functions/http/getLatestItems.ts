import { readLatestItems } from "../../src/domain/runs/latest.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "getLatestItems",
  ({ params, query, headers, isHead, caller, deps }) =>
    readLatestItems(deps, caller, params.id, query, { isHead, ifNoneMatch: headers["if-none-match"] }),
  withObjects,
);
