import { getDeviceSignIn } from "../../src/domain/people/deviceSignIn.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("getDeviceSignIn", ({ params, session, deps }) =>
  getDeviceSignIn(deps, session, params.code),
);
