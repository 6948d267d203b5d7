/** The IAM calls of requests to SQS, Secrets Manager and SES. */
import { arnOf, LOCAL_ACCOUNT, LOCAL_REGION } from "../../stack/names.ts";
import type { Call } from "../policy.ts";

const call = (action: string, resource: string): Call => ({ action, resource, context: new Map() });

/** A batch needs the permissions of all its entries. */
export const queueCalls = (operation: string, body: string): readonly Call[] => {
  const { QueueUrl = "", QueueName } = JSON.parse(body || "{}") as { QueueUrl?: string; QueueName?: string };
  const name = QueueName ?? QueueUrl.slice(QueueUrl.lastIndexOf("/") + 1);
  return [call(`sqs:${operation.replace(/Batch$/, "")}`, arnOf("AWS::SQS::Queue", name))];
};

/** @param arnOfSecret finds a secret by the name in the request */
export const secretCalls = (
  operation: string,
  body: string,
  arnOfSecret: (id: string) => string | undefined,
): readonly Call[] => {
  const { SecretId = "" } = JSON.parse(body || "{}") as { SecretId?: string };
  return [call(`secretsmanager:${operation}`, arnOfSecret(SecretId) ?? SecretId)];
};

const sesArn = (resource: string): string => `arn:aws:ses:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${resource}`;

/** SES checks the identity of the sender's address, or of its domain. Here each address has an identity. */
export const mailCalls = (body: string): readonly Call[] => {
  const { FromEmailAddress = "", ConfigurationSetName } = JSON.parse(body || "{}") as {
    FromEmailAddress?: string;
    ConfigurationSetName?: string;
  };
  const address = /<([^>]+)>/.exec(FromEmailAddress)?.[1] ?? FromEmailAddress;
  return [
    call("ses:SendEmail", sesArn(`identity/${address}`)),
    ...(ConfigurationSetName === undefined
      ? []
      : [call("ses:SendEmail", sesArn(`configuration-set/${ConfigurationSetName}`))]),
  ];
};
