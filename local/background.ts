import { SQSClient } from "@aws-sdk/client-sqs";
import { type Clock, startClock } from "./clock/clock.ts";
import { type Credentials, clientSettings, queueUrlAt } from "./emulators/endpoints.ts";
import type { Invoker } from "./functions/invoker.ts";
import { startPoller } from "./queue/poller.ts";
import type { Shutdown } from "./shutdown.ts";
import { isFunctionCalled } from "./stack/functions.ts";
import type { Service } from "./stack/service.ts";

interface BackgroundOptions {
  readonly service: Service;
  /** SQS endpoint. */
  readonly sqsEndpoint: string;
  /** Credentials for receiving a function's messages; absent if permissions are not enforced. */
  readonly credentialsOf?: ((functionName: string) => Credentials) | undefined;
  readonly invoker: Pick<Invoker, "invoke" | "maxConcurrency">;
  readonly warn: (line: string) => void;
}

/** Starts the background work: the queue pollers and the clock. */
export const startBackground = (
  { service, sqsEndpoint, credentialsOf, invoker, warn }: BackgroundOptions,
  shutdown: Shutdown,
): Clock => {
  for (const source of service.eventSources) {
    const queue = service.queues.find(({ arn }) => arn === source.queueArn);
    if (!queue) throw new Error(`No queue has the ARN ${source.queueArn}.`);
    const consumer = service.functions.find((spec) => isFunctionCalled(spec, source.functionName));
    const sqs = new SQSClient(clientSettings(sqsEndpoint, consumer && credentialsOf?.(consumer.logicalId)));
    const poller = startPoller({ sqs, source, queueUrl: queueUrlAt(sqsEndpoint)(queue.name), invoker, warn });
    shutdown.add(poller.stop);
  }
  const clock = startClock({ rules: service.clockRules, invoke: invoker.invoke });
  shutdown.add(clock.stop);
  return clock;
};
