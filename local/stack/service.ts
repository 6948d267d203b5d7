import { type FunctionSpec, readFunctions } from "./functions.ts";
import { functionNameOf, type QueueUrlOf } from "./names.ts";
import { type Resource, readResources } from "./resources.ts";
import { type ApiSpec, readApi } from "./routes.ts";
import { asArray, asNumber, asObject, asText, type Stack } from "./template.ts";

export interface QueueSpec {
  readonly name: string;
  readonly arn: string;
  /** Attributes in SQS's format. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface EventSourceSpec {
  readonly functionName: string;
  readonly queueArn: string;
  readonly batchSize: number;
  readonly maxConcurrency: number | undefined;
  readonly reportsItemFailures: boolean;
}

export interface ClockRuleSpec {
  readonly name: string;
  readonly arn: string;
  readonly expression: string;
  readonly functionName: string;
  /** The rule's own event, instead of EventBridge's. */
  readonly input: string | undefined;
}

/** The service that the stacks describe, in the runner's terms. */
export interface Service {
  /** The stacks it was read from. */
  readonly stacks: readonly Stack[];
  readonly functions: readonly FunctionSpec[];
  readonly api: ApiSpec;
  readonly tables: readonly Resource[];
  readonly queues: readonly QueueSpec[];
  readonly buckets: readonly Resource[];
  readonly secrets: readonly Resource[];
  readonly eventSources: readonly EventSourceSpec[];
  readonly clockRules: readonly ClockRuleSpec[];
}

/** Reads the service out of its synthesised stacks. */
export const readService = (stacks: readonly Stack[], queueUrlOf: QueueUrlOf): Service => {
  const resources = readResources(stacks, queueUrlOf);
  const ofType = (...types: string[]) => resources.filter(({ type }) => types.includes(type));
  return {
    stacks,
    functions: readFunctions(
      ofType("AWS::Lambda::Function"),
      ofType("AWS::Lambda::LayerVersion"),
      ofType("AWS::IAM::Role"),
    ),
    api: readApi(resources),
    tables: ofType("AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable"),
    queues: ofType("AWS::SQS::Queue").map(toQueue),
    buckets: ofType("AWS::S3::Bucket"),
    secrets: ofType("AWS::SecretsManager::Secret"),
    eventSources: ofType("AWS::Lambda::EventSourceMapping").map(toEventSource),
    clockRules: [
      ...ofType("AWS::Events::Rule").flatMap(toRules),
      ...ofType("AWS::Scheduler::Schedule").map(toSchedule),
    ],
  };
};

/** Queue properties that are SQS attributes of the same name, if the emulator supports them. */
const QUEUE_ATTRIBUTES = [
  "DelaySeconds",
  "MaximumMessageSize",
  "MessageRetentionPeriod",
  "ReceiveMessageWaitTimeSeconds",
  "VisibilityTimeout",
];

const toQueue = ({ name, arn, properties }: Resource): QueueSpec => {
  const attributes: Record<string, string> = {};
  for (const attribute of QUEUE_ATTRIBUTES) {
    const value = asText(properties[attribute]);
    if (value !== undefined) attributes[attribute] = value;
  }
  if (properties.RedrivePolicy !== undefined)
    attributes.RedrivePolicy = JSON.stringify(properties.RedrivePolicy);
  return { name, arn, attributes };
};

const toEventSource = ({ properties }: Resource): EventSourceSpec => ({
  functionName: functionNameOf(asText(properties.FunctionName) ?? ""),
  queueArn: asText(properties.EventSourceArn) ?? "",
  batchSize: asNumber(properties.BatchSize) ?? 10,
  maxConcurrency: asNumber(asObject(properties.ScalingConfig).MaximumConcurrency),
  reportsItemFailures: asArray(properties.FunctionResponseTypes).includes("ReportBatchItemFailures"),
});

const toRules = ({ name, arn, properties }: Resource): readonly ClockRuleSpec[] => {
  const expression = asText(properties.ScheduleExpression);
  if (expression === undefined || properties.State === "DISABLED") return [];
  return asArray(properties.Targets).map((target) => ({
    name,
    arn,
    expression,
    functionName: functionNameOf(asText(asObject(target).Arn) ?? ""),
    input: asText(asObject(target).Input),
  }));
};

const toSchedule = ({ name, arn, properties }: Resource): ClockRuleSpec => ({
  name,
  arn,
  expression: asText(properties.ScheduleExpression) ?? "",
  functionName: functionNameOf(asText(asObject(properties.Target).Arn) ?? ""),
  input: asText(asObject(properties.Target).Input),
});
