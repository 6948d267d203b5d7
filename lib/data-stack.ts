import { Duration, RemovalPolicy, Stack, type StackProps, Validations } from "aws-cdk-lib";
import { AttributeType, Billing, ProjectionType, TableEncryptionV2, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { keptFolder, PLANS } from "../src/contract/account/plans.ts";
import { INDEXES, TABLE } from "../src/store/schema.ts";
import { nameLogically } from "./constructs/names.ts";

interface DataStackProps extends StackProps {
  readonly deletionProtection: boolean;
  /** Whether there is a payment provider, whose keys an operator puts into a secret. */
  readonly hasPayments: boolean;
  /** Whether there is a model endpoint that may need a key. */
  readonly hasModelEndpoint: boolean;
  /** Whether requests to sites are signed. */
  readonly signsRequests: boolean;
}

/** What the service stack imports from the data stack. */
export interface DataNames {
  readonly tableName: string;
  readonly tableArn: string;
  readonly bucketName: string;
  readonly bucketArn: string;
  readonly secretArn: string;
  readonly paymentSecretArn?: string;
  readonly modelSecretArn?: string;
  readonly signingSecretArn?: string;
}

/** Data that must not be lost. It is retained when the stack is deleted or a resource is removed from it. */
export class DataStack extends Stack {
  readonly names: DataNames;

  constructor(scope: Construct, id: string, props: DataStackProps) {
    super(scope, id, props);
    const table = createTable(this, props.deletionProtection);
    const bucket = createBucket(this);
    const secret = createSecret(this);
    nameLogically(table, "table");
    nameLogically(bucket, "results");
    nameLogically(secret, "serviceSecret");
    const exportAs = (name: keyof DataNames, value: string): string =>
      this.exportValue(value, { name: exportNameOf(this.stackName, name) });
    this.names = {
      tableName: exportAs("tableName", table.tableName),
      tableArn: exportAs("tableArn", table.tableArn),
      bucketName: exportAs("bucketName", bucket.bucketName),
      bucketArn: exportAs("bucketArn", bucket.bucketArn),
      secretArn: exportAs("secretArn", secret.secretArn),
      ...(props.hasPayments && {
        paymentSecretArn: exportAs("paymentSecretArn", createPaymentSecret(this).secretArn),
      }),
      ...(props.hasModelEndpoint && {
        modelSecretArn: exportAs("modelSecretArn", createModelSecret(this).secretArn),
      }),
      ...(props.signsRequests && {
        signingSecretArn: exportAs("signingSecretArn", createSigningSecret(this).secretArn),
      }),
    };
  }
}

/** Name under which the data stack exports a value to the service stack. */
export const exportNameOf = (dataStackName: string, name: keyof DataNames): string =>
  `${dataStackName}:${name}`;

const stringKey = (name: string) => ({ name, type: AttributeType.STRING });

const createTable = (scope: Construct, deletionProtection: boolean): TableV2 =>
  new TableV2(scope, "Table", {
    partitionKey: stringKey(TABLE.partitionKey),
    sortKey: stringKey(TABLE.sortKey),
    timeToLiveAttribute: TABLE.ttl,
    globalSecondaryIndexes: Object.entries(INDEXES).map(([indexName, keys]) => ({
      indexName,
      partitionKey: stringKey(keys.partitionKey),
      sortKey: stringKey(keys.sortKey),
      projectionType: ProjectionType.ALL,
    })),
    billing: Billing.onDemand(),
    encryption: TableEncryptionV2.awsManagedKey(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection,
    removalPolicy: RemovalPolicy.RETAIN,
  });

/** How long plans keep a run's pages and screenshots. */
const RETENTIONS = [...new Set(Object.values(PLANS).map(({ retentionDays }) => retentionDays))];

const createBucket = (scope: Construct): Bucket => {
  const bucket = new Bucket(scope, "Results", {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    // Objects are written once, so only objects deleted by mistake have an older version.
    versioned: true,
    // Browsers upload lists here, each with a form that we signed. Nothing can be uploaded without one.
    cors: [{ allowedMethods: [HttpMethods.POST], allowedOrigins: ["*"], maxAge: 3_600 }],
    lifecycleRules: [
      {
        abortIncompleteMultipartUploadAfter: Duration.days(1),
        noncurrentVersionExpiration: Duration.days(30),
        expiredObjectDeleteMarker: true,
      },
      // Temporary files need no restore, and uploads may be large.
      { prefix: "tmp/", expiration: Duration.days(1), noncurrentVersionExpiration: Duration.days(1) },
      ...RETENTIONS.map((days) => ({ prefix: `${keptFolder(days)}/`, expiration: Duration.days(days) })),
    ],
    removalPolicy: RemovalPolicy.RETAIN,
  });
  Validations.of(bucket).acknowledge({
    id: "AwsSolutions-S1",
    reason:
      "Only our functions can read the bucket, and they log what they read; a log bucket would double the puts.",
  });
  return bucket;
};

const createSecret = (scope: Construct): Secret => {
  const secret = new Secret(scope, "ServiceSecret", {
    description:
      "Keys of cursors, links and sealed values are derived from it. Replacing it unseals nothing.",
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    removalPolicy: RemovalPolicy.RETAIN,
  });
  Validations.of(secret).acknowledge({
    id: "AwsSolutions-SMG4",
    reason:
      "Stored secrets are sealed under keys derived from this one: rotating it by schedule would lose them.",
  });
  return secret;
};

const createSigningSecret = (scope: Construct): Secret => {
  const secret = new Secret(scope, "SigningSecret", {
    description: "The keys that sign requests to sites are derived from it.",
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    removalPolicy: RemovalPolicy.RETAIN,
  });
  nameLogically(secret, "signingSecret");
  Validations.of(secret).acknowledge({
    id: "AwsSolutions-SMG4",
    reason: "An operator rotates it by a command, which publishes the new key before it signs.",
  });
  return secret;
};

/** A secret that an operator fills in, because only the provider can issue new keys. */
const createProviderSecret = (
  scope: Construct,
  id: "PaymentKeys" | "ModelKeys",
  description: string,
): Secret => {
  const secret = new Secret(scope, id, {
    description,
    generateSecretString: { secretStringTemplate: "{}", generateStringKey: "unused" },
    removalPolicy: RemovalPolicy.RETAIN,
  });
  nameLogically(secret, `${id[0]?.toLowerCase()}${id.slice(1)}`);
  Validations.of(secret).acknowledge({
    id: "AwsSolutions-SMG4",
    reason: "Only the provider can make new keys: an operator puts them in when it has.",
  });
  return secret;
};

/** Empty until an operator adds the provider's keys: `{"secretKey": "sk_…", "webhookSecret": "whsec_…"}`. */
const createPaymentSecret = (scope: Construct): Secret =>
  createProviderSecret(
    scope,
    "PaymentKeys",
    "Keys of the payment provider, put in by an operator. Without them nothing can be bought.",
  );

/** For an OpenAI-compatible endpoint that needs a key: `{"apiKey": "…"}`. Bedrock needs none. */
const createModelSecret = (scope: Construct): Secret =>
  createProviderSecret(scope, "ModelKeys", "Key of the language model's endpoint, put in by an operator.");
