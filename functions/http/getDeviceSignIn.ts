import * as operations from "../../src/contract/operations/people.ts";
import { getDeviceSignIn } from "../../src/domain/people/deviceSignIn.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.getDeviceSignIn, ({ params, session, deps }) =>
  getDeviceSignIn(deps, session, params.code),
);
