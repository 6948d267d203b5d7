import * as operations from "../../src/contract/operations/extraction.ts";
import { generateFlow } from "../../src/domain/generate/generateFlow.ts";
import { withModel } from "../../src/runtime/deps/engine/model.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { withSource } from "../../src/runtime/deps/pages/source.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.generateFlow,
  ({ body, caller, deps }) => generateFlow(deps, caller, body),
  () => ({ ...withSource(), ...withModel(), ...withObjects() }),
);
