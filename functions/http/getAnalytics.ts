import { getAnalytics } from "../../src/domain/usage/analytics.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("getAnalytics", ({ query, caller, deps }) =>
  getAnalytics(deps, caller, query.period),
);
