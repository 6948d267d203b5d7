/** What preflight asks an AWS account before anything is created in it. */
import { BedrockClient, GetFoundationModelAvailabilityCommand } from "@aws-sdk/client-bedrock";
import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from "@aws-sdk/client-sesv2";
import { GetParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";

/** A stack as reported by CloudFormation. */
export interface DeployedStack {
  readonly status: string;
  readonly outputs: Readonly<Record<string, string>>;
}

export interface Mail {
  /** Mail goes only to verified addresses. */
  readonly isSandbox: boolean;
  /** Whether the sender or its domain is verified. */
  readonly isVerified: boolean;
}

/** One account and region. Null means that something does not exist. */
export interface Account {
  readonly region: string;
  /** @throws if the credentials are not valid */
  id(): Promise<string>;
  /** Version of the CDK's bootstrap stack. */
  bootstrapVersion(): Promise<number | null>;
  /** Quota of concurrent executions. */
  concurrency(): Promise<number>;
  hasService(name: string): Promise<boolean>;
  mail(sender: string): Promise<Mail>;
  /** Whether the account may use the model in this region. */
  mayAsk(modelId: string): Promise<boolean>;
  stack(name: string): Promise<DeployedStack | null>;
  hasTable(name: string): Promise<boolean>;
}

/** Returns null for "not found" errors, and throws all others. */
const orNull = async <T>(asked: Promise<T>, ...absent: readonly string[]): Promise<T | null> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && absent.includes(error.name)) return null;
    throw error;
  }
};

/** The message for missing or expired credentials. */
export const NO_CREDENTIALS =
  "There are no valid AWS credentials: sign in with `aws configure` or `aws sso login`, or name a profile with --profile.";

/** Where the CDK stores its bootstrap version, for the default qualifier. */
const BOOTSTRAP = "/cdk-bootstrap/hnb659fds/version";

/** The account of the current AWS credentials. */
export const openAccount = (region: string): Account => {
  const ssm = new SSMClient({ region });
  const parameter = async (Name: string): Promise<string | null> => {
    const found = await orNull(ssm.send(new GetParameterCommand({ Name })), "ParameterNotFound");
    return found?.Parameter?.Value ?? null;
  };
  return {
    region,
    id: async () => {
      const { Account: id } = await new STSClient({ region }).send(new GetCallerIdentityCommand({}));
      return id ?? "";
    },
    bootstrapVersion: async () => {
      const version = await parameter(BOOTSTRAP);
      return version === null ? null : Number(version);
    },
    concurrency: async () => {
      const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}));
      return AccountLimit?.ConcurrentExecutions ?? 0;
    },
    // AWS publishes which services a region has.
    hasService: async (name) =>
      (await parameter(`/aws/service/global-infrastructure/regions/${region}/services/${name}`)) !== null,
    mail: async (sender) => {
      const ses = new SESv2Client({ region });
      const { ProductionAccessEnabled } = await ses.send(new GetAccountCommand({}));
      const identities = await Promise.all(
        [sender, sender.replace(/^.*@/, "")].map((EmailIdentity) =>
          orNull(ses.send(new GetEmailIdentityCommand({ EmailIdentity })), "NotFoundException"),
        ),
      );
      return {
        isSandbox: ProductionAccessEnabled !== true,
        isVerified: identities.some((identity) => identity?.VerifiedForSendingStatus === true),
      };
    },
    mayAsk: async (modelId) => {
      const asked = new BedrockClient({ region }).send(
        new GetFoundationModelAvailabilityCommand({ modelId }),
      );
      const found = await orNull(asked, "ResourceNotFoundException", "ValidationException");
      return found?.authorizationStatus === "AUTHORIZED" && found.entitlementAvailability === "AVAILABLE";
    },
    stack: async (StackName) => {
      const cloudFormation = new CloudFormationClient({ region });
      // CloudFormation reports "does not exist" as a validation error.
      const found = await orNull(
        cloudFormation.send(new DescribeStacksCommand({ StackName })),
        "ValidationError",
      );
      const stack = found?.Stacks?.[0];
      return stack === undefined
        ? null
        : {
            status: stack.StackStatus ?? "",
            outputs: Object.fromEntries(
              (stack.Outputs ?? []).map(({ OutputKey = "", OutputValue = "" }) => [OutputKey, OutputValue]),
            ),
          };
    },
    hasTable: async (TableName) => {
      const asked = new DynamoDBClient({ region }).send(new DescribeTableCommand({ TableName }));
      return (await orNull(asked, "ResourceNotFoundException"))?.Table !== undefined;
    },
  };
};
