import * as operations from "../../src/contract/operations/flows.ts";
import { putFlowSecret } from "../../src/domain/flows/secrets.ts";
import { withSeals } from "../../src/runtime/deps/seals.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.putFlowSecret,
  ({ params, body, caller, deps }) => putFlowSecret(deps, caller, params, body),
  withSeals,
);
