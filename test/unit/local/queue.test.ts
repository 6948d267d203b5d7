import { describe, expect, it } from "@jest/globals";
import { toQueueEvent } from "../../../local/queue/event.ts";
import { doneMessages } from "../../../local/queue/outcome.ts";

const messages = [{ MessageId: "a" }, { MessageId: "b" }];
const answer = (value: unknown) => ({ ok: true, payload: JSON.stringify(value) }) as const;
const failures = (...ids: string[]) => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
});
const idsDone = (...args: Parameters<typeof doneMessages<{ MessageId: string }>>) =>
  doneMessages(...args).map(({ MessageId }) => MessageId);

describe("the messages of a batch", () => {
  it("are done except for those that the function reports as failed", () => {
    expect(idsDone(messages, answer(failures("b")), true)).toEqual(["a"]);
  });

  it.each([
    ["null", null],
    ["an empty object", {}],
    ["no failures", failures()],
  ])("are all done if the function returns %s", (_, value) => {
    expect(idsDone(messages, answer(value), true)).toEqual(["a", "b"]);
  });

  it.each([
    ["fails", { ok: false, error: { errorType: "Error", errorMessage: "" } } as const],
    ["answers something else", answer({ batchItemFailures: "all" })],
    ["reports a message that it was not given", answer(failures("c"))],
  ])("are all redelivered if the function %s", (_, result) => {
    expect(idsDone(messages, result, true)).toEqual([]);
  });

  it("are all done by a function without partial failures, unless it fails", () => {
    expect(idsDone(messages, answer(failures("b")), false)).toEqual(["a", "b"]);
  });
});

describe("the event of a queue", () => {
  it("has one record per message, in Lambda's format", () => {
    const { Records } = toQueueEvent(
      [
        {
          MessageId: "a",
          ReceiptHandle: "h",
          Body: "{}",
          Attributes: { ApproximateReceiveCount: "3", MessageGroupId: "acc-1" },
          MessageAttributes: { kind: { DataType: "String", StringValue: "run" } },
        },
      ],
      "arn:aws:sqs:us-east-1:000000000000:runs",
    );
    expect(Records).toEqual([
      expect.objectContaining({
        messageId: "a",
        receiptHandle: "h",
        body: "{}",
        attributes: expect.objectContaining({
          ApproximateReceiveCount: "3",
          MessageGroupId: "acc-1",
        }) as unknown,
        messageAttributes: { kind: { dataType: "String", stringValue: "run" } },
        eventSource: "aws:sqs",
        eventSourceARN: "arn:aws:sqs:us-east-1:000000000000:runs",
        awsRegion: "us-east-1",
      }),
    ]);
  });
});
