/**
 * What a hard look at the service found, each finding by its name: a row of a table in test/api/hardening/. Findings
 * that an answer of the API does not show are tested beside the code that they are about.
 */
import { describe, it } from "@jest/globals";
import { LIMITS } from "./hardening/limits.ts";
import { RECORDS } from "./hardening/records.ts";
import { REQUESTS } from "./hardening/requests.ts";

describe("a finding that stays mended:", () => {
  it.each(Object.entries({ ...REQUESTS, ...RECORDS, ...LIMITS }))("%s", (_finding, check) => check());
});
