import { answerDeviceSignIn } from "../../src/domain/people/deviceSignIn.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("answerDeviceSignIn", ({ params, body, session, deps }) =>
  answerDeviceSignIn(deps, session, params.code, body),
);
