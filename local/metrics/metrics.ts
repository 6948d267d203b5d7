import { createInterface } from "node:readline";
import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { clientSettings, queueUrlAt } from "../emulators/endpoints.ts";
import type { LogSink } from "../functions/functionThread.ts";
import type { QueueSpec } from "../stack/service.ts";
import { createMetricsEndpoint } from "./endpoint.ts";
import { createRegistry, type MetricsRegistry, type QueueCounts } from "./registry.ts";

interface MetricsOptions {
  readonly queues: readonly QueueSpec[];
  /** SQS endpoint. */
  readonly sqs: string;
  readonly token: string;
}

const COUNTS = [
  "ApproximateNumberOfMessages",
  "ApproximateNumberOfMessagesDelayed",
  "ApproximateNumberOfMessagesNotVisible",
] as const;

/** The queue's name in the stack's code: `runs` of `gleaner-local-service-runsQueue`. */
const shortName = (queue: string): string =>
  queue
    .replace(/^.*-/, "")
    .replace(/[0-9A-F]{8}$/, "")
    .replace(/Queue$/, "");

const countMessages = async (sqs: SQSClient, url: string, name: string): Promise<QueueCounts> => {
  const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: [...COUNTS] });
  const { Attributes = {} } = await sqs.send(command);
  const [waiting = 0, delayed = 0, inFlight = 0] = COUNTS.map((each) => Number(Attributes[each] ?? 0));
  return { queue: shortName(name), waiting, delayed, inFlight };
};

/** Passes a function's log on, and its metrics to the registry. */
const countFromLogs =
  (registry: MetricsRegistry, logOf: (functionName: string) => LogSink) =>
  (functionName: string): LogSink => {
    const sink = logOf(functionName);
    return (stdout, stderr) => {
      sink(stdout, stderr);
      createInterface({ input: stdout }).on("line", registry.readLogLine);
    };
  };

/** The service's metrics, and what serves them. */
export const createServiceMetrics = ({ queues, sqs: endpoint, token }: MetricsOptions) => {
  const sqs = new SQSClient(clientSettings(endpoint));
  const urlOf = queueUrlAt(endpoint);
  const registry = createRegistry({
    countQueues: () => Promise.all(queues.map(({ name }) => countMessages(sqs, urlOf(name), name))),
  });
  return {
    handle: createMetricsEndpoint(registry, token),
    countInvocation: registry.countInvocation,
    countRequest: registry.countRequest,
    countFromLogs: (logOf: (functionName: string) => LogSink) => countFromLogs(registry, logOf),
  };
};
