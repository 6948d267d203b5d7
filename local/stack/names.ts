import { asText, type JsonObject, type TemplateResource } from "./template.ts";

/** The account and region that the emulators pretend to be. */
export const LOCAL_ACCOUNT = "000000000000";
export const LOCAL_REGION = "us-east-1";

/** Returns a queue's URL: the only part of a reference that is unknown until the emulator runs. */
export type QueueUrlOf = (queueName: string) => string;

/** The property with a resource's name, for the types whose name the runner needs. */
const NAME_PROPERTIES: Readonly<Record<string, string>> = {
  "AWS::Lambda::Function": "FunctionName",
  "AWS::SQS::Queue": "QueueName",
  "AWS::DynamoDB::Table": "TableName",
  "AWS::DynamoDB::GlobalTable": "TableName",
  "AWS::S3::Bucket": "BucketName",
  "AWS::SecretsManager::Secret": "Name",
};

/** A resource's physical name: the given one, or one built from stack and logical id as CloudFormation would. */
export const physicalName = (
  stack: string,
  logicalId: string,
  resource: TemplateResource,
  properties: JsonObject = resource.Properties ?? {},
): string => {
  const property = NAME_PROPERTIES[resource.Type];
  const given = property === undefined ? undefined : asText(properties[property]);
  const made = `${stack}-${logicalId}`;
  if (given !== undefined) return given;
  return resource.Type === "AWS::S3::Bucket" ? made.toLowerCase().slice(0, 63) : made;
};

const ARNS: Readonly<Record<string, (name: string) => string>> = {
  "AWS::Lambda::Function": (name) => `lambda:${LOCAL_REGION}:${LOCAL_ACCOUNT}:function:${name}`,
  "AWS::SQS::Queue": (name) => `sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${name}`,
  "AWS::DynamoDB::Table": (name) => `dynamodb:${LOCAL_REGION}:${LOCAL_ACCOUNT}:table/${name}`,
  "AWS::DynamoDB::GlobalTable": (name) => `dynamodb:${LOCAL_REGION}:${LOCAL_ACCOUNT}:table/${name}`,
  "AWS::S3::Bucket": (name) => `s3:::${name}`,
  "AWS::IAM::Role": (name) => `iam::${LOCAL_ACCOUNT}:role/${name}`,
  "AWS::SecretsManager::Secret": (name) => `secretsmanager:${LOCAL_REGION}:${LOCAL_ACCOUNT}:secret:${name}`,
};

/** ARN of a resource of any type. Types that are not emulated get a made-up ARN. */
export const arnOf = (type: string, name: string): string =>
  `arn:aws:${ARNS[type]?.(name) ?? `local:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${name}`}`;

/** The value of `Ref` for a resource. */
export const refOf = (type: string, name: string, queueUrlOf: QueueUrlOf): string => {
  if (type === "AWS::SQS::Queue") return queueUrlOf(name);
  return type === "AWS::SecretsManager::Secret" ? arnOf(type, name) : name;
};

/** The name of the function in an ARN or in an API Gateway integration URI; plain names pass through. */
export const functionNameOf = (target: string): string => /function:([^/:]+)/.exec(target)?.[1] ?? target;
