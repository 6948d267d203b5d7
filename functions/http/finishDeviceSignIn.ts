import * as operations from "../../src/contract/operations/people.ts";
import { finishDeviceSignIn } from "../../src/domain/people/deviceSignIn.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.finishDeviceSignIn, ({ body, visitor, deps }) =>
  finishDeviceSignIn(deps, body.deviceCode, visitor),
);
