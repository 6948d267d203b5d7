import { describe, expect, it } from "@jest/globals";
import { SCOPE_LIST, SCOPES, scopesNow } from "../../../src/contract/account/scopes.ts";

const FIRST_LIST = SCOPES.filter((scope) => !scope.startsWith("destinations:"));

describe("what a key may do after an upgrade", () => {
  it("is everything, if the key has every scope of release 0.1.0", () => {
    expect(scopesNow(FIRST_LIST, undefined)).toEqual(SCOPES);
  });

  it("is unchanged, if one of these scopes is missing", () => {
    expect(FIRST_LIST.length).toBeGreaterThan(10);
    for (const missing of FIRST_LIST) {
      const scopes = FIRST_LIST.filter((scope) => scope !== missing);
      expect(scopesNow(scopes, undefined)).toEqual(scopes);
    }
  });

  it("is unchanged, if the key was created without the new scopes", () => {
    expect(scopesNow(FIRST_LIST, SCOPE_LIST)).toEqual(FIRST_LIST);
  });
});
