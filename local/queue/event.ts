import type { Message } from "@aws-sdk/client-sqs";
import type { SQSEvent, SQSRecord } from "aws-lambda";
import { LOCAL_REGION } from "../stack/names.ts";

/** Builds the event with which Lambda passes messages from a queue to a function. */
export const toQueueEvent = (messages: readonly Message[], queueArn: string): SQSEvent => ({
  Records: messages.map((message) => toRecord(message, queueArn)),
});

const toRecord = (message: Message, queueArn: string): SQSRecord => ({
  messageId: message.MessageId ?? "",
  receiptHandle: message.ReceiptHandle ?? "",
  body: message.Body ?? "",
  attributes: {
    ApproximateReceiveCount: "1",
    SentTimestamp: "0",
    SenderId: "",
    ApproximateFirstReceiveTimestamp: "0",
    ...message.Attributes,
  },
  messageAttributes: Object.fromEntries(
    Object.entries(message.MessageAttributes ?? {}).map(([name, { DataType, StringValue }]) => [
      name,
      { dataType: DataType ?? "String", ...(StringValue === undefined ? {} : { stringValue: StringValue }) },
    ]),
  ),
  md5OfBody: message.MD5OfBody ?? "",
  eventSource: "aws:sqs",
  eventSourceARN: queueArn,
  awsRegion: LOCAL_REGION,
});
