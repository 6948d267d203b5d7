import * as operations from "../../src/contract/operations/links.ts";
import { readChangesFeed } from "../../src/domain/monitor/changesFeed.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.getChangesFeed, ({ params, headers, origin, caller, deps }) =>
  readChangesFeed(deps, caller, params.id, origin, headers["if-none-match"]),
);
