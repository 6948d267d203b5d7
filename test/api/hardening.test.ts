/**
 * What a hard look at the service found, each finding by its name: a row of a table in test/api/hardening/. Findings
 * that are tested beside the code that they are about have a row that says where, and fails once the test is gone.
 */
import { describe, it } from "@jest/globals";
import { ELSEWHERE } from "./hardening/elsewhere.ts";
import { LIMITS } from "./hardening/limits.ts";
import { RECORDS } from "./hardening/records.ts";
import { REQUESTS } from "./hardening/requests.ts";

describe("a fixed vulnerability stays fixed:", () => {
  it.each(Object.entries({ ...REQUESTS, ...RECORDS, ...LIMITS, ...ELSEWHERE }))("%s", (_finding, check) =>
    check(),
  );
});
