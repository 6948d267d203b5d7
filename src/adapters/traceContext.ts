import type { MessageAttributeValue } from "@aws-sdk/client-sqs";
import { context, propagation } from "@opentelemetry/api";

/**
 * The trace that a call belongs to, in the form of W3C Trace Context; empty if nothing is traced.
 *
 * @see https://www.w3.org/TR/trace-context/
 */
export const traceCarrier = (): Record<string, string> => {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
};

/** The same as the attributes of a message. */
export const traceAttributes = (): Record<string, MessageAttributeValue> =>
  Object.fromEntries(
    Object.entries(traceCarrier()).map(([name, StringValue]) => [name, { DataType: "String", StringValue }]),
  );
