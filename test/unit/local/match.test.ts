import { describe, expect, it } from "@jest/globals";
import { createMatcher } from "../../../local/gateway/match.ts";

const KEYS = [
  "$default",
  "GET /flows/{id}",
  "GET /flows/latest",
  "ANY /flows/{id}",
  "GET /runs/{id}/items",
  "GET /{proxy+}",
];
const match = createMatcher(KEYS.map((key) => ({ key, functionName: key })));

describe("the route of a request", () => {
  it.each([
    ["GET", "/flows/latest", "GET /flows/latest", {}],
    ["GET", "/flows/flw-1", "GET /flows/{id}", { id: "flw-1" }],
    ["PUT", "/flows/flw-1", "ANY /flows/{id}", { id: "flw-1" }],
    ["GET", "/runs/run-1/items", "GET /runs/{id}/items", { id: "run-1" }],
    ["GET", "/runs/run-1/other", "GET /{proxy+}", { proxy: "runs/run-1/other" }],
    ["POST", "/runs/run-1/items", "$default", {}],
    ["POST", "/", "$default", {}],
  ])("for %s %s is %s", (method, path, key, pathParameters) => {
    expect(match(method, path)).toEqual({ route: { key, functionName: key }, pathParameters });
  });

  it("has decoded parameters, including an encoded slash", () => {
    expect(match("PUT", "/flows/a%2Fb%20%C3%A9")?.pathParameters).toEqual({ id: "a/b é" });
  });

  it("fails on invalid encoding", () => {
    expect(() => match("GET", "/flows/%zz")).toThrow(URIError);
  });

  it("is undefined if there is no default route", () => {
    expect(createMatcher([])("GET", "/")).toBeUndefined();
  });
});
