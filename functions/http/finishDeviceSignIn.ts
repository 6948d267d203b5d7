import { finishDeviceSignIn } from "../../src/domain/people/deviceSignIn.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("finishDeviceSignIn", ({ body, visitor, deps }) =>
  finishDeviceSignIn(deps, body.deviceCode, visitor),
);
