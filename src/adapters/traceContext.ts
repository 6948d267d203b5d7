import type { MessageAttributeValue } from "@aws-sdk/client-sqs";
import { context, propagation } from "@opentelemetry/api";

/**
 * The trace that a message belongs to, as its attributes in the form of W3C Trace Context; none if nothing is traced.
 *
 * @see https://www.w3.org/TR/trace-context/
 */
export const traceAttributes = (): Record<string, MessageAttributeValue> => {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return Object.fromEntries(
    Object.entries(carrier).map(([name, StringValue]) => [name, { DataType: "String", StringValue }]),
  );
};
