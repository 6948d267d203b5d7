import * as operations from "../../src/contract/operations/runs.ts";
import { getRun } from "../../src/domain/runs/read/readRuns.ts";
import { withFileLinks } from "../../src/runtime/deps/fileLinks.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.getRun,
  ({ params, caller, origin, deps }) => getRun(deps, caller, params.id, origin),
  withFileLinks,
);
