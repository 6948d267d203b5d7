import { SQSClient } from "@aws-sdk/client-sqs";
import { type Clock, startClock } from "./clock/clock.ts";
import { clientSettings, queueUrlAt } from "./emulators/endpoints.ts";
import type { Invoker } from "./functions/invoker.ts";
import { startPoller } from "./queue/poller.ts";
import type { Shutdown } from "./shutdown.ts";
import type { Service } from "./stack/service.ts";

interface BackgroundOptions {
  readonly service: Service;
  /** Where SQS answers. */
  readonly sqsEndpoint: string;
  readonly invoker: Pick<Invoker, "invoke" | "maxConcurrency">;
  readonly warn: (line: string) => void;
}

/** Starts what runs without being asked: the queues' pollers and the clock. */
export const startBackground = (
  { service, sqsEndpoint, invoker, warn }: BackgroundOptions,
  shutdown: Shutdown,
): Clock => {
  const sqs = new SQSClient(clientSettings(sqsEndpoint));
  for (const source of service.eventSources) {
    const queue = service.queues.find(({ arn }) => arn === source.queueArn);
    if (!queue) throw new Error(`No queue has the ARN ${source.queueArn}.`);
    const poller = startPoller({ sqs, source, queueUrl: queueUrlAt(sqsEndpoint)(queue.name), invoker, warn });
    shutdown.add(poller.stop);
  }
  const clock = startClock({ rules: service.clockRules, invoke: invoker.invoke });
  shutdown.add(clock.stop);
  return clock;
};
