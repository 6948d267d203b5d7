import { setTimeout as sleep } from "node:timers/promises";
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { messageOf } from "../failure.ts";
import type { Invoker } from "../functions/invoker.ts";
import type { EventSourceSpec } from "../stack/service.ts";
import { toQueueEvent } from "./event.ts";
import { doneMessages } from "./outcome.ts";

const LONG_POLL_SECONDS = 20;
const RETRY_MS = 1_000;

/** SQS returns at most this many messages at once. */
const MAX_BATCH = 10;

export interface PollerOptions {
  readonly sqs: SQSClient;
  readonly source: EventSourceSpec;
  readonly queueUrl: string;
  readonly invoker: Pick<Invoker, "invoke" | "maxConcurrency">;
  readonly warn: (message: string) => void;
}

/**
 * Feeds a function from its queue, as an event source mapping does. Once stopped, it takes no more messages.
 * Those in progress end with their functions and stay in the queue.
 */
export const startPoller = (options: PollerOptions): { stop(): void } => {
  const stopping = new AbortController();
  const lanes = Math.min(options.source.maxConcurrency ?? Infinity, options.invoker.maxConcurrency);
  for (let lane = 0; lane < lanes; lane += 1) void pollUntil(stopping.signal, options);
  return { stop: () => stopping.abort() };
};

/** One lane: takes a batch only after finishing the previous one, so that lanes bound concurrency. */
const pollUntil = async (stopping: AbortSignal, options: PollerOptions): Promise<void> => {
  while (!stopping.aborted) {
    try {
      const messages = await receive(stopping, options);
      if (messages.length > 0) await handle(messages, options);
    } catch (error) {
      if (stopping.aborted) return;
      options.warn(`Queue ${options.source.queueArn}: ${messageOf(error)}`);
      await sleep(RETRY_MS);
    }
  }
};

const receive = async (
  stopping: AbortSignal,
  { sqs, source, queueUrl }: PollerOptions,
): Promise<readonly Message[]> => {
  const command = new ReceiveMessageCommand({
    QueueUrl: queueUrl,
    MaxNumberOfMessages: Math.min(source.batchSize, MAX_BATCH),
    WaitTimeSeconds: LONG_POLL_SECONDS,
    MessageSystemAttributeNames: ["All"],
    MessageAttributeNames: ["All"],
  });
  return (await sqs.send(command, { abortSignal: stopping })).Messages ?? [];
};

const handle = async (messages: readonly Message[], options: PollerOptions): Promise<void> => {
  const { sqs, source, queueUrl, invoker } = options;
  const result = await invoker.invoke(source.functionName, toQueueEvent(messages, source.queueArn));
  if (!result) throw new Error(`there is no function ${source.functionName}`);
  const done = doneMessages(messages, result, source.reportsItemFailures);
  if (done.length === 0) return;
  const entries = done.map(({ MessageId, ReceiptHandle }) => ({ Id: MessageId, ReceiptHandle }));
  await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }));
};
