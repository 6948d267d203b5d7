import * as operations from "../../src/contract/operations/sso.ts";
import { getSso } from "../../src/domain/sso/settings.ts";
import { withSite } from "../../src/runtime/deps/site.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.getSso, ({ caller, deps }) => getSso(deps, caller), withSite);
