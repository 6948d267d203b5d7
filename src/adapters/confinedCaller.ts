import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { AssumeRoleCommand, STSClient } from "@aws-sdk/client-sts";
import { AWS_REQUESTS, waitedRequests } from "../contract/awsRequests.ts";
import type { ConfinedCall } from "../contract/messages.ts";
import type { SessionCredentials } from "./callCredentials.ts";
import type { Keys } from "./keyring.ts";
import { traceCarrier } from "./traceContext.ts";

/** The shortest that AWS gives, and longer than any confined function runs. */
const SESSION_SECONDS = 900;
/** A function that is waited for ends by its own timeout. */
const WAIT_TIMEOUT_MS = SESSION_SECONDS * 1_000;

/** What a session may open: of what its role may, only this. */
export interface SessionScope {
  /** Patterns of the table's partition keys, and of those of its indexes. */
  readonly partitions: readonly string[];
  /** Patterns of the keys of objects. */
  readonly objects: readonly string[];
}

/**
 * The policy of a session. The role's own policy names the actions, the table and the bucket: a session may do what both
 * allow. AWS accepts at most 2,048 characters.
 */
export const sessionPolicy = (roleArn: string, { partitions, objects }: SessionScope): string => {
  const [, partition] = roleArn.split(":");
  return JSON.stringify({
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Allow",
        Action: "dynamodb:*",
        Resource: "*",
        Condition: {
          "ForAllValues:StringLike": { "dynamodb:LeadingKeys": partitions },
          // ForAllValues is also true for a request without the key.
          Null: { "dynamodb:LeadingKeys": "false" },
        },
      },
      ...(objects.length === 0
        ? []
        : [
            {
              Effect: "Allow",
              Action: "s3:*",
              Resource: objects.map((key) => `arn:${partition}:s3:::*/${key}`),
            },
          ]),
      {
        Effect: "Allow",
        Action: ["sqs:SendMessage", "secretsmanager:GetSecretValue", "bedrock:InvokeModel"],
        Resource: "*",
      },
    ],
  });
};

type SealKeys = NonNullable<ConfinedCall["sealKeys"]>;

const writeSealKeys = (keys: Keys): SealKeys => {
  const write = ({ version, key }: Keys["current"]) => ({ version, key: key.toString("base64") });
  return { current: write(keys.current), all: keys.all.map(write) };
};

export const readSealKeys = ({ current, all }: SealKeys): Keys => {
  const read = ({ version, key }: SealKeys["current"]) => ({
    version,
    key: Buffer.from(key, "base64"),
  });
  return { current: read(current), all: all.map(read) };
};

interface ConfinedFunction {
  readonly functionName: string;
  /** The role of its sessions. */
  readonly roleArn: string;
  /** Whether to wait until it has ended. */
  readonly waits: boolean;
  /** Absent: it opens and seals nothing. */
  readonly readSealKeys?: () => Promise<Keys>;
}

/** Calls a function whose role opens nothing with the credentials of a session that opens what the message is about. */
export const createConfinedCaller = ({
  functionName,
  roleArn,
  waits,
  readSealKeys: readKeys,
}: ConfinedFunction) => {
  const sts = new STSClient(AWS_REQUESTS.short);
  // A call that was waited for is made again with a session that lasts as long as it does.
  const lambda = new LambdaClient(waits ? waitedRequests(WAIT_TIMEOUT_MS) : AWS_REQUESTS.short);

  const beginSession = async (scope: SessionScope): Promise<SessionCredentials> => {
    const { Credentials } = await sts.send(
      new AssumeRoleCommand({
        RoleArn: roleArn,
        RoleSessionName: "gleaner",
        DurationSeconds: SESSION_SECONDS,
        Policy: sessionPolicy(roleArn, scope),
      }),
    );
    const { AccessKeyId, SecretAccessKey, SessionToken } = Credentials ?? {};
    if (!AccessKeyId || !SecretAccessKey || !SessionToken)
      throw new Error(`AWS gave no credentials for a session of ${functionName}.`);
    return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
  };

  return {
    /**
     * @returns what it answered, as JSON; empty if nobody waits for it
     * @throws Error if it cannot be called, or, where it is waited for, has failed · the reason of an aborted `signal`
     */
    async call(message: object, scope: SessionScope, signal?: AbortSignal): Promise<string> {
      const [credentials, keys] = await Promise.all([beginSession(scope), readKeys?.()]);
      const event: ConfinedCall = {
        message,
        credentials,
        ...(keys && { sealKeys: writeSealKeys(keys) }),
        trace: traceCarrier(),
      };
      const { FunctionError, Payload } = await lambda.send(
        new InvokeCommand({
          FunctionName: functionName,
          InvocationType: waits ? "RequestResponse" : "Event",
          Payload: JSON.stringify(event),
        }),
        signal && { abortSignal: signal },
      );
      const answer = Payload?.transformToString() ?? "";
      if (FunctionError === undefined) return answer;
      throw new Error(`${functionName} failed: ${answer.slice(0, 1_000)}`);
    },
  };
};
