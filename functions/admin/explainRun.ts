import { ExplainRunRequest } from "../../src/contract/messages.ts";
import { explainRun } from "../../src/domain/runs/read/explainRun.ts";
import { invoked } from "../../src/runtime/invoke.ts";

export const handler = invoked(ExplainRunRequest, (request, { deps }) => explainRun(deps, request));
