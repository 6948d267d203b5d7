import * as operations from "../../src/contract/operations/sso.ts";
import { deleteSso } from "../../src/domain/sso/settings.ts";
import { withSite } from "../../src/runtime/deps/site.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.deleteSso, ({ caller, deps }) => deleteSso(deps, caller), withSite);
