import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { CfnResource, Stack, Validations } from "aws-cdk-lib";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { createApp } from "../../lib/app.ts";
import { addChecks } from "../../lib/checks.ts";
import { STAGE_NAMES, STAGES } from "../../lib/stages.ts";
import { makeFolder, runApp } from "../helpers/synth.ts";

const appWith = (build: (stack: Stack) => void) => {
  const app = createApp({ outdir: makeFolder() });
  build(new Stack(app, "checked"));
  addChecks(app);
  return app;
};

describe("the checks during synthesis", () => {
  it("run for every deployed stage", () => {
    const unchecked = STAGE_NAMES.filter((stage) => !STAGES[stage].checks);
    expect(unchecked).toEqual(["local"]);
  });

  it("find nothing unacknowledged in production", async () => {
    const { exitCode, stderr, outputFolder } = await runApp({ stage: "prod" });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(existsSync(join(outputFolder, "gleaner-prod-service.template.json"))).toBe(true);
  }, 300_000);

  it("find nothing unacknowledged with every setting that adds resources", async () => {
    const { exitCode, stderr } = await runApp({
      stage: "prod",
      alarmEmail: "ops@example.com",
      monthlyBudget: 50,
      modelId: "eu.amazon.nova-lite-v1:0",
      mailSender: "alerts@mail.example.com",
      operationsDashboard: "yes",
      paymentPrices: "pro/month=price_1",
      apiDomain: "api.example.com",
      apiCertificateArn: "arn:aws:acm:eu-west-1:111122223333:certificate/api-1",
      dashboardDomain: "app.example.com",
      dashboardCertificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/app-1",
      webAclArn: "arn:aws:wafv2:us-east-1:111122223333:global/webacl/gleaner/a1-b2",
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  }, 300_000);

  it("fail on an unencrypted queue, and on a property unknown to CloudFormation", () => {
    const app = appWith((stack) => {
      new Queue(stack, "Open");
      new CfnResource(stack, "Odd", { type: "AWS::SNS::Topic", properties: { Colour: "red" } });
    });
    expect(() => app.synth()).toThrow(/Colour[\s\S]*AwsSolutions-SQS3[\s\S]*AwsSolutions-SQS4/);
  }, 30_000);

  it("ignore only acknowledged findings", () => {
    const app = appWith((stack) => {
      const queue = new Queue(stack, "Closed", { enforceSSL: true });
      const ids = ["AwsSolutions-SQS3", "Serverless-SQSRedrivePolicy"];
      Validations.of(queue).acknowledge(...ids.map((id) => ({ id, reason: "a test" })));
    });
    expect(() => app.synth()).not.toThrow();
  }, 30_000);
});
