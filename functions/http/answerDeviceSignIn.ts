import * as operations from "../../src/contract/operations/people.ts";
import { answerDeviceSignIn } from "../../src/domain/people/deviceSignIn.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.answerDeviceSignIn, ({ params, body, session, deps }) =>
  answerDeviceSignIn(deps, session, params.code, body),
);
