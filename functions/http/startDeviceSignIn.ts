import * as operations from "../../src/contract/operations/people.ts";
import { startDeviceSignIn } from "../../src/domain/people/deviceSignIn.ts";
import { withSite } from "../../src/runtime/deps/site.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.startDeviceSignIn,
  ({ body, visitor, deps }) => startDeviceSignIn(deps, body.name, visitor),
  withSite,
);
