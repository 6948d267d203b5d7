import { describe, expect, it } from "@jest/globals";
import { Match } from "aws-cdk-lib/assertions";
import { STAGE_NAMES, STAGES } from "../../lib/stages.ts";
import { INDEXES, TABLE } from "../../src/store/schema.ts";
import { synthesiseStage } from "../helpers/synth.ts";

const TABLE_TYPE = "AWS::DynamoDB::GlobalTable";

const KEYS = [
  ["paymentKeys", "Retain"],
  ["modelKeys", "Retain"],
];

const keySchema = (keys: { partitionKey: string; sortKey: string }) => [
  { AttributeName: keys.partitionKey, KeyType: "HASH" },
  { AttributeName: keys.sortKey, KeyType: "RANGE" },
];

describe.each(STAGE_NAMES)("the data stack of stage %s", (stage) => {
  const { data } = synthesiseStage(stage);

  it("keeps everything it holds when it is deleted", () => {
    const { Resources } = data.toJSON();
    const stateful = Object.entries(Resources as Record<string, { Type: string; DeletionPolicy?: string }>)
      .filter(([, { Type }]) => Type !== "AWS::S3::BucketPolicy")
      .map(([name, { DeletionPolicy }]) => [name, DeletionPolicy]);
    expect(stateful).toEqual([
      ["table", "Retain"],
      ["results", "Retain"],
      ["serviceSecret", "Retain"],
      // Where providers ask for keys, each has a secret of its own.
      ...(STAGES[stage].standIns ? KEYS : []),
    ]);
    const asked = { paymentPrices: "pro/month=price_1", modelBaseUrl: "https://models.example.com/v1" };
    const secrets = synthesiseStage(stage, asked).data.findResources("AWS::SecretsManager::Secret");
    expect(Object.entries(secrets).map(([name, { DeletionPolicy }]) => [name, DeletionPolicy])).toEqual([
      ["serviceSecret", "Retain"],
      ...KEYS,
    ]);
  });

  it("has the table with the keys, indexes and expiry that the store knows", () => {
    data.hasResourceProperties(TABLE_TYPE, {
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: keySchema(TABLE),
      TimeToLiveSpecification: { AttributeName: TABLE.ttl, Enabled: true },
      GlobalSecondaryIndexes: Object.entries(INDEXES).map(([name, keys]) => ({
        IndexName: name,
        KeySchema: keySchema(keys),
        Projection: { ProjectionType: "ALL" },
      })),
    });
  });

  it("has the table encrypted, with recovery to any point in time", () => {
    data.hasResourceProperties(TABLE_TYPE, {
      SSESpecification: { SSEEnabled: true },
      Replicas: [
        Match.objectLike({ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }),
      ],
    });
  });

  it("protects the table from deletion in production only", () => {
    data.hasResourceProperties(TABLE_TYPE, {
      Replicas: [Match.objectLike({ DeletionProtectionEnabled: stage === "prod" })],
    });
  });

  it("has the bucket private, encrypted, versioned and reached by TLS only", () => {
    data.hasResourceProperties("AWS::S3::Bucket", {
      BucketEncryption: Match.anyValue(),
      VersioningConfiguration: { Status: "Enabled" },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    data.hasResourceProperties("AWS::S3::BucketPolicy", {
      PolicyDocument: Match.objectLike({
        Statement: [
          Match.objectLike({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
        ],
      }),
    });
  });

  it("clears the bucket of broken uploads, of temporary files, and of what a plan no longer keeps", () => {
    data.hasResourceProperties("AWS::S3::Bucket", {
      LifecycleConfiguration: {
        Rules: [
          Match.objectLike({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: "Enabled" }),
          Match.objectLike({
            Prefix: "tmp/",
            ExpirationInDays: 1,
            NoncurrentVersionExpiration: { NoncurrentDays: 1 },
            Status: "Enabled",
          }),
          ...[30, 90, 365].map((days) =>
            Match.objectLike({ Prefix: `kept/${days}d/`, ExpirationInDays: days, Status: "Enabled" }),
          ),
        ],
      },
    });
  });

  it("has the service secret made by AWS, long and known to no template", () => {
    data.hasResourceProperties("AWS::SecretsManager::Secret", {
      GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true },
      SecretString: Match.absent(),
    });
  });
});
