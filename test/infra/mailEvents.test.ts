import { describe, expect, it } from "@jest/globals";
import { Match } from "aws-cdk-lib/assertions";
import { propertiesOf, resourcesOf, synthesiseStage } from "../helpers/synth.ts";

const mailSender = "alerts@mail.example.com";
const { service } = synthesiseStage("prod", { mailSender });

describe("SES events", () => {
  it("include bounces and complaints of all email, over a topic", () => {
    const [[setName] = [""]] = [...resourcesOf(service, "AWS::SES::ConfigurationSet")];
    service.hasResourceProperties("AWS::SES::ConfigurationSetEventDestination", {
      ConfigurationSetName: { Ref: setName },
      EventDestination: {
        Enabled: true,
        MatchingEventTypes: ["bounce", "complaint"],
        SnsDestination: { TopicARN: Match.anyValue() },
      },
    });
    for (const name of ["sendEmail", "deliverMail"]) {
      const { Environment } = propertiesOf(resourcesOf(service, "AWS::Lambda::Function"), name);
      expect(Environment).toMatchObject({
        Variables: { MAIL_SENDER: mailSender, MAIL_CONFIGURATION_SET: { Ref: setName } },
      });
    }
    expect(JSON.stringify(service.toJSON())).toContain(":configuration-set/");
  });

  it("reach the function that suppresses addresses; failures are kept and raise an alarm", () => {
    service.hasResourceProperties("AWS::SNS::Subscription", {
      Protocol: "lambda",
      Endpoint: { "Fn::GetAtt": ["recordMailEvents", "Arn"] },
      RedrivePolicy: { deadLetterTargetArn: Match.anyValue() },
    });
    service.hasResourceProperties("AWS::Lambda::Permission", {
      Action: "lambda:InvokeFunction",
      FunctionName: { "Fn::GetAtt": ["recordMailEvents", "Arn"] },
      Principal: "sns.amazonaws.com",
      SourceArn: Match.anyValue(),
    });
    const alarms = [...resourcesOf(service, "AWS::CloudWatch::Alarm").keys()];
    expect(alarms.some((name) => name.includes("mailEventsDeadLetters"))).toBe(true);
  });

  it("can be published by our configuration set only, over TLS, encrypted with a rotating key", () => {
    const policies = JSON.stringify([...resourcesOf(service, "AWS::SNS::TopicPolicy").values()]);
    expect(policies).toMatch(/ses\.amazonaws\.com/);
    expect(policies).toMatch(/AWS:SourceAccount/);
    expect(policies).toMatch(/aws:SecureTransport/);
    service.hasResourceProperties("AWS::SNS::Topic", {
      DisplayName: "Gleaner mail events",
      KmsMasterKeyId: Match.anyValue(),
    });
    service.hasResourceProperties("AWS::KMS::Key", {
      EnableKeyRotation: true,
      KeyPolicy: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Principal: { Service: "ses.amazonaws.com" },
            Action: ["kms:Decrypt", "kms:GenerateDataKey"],
            Condition: { StringEquals: { "aws:SourceAccount": Match.anyValue() } },
          }),
        ]),
      },
    });
  });

  it("are not set up if the deployment has no sender", () => {
    const bare = synthesiseStage("prod").service;
    expect(resourcesOf(bare, "AWS::SES::ConfigurationSet").size).toBe(0);
    expect(resourcesOf(bare, "AWS::KMS::Key").size).toBe(0);
  });
});
