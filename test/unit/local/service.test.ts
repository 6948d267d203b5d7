import { describe, expect, it } from "@jest/globals";
import { readService } from "../../../local/stack/service.ts";
import type { Json, Stack } from "../../../local/stack/template.ts";

const resource = (Type: string, Properties: { readonly [name: string]: Json } = {}) => ({ Type, Properties });

const stack: Stack = {
  name: "s",
  assetFolders: new Map([["abc.zip", "/out/asset.abc"]]),
  template: {
    Resources: {
      getThing: resource("AWS::Lambda::Function", {
        Code: { S3Key: "abc.zip" },
        MemorySize: 256,
        Timeout: 7,
        Environment: { Variables: { QUEUE_URL: { Ref: "work" } } },
      }),
      provider: resource("AWS::Lambda::Function", { Code: { ZipFile: "…" } }),
      integration: resource("AWS::ApiGatewayV2::Integration", {
        IntegrationUri: {
          "Fn::Join": [
            "",
            [
              "arn:aws:apigateway:r:lambda:path/2015-03-31/functions/",
              { "Fn::GetAtt": ["getThing", "Arn"] },
              "/invocations",
            ],
          ],
        },
      }),
      route: resource("AWS::ApiGatewayV2::Route", {
        RouteKey: "GET /things/{id}",
        Target: { "Fn::Join": ["", ["integrations/", { Ref: "integration" }]] },
      }),
      dead: resource("AWS::SQS::Queue"),
      work: resource("AWS::SQS::Queue", {
        VisibilityTimeout: 60,
        RedrivePolicy: { deadLetterTargetArn: { "Fn::GetAtt": ["dead", "Arn"] }, maxReceiveCount: 5 },
      }),
      feed: resource("AWS::Lambda::EventSourceMapping", {
        EventSourceArn: { "Fn::GetAtt": ["work", "Arn"] },
        FunctionName: { Ref: "getThing" },
        BatchSize: 1,
        ScalingConfig: { MaximumConcurrency: 2 },
        FunctionResponseTypes: ["ReportBatchItemFailures"],
      }),
      minutely: resource("AWS::Events::Rule", {
        ScheduleExpression: "rate(1 minute)",
        Targets: [{ Arn: { "Fn::GetAtt": ["getThing", "Arn"] } }],
      }),
      off: resource("AWS::Events::Rule", {
        ScheduleExpression: "rate(1 day)",
        State: "DISABLED",
        Targets: [{}],
      }),
    },
  },
};

describe("the service described by a template", () => {
  const service = readService([stack], (name) => `http://sqs/${name}`);

  it("has each function with its size, environment and bundle folder", () => {
    expect(service.functions).toEqual([
      expect.objectContaining({
        name: "s-getThing",
        logicalId: "getThing",
        folder: "/out/asset.abc",
        memoryMb: 256,
        timeoutSeconds: 7,
        environment: { QUEUE_URL: "http://sqs/s-work" },
      }),
    ]);
  });

  it("has each route with its function", () => {
    expect(service.api.routes).toEqual([{ key: "GET /things/{id}", functionName: "s-getThing" }]);
  });

  it("has each queue with its timeouts and dead-letter queue", () => {
    const work = service.queues.find(({ name }) => name === "s-work");
    expect(work?.attributes.VisibilityTimeout).toBe("60");
    expect(JSON.parse(work?.attributes.RedrivePolicy ?? "")).toEqual({
      deadLetterTargetArn: "arn:aws:sqs:us-east-1:000000000000:s-dead",
      maxReceiveCount: 5,
    });
  });

  it("has each event source with its limits", () => {
    expect(service.eventSources).toEqual([
      {
        functionName: "s-getThing",
        queueArn: "arn:aws:sqs:us-east-1:000000000000:s-work",
        batchSize: 1,
        maxConcurrency: 2,
        reportsItemFailures: true,
      },
    ]);
  });

  it("has the clock's rules, except disabled ones", () => {
    expect(service.clockRules.map(({ expression, functionName }) => [expression, functionName])).toEqual([
      ["rate(1 minute)", "s-getThing"],
    ]);
  });
});
