import { getRun } from "../../src/domain/runs/readRuns.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("getRun", ({ params, caller, deps }) => getRun(deps, caller, params.id));
