import * as operations from "../../src/contract/operations/analytics.ts";
import { getAnalytics } from "../../src/domain/usage/analytics.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.getAnalytics, ({ query, caller, deps }) =>
  getAnalytics(deps, caller, query.period),
);
