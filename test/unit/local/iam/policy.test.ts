/** The cases are from AWS's documentation, whose URL is given for each group. */
import { describe, expect, it } from "@jest/globals";
import { contextOf } from "../../../../local/iam/patterns.ts";
import { decide, readStatement } from "../../../../local/iam/policy.ts";
import type { StatementDocument } from "../../../../local/stack/functions.ts";
import { allows, holds, type Values, variable } from "./policies.ts";

// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic_policy-eval-basics.html
describe("allow and deny", () => {
  const read: StatementDocument = { Effect: "Allow", Action: "s3:GetObject", Resource: "arn:aws:s3:::b/*" };
  const notThere: StatementDocument = { Effect: "Deny", Action: "s3:*", Resource: "arn:aws:s3:::b/secret/*" };

  it("permit nothing that no statement allows", () => {
    expect(allows([], "s3:GetObject", "arn:aws:s3:::b/k")).toBe(false);
    expect(allows(read, "s3:PutObject", "arn:aws:s3:::b/k")).toBe(false);
    expect(allows(read, "s3:GetObject", "arn:aws:s3:::other/k")).toBe(false);
  });

  it("give an explicit deny precedence, in any order", () => {
    for (const statements of [
      [read, notThere],
      [notThere, read],
    ]) {
      expect(allows(statements, "s3:GetObject", "arn:aws:s3:::b/k")).toBe(true);
      expect(allows(statements, "s3:GetObject", "arn:aws:s3:::b/secret/k")).toBe(false);
    }
    const call = { action: "s3:GetObject", resource: "arn:aws:s3:::b/secret/k", context: contextOf({}) };
    expect(decide([notThere, read].map(readStatement), call)).toEqual({ allowed: false, explicitly: true });
    expect(decide([], call)).toEqual({ allowed: false, explicitly: false });
  });
});

// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_action.html
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_notaction.html
describe("actions", () => {
  it.each([
    ["sqs:SendMessage", "sqs:SendMessage", true],
    ["iam:*AccessKey*", "iam:CreateAccessKey", true],
    ["iam:*AccessKey*", "iam:ListAccessKeys", true],
    ["iam:*AccessKey*", "iam:CreateUser", false],
    ["IAM:listaccesskeys", "iam:ListAccessKeys", true],
    ["s3:*", "s3:GetObject", true],
    ["s3:*", "sqs:SendMessage", false],
    ["*", "s3:GetObject", true],
    ["s3:GetObjec?", "s3:GetObject", true],
    ["s3:Get", "s3:GetObject", false],
  ])("%s matches %s: %s", (pattern, action, expected) => {
    expect(allows({ Effect: "Allow", Action: pattern, Resource: "*" }, action, "*")).toBe(expected);
  });

  it("match all others in NotAction", () => {
    const statement: StatementDocument = { Effect: "Allow", NotAction: "iam:*", Resource: "*" };
    expect(allows(statement, "s3:GetObject", "*")).toBe(true);
    expect(allows(statement, "iam:CreateUser", "*")).toBe(false);
  });
});

// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_resource.html
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_notresource.html
describe("resources", () => {
  const TABLE = "arn:aws:dynamodb:us-east-1:123456789012:table/books_table";

  it.each([
    ["arn:aws:sqs:us-east-2:123456789012:queue1", "arn:aws:sqs:us-east-2:123456789012:queue1", true],
    ["arn:aws:sqs:us-east-2:123456789012:queue1", "arn:aws:sqs:us-east-2:123456789012:Queue1", false],
    ["arn:aws:iam::123456789012:user/accounting/*", "arn:aws:iam::123456789012:user/accounting/a/b", true],
    [
      "arn:aws:s3:::amzn-s3-demo-bucket/*/test/*",
      "arn:aws:s3:::amzn-s3-demo-bucket/1/2/test/3/object.jpg",
      true,
    ],
    [
      "arn:aws:s3:::amzn-s3-demo-bucket/*/test/*",
      "arn:aws:s3:::amzn-s3-demo-bucket/1-test/object.jpg",
      false,
    ],
    ["arn:aws:s3:::amzn-s3-demo-bucket/??/test", "arn:aws:s3:::amzn-s3-demo-bucket/ab/test", true],
    ["arn:aws:s3:::amzn-s3-demo-bucket/??/test", "arn:aws:s3:::amzn-s3-demo-bucket/abc/test", false],
    ["arn:aws:sqs:*:*:queue1", "arn:aws:sqs:eu-west-1:123456789012:queue1", true],
    // A wildcard of one part does not reach into the next one.
    ["arn:aws:sqs:*:queue1", "arn:aws:sqs:eu-west-1:123456789012:queue1", false],
    [TABLE, `${TABLE}/index/byFirst`, false],
    [`${TABLE}/index/*`, `${TABLE}/index/byFirst`, true],
    [`${TABLE}/index/byFirst`, `${TABLE}/index/bySecond`, false],
    [`${TABLE}*`, `${TABLE}/index/byFirst`, true],
    ["*", TABLE, true],
  ])("%s matches %s: %s", (pattern, arn, expected) => {
    expect(allows({ Effect: "Allow", Action: "*", Resource: pattern }, "s3:GetObject", arn)).toBe(expected);
  });

  it("match all others in NotResource", () => {
    const statement: StatementDocument = {
      Effect: "Deny",
      Action: "s3:*",
      NotResource: ["arn:aws:s3:::HRBucket/Payroll", "arn:aws:s3:::HRBucket/Payroll/*"],
    };
    const all: StatementDocument = { Effect: "Allow", Action: "*", Resource: "*" };
    expect(allows([all, statement], "s3:GetObject", "arn:aws:s3:::HRBucket/Payroll/1")).toBe(true);
    expect(allows([all, statement], "s3:GetObject", "arn:aws:s3:::HRBucket/Other/1")).toBe(false);
  });
});

// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html
describe("policy variables", () => {
  const home: StatementDocument = {
    Effect: "Allow",
    Action: "s3:GetObject",
    Resource: `arn:aws:s3:::b/${variable("aws:username")}/*`,
  };

  it("are filled from the request, and match nothing if it has no such value", () => {
    expect(allows(home, "s3:GetObject", "arn:aws:s3:::b/ann/k", { "aws:username": "ann" })).toBe(true);
    expect(allows(home, "s3:GetObject", "arn:aws:s3:::b/bob/k", { "aws:username": "ann" })).toBe(false);
    expect(allows(home, "s3:GetObject", "arn:aws:s3:::b//k")).toBe(false);
  });

  it("can escape a star, a question mark and a dollar sign", () => {
    const star: StatementDocument = {
      Effect: "Allow",
      Action: "*",
      Resource: `arn:aws:s3:::b/a${variable("*")}b${variable("?")}${variable("$")}`,
    };
    expect(allows(star, "s3:GetObject", "arn:aws:s3:::b/a*b?$")).toBe(true);
    expect(allows(star, "s3:GetObject", "arn:aws:s3:::b/axby$")).toBe(false);
  });
});

// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
describe("conditions", () => {
  it.each<[string, NonNullable<StatementDocument["Condition"]>, Values, boolean]>([
    ["several values of a key: one must match", { StringEquals: { k: ["a", "b"] } }, { k: "b" }, true],
    ["several keys: all must match", { StringEquals: { k: "a", l: "b" } }, { k: "a", l: "c" }, false],
    [
      "several operators: all must hold",
      { StringEquals: { k: "a" }, StringLike: { l: "b*" } },
      { k: "a", l: "bc" },
      true,
    ],
    ["negated, several values: none may match", { StringNotEquals: { k: ["a", "b"] } }, { k: "b" }, false],
    ["keys without regard to case", { StringEquals: { "AWS:SourceIP": "a" } }, { "aws:SourceIp": "a" }, true],
    ["values with regard to case", { StringEquals: { k: "A" } }, { k: "a" }, false],
    ["values without regard to case", { StringEqualsIgnoreCase: { k: "A" } }, { k: "a" }, true],
    ["wildcards in StringLike", { StringLike: { k: "home/*" } }, { k: "home/a/b" }, true],
    ["no wildcards in StringEquals", { StringEquals: { k: "home/*" } }, { k: "home/a" }, false],
    ["StringNotLike", { StringNotLike: { k: "home/*" } }, { k: "home/a" }, false],
    ["numbers as numbers", { NumericLessThanEquals: { "s3:max-keys": "10" } }, { "s3:max-keys": "9" }, true],
    [
      "numbers that are too large",
      { NumericLessThanEquals: { "s3:max-keys": "10" } },
      { "s3:max-keys": "11" },
      false,
    ],
    [
      "dates as dates",
      { DateGreaterThan: { t: "2020-04-01T00:00:00Z" } },
      { t: "2020-04-01T00:00:01Z" },
      true,
    ],
    ["truth", { Bool: { "aws:SecureTransport": "false" } }, { "aws:SecureTransport": "true" }, false],
    [
      "ARNs by their parts",
      { ArnLike: { a: "arn:aws:sns:*:1:t*" } },
      { a: "arn:aws:sns:us-east-1:1:topic" },
      true,
    ],
    [
      "ARNs of another account",
      { ArnLike: { a: "arn:aws:sns:*:1:t*" } },
      { a: "arn:aws:sns:us-east-1:2:topic" },
      false,
    ],
    // An absent key
    ["absent, positive: does not hold", { StringEquals: { k: "a" } }, {}, false],
    ["absent, negated: holds", { StringNotEquals: { k: "a" } }, {}, true],
    ["absent, negated pattern: holds", { StringNotLike: { k: "a*" } }, {}, true],
    ["absent, IfExists: holds", { StringEqualsIfExists: { k: "a" } }, {}, true],
    ["there, IfExists: is asked", { StringEqualsIfExists: { k: "a" } }, { k: "b" }, false],
    ["absent, Null true: holds", { Null: { k: "true" } }, {}, true],
    ["absent, Null false: does not hold", { Null: { k: "false" } }, {}, false],
    ["there, Null false: holds", { Null: { k: "false" } }, { k: "a" }, true],
    ["empty counts as absent", { Null: { k: "true" } }, { k: [] }, true],
  ])("%s", (_, condition, values, expected) => {
    expect(holds(condition, values)).toBe(expected);
  });

  it("with an unknown operator are refused when the policy is read", () => {
    expect(() =>
      readStatement({ Effect: "Allow", Action: "*", Resource: "*", Condition: { IpAddress: { a: "1" } } }),
    ).toThrow("IpAddress");
  });
});

// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html
describe("set operators", () => {
  it.each<[string, NonNullable<StatementDocument["Condition"]>, Values, boolean]>([
    ["all match", { "ForAllValues:StringEquals": { k: ["a", "b"] } }, { k: ["a", "b"] }, true],
    ["all match, fewer than allowed", { "ForAllValues:StringEquals": { k: ["a", "b"] } }, { k: ["a"] }, true],
    ["one does not match", { "ForAllValues:StringEquals": { k: ["a", "b"] } }, { k: ["a", "c"] }, false],
    ["all, absent: holds", { "ForAllValues:StringEquals": { k: "a" } }, {}, true],
    [
      "all, absent, with Null: does not hold",
      { "ForAllValues:StringEquals": { k: "a" }, Null: { k: "false" } },
      {},
      false,
    ],
    [
      "all by pattern",
      { "ForAllValues:StringLike": { k: ["key1*", "key2*"] } },
      { k: ["key1:a", "key2"] },
      true,
    ],
    ["none of all", { "ForAllValues:StringNotLike": { k: ["a", "b"] } }, { k: ["c", "b"] }, false],
    ["any matches", { "ForAnyValue:StringEquals": { k: ["a", "b"] } }, { k: ["c", "b"] }, true],
    ["any, none matches", { "ForAnyValue:StringEquals": { k: "a" } }, { k: ["c", "b"] }, false],
    ["any, absent: does not hold", { "ForAnyValue:StringEquals": { k: "a" } }, {}, false],
    ["any by pattern", { "ForAnyValue:StringLike": { k: "o-*/r-*" } }, { k: ["x", "o-1/r-2/ou"] }, true],
  ])("%s", (_, condition, values, expected) => {
    expect(holds(condition, values)).toBe(expected);
  });
});
