import { describe, expect, it } from "@jest/globals";
import { Match } from "aws-cdk-lib/assertions";
import { QUEUES } from "../../src/contract/operation.ts";
import { CALLED_WORKERS } from "../../src/contract/workers.ts";
import { resourcesOf, synthesiseStage } from "../helpers/synth.ts";

const SERVICE = { Name: "service", Value: "gleaner-prod" };
const { service } = synthesiseStage("prod");

describe("the CloudWatch alarms", () => {
  const alarm = (metric: string, dimensions: object) =>
    service.hasResourceProperties("AWS::CloudWatch::Alarm", {
      MetricName: metric,
      Dimensions: Match.arrayWith([Match.objectLike(dimensions)]),
      AlarmActions: [Match.anyValue()],
    });

  it("cover dead letters of all queues, and waiting messages of each queue that users wait for", () => {
    alarm("ApproximateNumberOfMessagesVisible", { Value: { "Fn::GetAtt": ["deadLetters", "QueueName"] } });
    for (const queue of QUEUES.filter((name) => name !== "mails"))
      alarm("ApproximateAgeOfOldestMessage", { Value: { "Fn::GetAtt": [`${queue}Queue`, "QueueName"] } });
  });

  it("cover a clock that finishes no round, failing rounds, and overdue work", () => {
    const own = { Namespace: "Gleaner", MetricName: "OldestDue", Dimensions: [SERVICE] };
    service.hasResourceProperties("AWS::CloudWatch::Alarm", {
      ...own,
      Statistic: "SampleCount",
      ComparisonOperator: "LessThanThreshold",
      TreatMissingData: "breaching",
    });
    service.hasResourceProperties("AWS::CloudWatch::Alarm", { ...own, Statistic: "Maximum", Threshold: 900 });
    alarm("Errors", { Value: { Ref: "tick" } });
    // A call is not repeated, so each round that fails counts once.
    service.hasResourceProperties("AWS::Lambda::EventInvokeConfig", {
      FunctionName: { Ref: "tick" },
      MaximumRetryAttempts: 0,
    });
  });

  it("cover failing runs and deliveries", () => {
    for (const [MetricName, Dimensions] of [
      ["RunFailureBalance", [SERVICE]],
      ["DeliveryFailureBalance", [{ Name: "channel", Value: "webhook" }, SERVICE]],
      ["DeliveryFailureBalance", [{ Name: "channel", Value: "destination" }, SERVICE]],
    ])
      service.hasResourceProperties("AWS::CloudWatch::Alarm", {
        Namespace: "Gleaner",
        MetricName,
        Dimensions,
        Statistic: "Sum",
        TreatMissingData: "notBreaching",
      });
    const mailing = synthesiseStage("prod", { mailSender: "us@example.com" }).service;
    mailing.hasResourceProperties("AWS::CloudWatch::Alarm", {
      MetricName: "DeliveryFailureBalance",
      Dimensions: [{ Name: "channel", Value: "mail" }, SERVICE],
    });
  });

  it("cover repeated crashes of every worker, where Lambda counts them", () => {
    const alarms = [...resourcesOf(service, "AWS::CloudWatch::Alarm").values()];
    const watched = alarms.flatMap(({ Properties }) => {
      const { MetricName, Dimensions, Threshold, EvaluationPeriods } = Properties;
      if (MetricName !== "Errors") return [];
      const [{ Value }] = Dimensions as [{ Value: { Ref: string } }];
      return [[Value.Ref, Threshold, EvaluationPeriods]];
    });
    // startBrowserRun reports what executeBrowserRun fails on to its queue, and deliverMail needs a sender.
    expect(watched.sort()).toEqual([
      ["deliverData", 3, 2],
      ["deliverWebhook", 3, 2],
      ["executeBrowserRun", 3, 2],
      ["executeRun", 3, 2],
      ["fanOutEvent", 3, 2],
      ["handOverDue", 3, 2],
      ["inspectPage", 5, 2],
      ["openPage", 5, 2],
      ["tick", 3, 1],
      ["writeExport", 3, 2],
    ]);
    expect(watched.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(CALLED_WORKERS)));
  });

  it("cover throttling of the table and errors of the API", () => {
    for (const kind of ["Read", "Write"]) alarm(`${kind}ThrottleEvents`, { Name: "TableName" });
    alarm("5xx", { Name: "ApiId" });
  });

  it("use one metric each, which keeps their cost down, and notify when they end", () => {
    const alarms = [...resourcesOf(service, "AWS::CloudWatch::Alarm").values()];
    expect(alarms).toHaveLength(26);
    for (const { Properties } of alarms) {
      expect(Properties.Metrics).toBeUndefined();
      expect(Properties.OKActions).toEqual(Properties.AlarmActions);
    }
  });

  it("can be published by CloudWatch of this account only, over TLS", () => {
    service.hasResourceProperties("AWS::SNS::TopicPolicy", {
      PolicyDocument: Match.objectLike({
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
          Match.objectLike({
            Effect: "Allow",
            Principal: { Service: "cloudwatch.amazonaws.com" },
            Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
          }),
        ]),
      }),
    });
  });

  it("are emailed only if an address is set", () => {
    service.resourceCountIs("AWS::SNS::Subscription", 0);
    const told = synthesiseStage("local", { alarmEmail: "team@example.com" });
    told.service.hasResourceProperties("AWS::SNS::Subscription", {
      Protocol: "email",
      Endpoint: "team@example.com",
    });
  });
});
