/** The cases are from AWS's documentation, whose URL is given for each group. */
import { describe, expect, it } from "@jest/globals";
import type { StatementDocument } from "../../../../local/stack/functions.ts";
import { allows, variable } from "./policies.ts";

// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
describe("DynamoDB's documented policy examples", () => {
  const TABLE = "arn:aws:dynamodb:us-west-2:123456789012:table/GameScores";
  const INDEX = `${TABLE}/index/TopScoreDateTimeIndex`;

  it("allow a user the items under its own partition key", () => {
    const own: StatementDocument = {
      Effect: "Allow",
      Action: ["dynamodb:GetItem", "dynamodb:Query", "dynamodb:PutItem", "dynamodb:UpdateItem"],
      Resource: [TABLE],
      Condition: {
        "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": [variable("www.amazon.com:user_id")] },
      },
    };
    const of = (leadingKey: string | undefined, user: string | undefined = "ann") =>
      allows(own, "dynamodb:GetItem", TABLE, {
        "dynamodb:LeadingKeys": leadingKey,
        "www.amazon.com:user_id": user,
      });
    expect(of("ann")).toBe(true);
    expect(of("bob")).toBe(false);
    expect(allows(own, "dynamodb:Query", INDEX, { "dynamodb:LeadingKeys": "ann" })).toBe(false);
    expect(allows(own, "dynamodb:Scan", TABLE, { "dynamodb:LeadingKeys": "ann" })).toBe(false);
  });

  it("allow only some attributes, requested by name", () => {
    const some: StatementDocument = {
      Effect: "Allow",
      Action: ["dynamodb:GetItem", "dynamodb:Query"],
      Resource: [TABLE],
      Condition: {
        "ForAllValues:StringEquals": { "dynamodb:Attributes": ["UserId", "GameTitle", "Wins"] },
        StringEqualsIfExists: { "dynamodb:Select": "SPECIFIC_ATTRIBUTES" },
      },
    };
    const of = (attributes: readonly string[], select?: string) =>
      allows(some, "dynamodb:Query", TABLE, { "dynamodb:Attributes": attributes, "dynamodb:Select": select });
    expect(of(["UserId", "Wins"])).toBe(true);
    expect(of(["UserId", "Wins"], "SPECIFIC_ATTRIBUTES")).toBe(true);
    expect(of(["UserId", "TopScore"], "SPECIFIC_ATTRIBUTES")).toBe(false);
    expect(of(["UserId"], "ALL_ATTRIBUTES")).toBe(false);
  });

  it("allow updates except of some attributes, which are not returned", () => {
    const others: StatementDocument = {
      Effect: "Allow",
      Action: ["dynamodb:UpdateItem"],
      Resource: [TABLE],
      Condition: {
        "ForAllValues:StringNotLike": { "dynamodb:Attributes": ["FreeGamesAvailable", "BossLevelUnlocked"] },
        StringEquals: { "dynamodb:ReturnValues": ["NONE", "UPDATED_OLD", "UPDATED_NEW"] },
      },
    };
    const of = (attributes: readonly string[], returns: string) =>
      allows(others, "dynamodb:UpdateItem", TABLE, {
        "dynamodb:Attributes": attributes,
        "dynamodb:ReturnValues": returns,
      });
    expect(of(["UserId", "Wins"], "UPDATED_NEW")).toBe(true);
    expect(of(["UserId", "BossLevelUnlocked"], "UPDATED_NEW")).toBe(false);
    expect(of(["UserId", "Wins"], "ALL_NEW")).toBe(false);
  });

  it("allow reading projected attributes of an index", () => {
    const projected: StatementDocument = {
      Effect: "Allow",
      Action: ["dynamodb:Query"],
      Resource: [INDEX],
      Condition: {
        "ForAllValues:StringEquals": { "dynamodb:Attributes": ["TopScoreDateTime", "GameTitle", "Wins"] },
        StringEquals: { "dynamodb:Select": "SPECIFIC_ATTRIBUTES" },
      },
    };
    const values = { "dynamodb:Attributes": ["GameTitle"], "dynamodb:Select": "SPECIFIC_ATTRIBUTES" };
    expect(allows(projected, "dynamodb:Query", INDEX, values)).toBe(true);
    expect(allows(projected, "dynamodb:Query", TABLE, values)).toBe(false);
    expect(allows(projected, "dynamodb:Query", INDEX, { "dynamodb:Attributes": ["GameTitle"] })).toBe(false);
  });
});

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/amazon-s3-policy-keys.html
describe("S3's documented policy examples", () => {
  const BUCKET = "arn:aws:s3:::amzn-s3-demo-bucket";

  it("allow listing a bucket under one prefix", () => {
    const list: StatementDocument = {
      Effect: "Allow",
      Action: "s3:ListBucket",
      Resource: BUCKET,
      Condition: { StringEquals: { "s3:prefix": "projects" } },
    };
    expect(allows(list, "s3:ListBucket", BUCKET, { "s3:prefix": "projects" })).toBe(true);
    expect(allows(list, "s3:ListBucket", BUCKET, { "s3:prefix": "other" })).toBe(false);
    expect(allows(list, "s3:ListBucket", BUCKET)).toBe(false);
  });

  it("deny every other prefix, whatever else allows it", () => {
    const all: StatementDocument = { Effect: "Allow", Action: "s3:ListBucket", Resource: BUCKET };
    const others: StatementDocument = {
      Effect: "Deny",
      Action: "s3:ListBucket",
      Resource: BUCKET,
      Condition: { StringNotEquals: { "s3:prefix": "projects" } },
    };
    expect(allows([all, others], "s3:ListBucket", BUCKET, { "s3:prefix": "projects" })).toBe(true);
    expect(allows([all, others], "s3:ListBucket", BUCKET)).toBe(false);
  });
});
