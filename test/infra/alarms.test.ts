import { describe, it } from "@jest/globals";
import { Match } from "aws-cdk-lib/assertions";
import { QUEUES } from "../../src/contract/operation.ts";
import { synthesiseStage } from "../helpers/synth.ts";

const { service } = synthesiseStage("prod");

describe("the alarms", () => {
  const alarm = (metric: string, dimensions: object) =>
    service.hasResourceProperties("AWS::CloudWatch::Alarm", {
      MetricName: metric,
      Dimensions: Match.arrayWith([Match.objectLike(dimensions)]),
      AlarmActions: [Match.anyValue()],
    });

  it("tell of dead letters of all queues, and of messages that wait in each that somebody waits for", () => {
    alarm("ApproximateNumberOfMessagesVisible", { Value: { "Fn::GetAtt": ["deadLetters", "QueueName"] } });
    for (const queue of QUEUES.filter((name) => name !== "mails"))
      alarm("ApproximateAgeOfOldestMessage", { Value: { "Fn::GetAtt": [`${queue}Queue`, "QueueName"] } });
  });

  it("tell when the clock stands still and when the API fails, and are no more than are of use", () => {
    service.hasResourceProperties("AWS::CloudWatch::Alarm", {
      MetricName: "Invocations",
      ComparisonOperator: "LessThanThreshold",
      TreatMissingData: "breaching",
    });
    alarm("5xx", { Name: "ApiId" });
    service.resourceCountIs("AWS::CloudWatch::Alarm", 7);
  });

  it("may be published by CloudWatch of this account, by TLS only", () => {
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

  it("go to a mail address only where one is set", () => {
    service.resourceCountIs("AWS::SNS::Subscription", 0);
    const told = synthesiseStage("local", { alarmEmail: "team@example.com" });
    told.service.hasResourceProperties("AWS::SNS::Subscription", {
      Protocol: "email",
      Endpoint: "team@example.com",
    });
  });
});
