import { getSso } from "../../src/domain/sso/settings.ts";
import { withSite } from "../../src/runtime/deps/site.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("getSso", ({ caller, deps }) => getSso(deps, caller), withSite);
