import middy from "@middy/core";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type * as z from "zod";
import type { Deps } from "../domain/ports.ts";
import { baseDeps, log } from "./deps/base.ts";
import { inMessageSpan } from "./tracing.ts";

interface WorkerInput<E> {
  readonly deps: Deps & E;
  /** When the function will be stopped, in epoch milliseconds. */
  readonly deadlineMs: number;
}

/**
 * The pipeline of a queue's function. Each message is parsed and handled separately. A message whose handling throws
 * is reported as a partial batch failure, so that the queue delivers it again and finally moves it to the dead-letter
 * queue.
 */
export const worker = <S extends z.ZodType, E extends object>(
  schema: S,
  extras: () => E,
  run: (message: z.output<S>, input: WorkerInput<E>) => Promise<void>,
) => {
  let deps: (Deps & E) | undefined;

  const handleRecord = async (record: SQSRecord, deadlineMs: number): Promise<void> => {
    deps ??= { ...baseDeps(), ...extras() };
    const input = { deps, deadlineMs };
    const message: object = JSON.parse(record.body);
    await inMessageSpan(record, message, () => run(schema.parse(message), input));
  };

  const handleBatch = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const deadlineMs = Date.now() + context.getRemainingTimeInMillis();
    const outcomes = await Promise.allSettled(
      event.Records.map((record) => handleRecord(record, deadlineMs)),
    );
    const batchItemFailures = outcomes.flatMap((outcome, i) => {
      const record = event.Records[i];
      if (outcome.status === "fulfilled" || !record) return [];
      log.error("a message was not handled and will be delivered again", {
        messageId: record.messageId,
        error: outcome.reason,
      });
      return [{ itemIdentifier: record.messageId }];
    });
    return { batchItemFailures };
  };

  return middy<SQSEvent, SQSBatchResponse>().handler(handleBatch);
};
