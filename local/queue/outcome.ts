import * as z from "zod";
import type { InvocationResult } from "../functions/invocation.ts";

const BatchResponse = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).nullish(),
});

/**
 * The messages of a batch that are done and can be deleted. As in Lambda, none are done if the function fails,
 * or if its response is invalid or names an unknown message.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export const doneMessages = <M extends { readonly MessageId?: string | undefined }>(
  messages: readonly M[],
  result: InvocationResult,
  reportsItemFailures: boolean,
): readonly M[] => {
  if (!result.ok) return [];
  if (!reportsItemFailures) return messages;
  const response = BatchResponse.nullish().safeParse(JSON.parse(result.payload));
  if (!response.success) return [];
  const failed = new Set(response.data?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier));
  const known = new Set(messages.map(({ MessageId }) => MessageId));
  if ([...failed].some((id) => !known.has(id))) return [];
  return messages.filter(({ MessageId }) => !failed.has(MessageId ?? ""));
};
