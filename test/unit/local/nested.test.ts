import { describe, expect, it } from "@jest/globals";
import { inlineNestedStacks } from "../../../local/stack/nested.ts";
import type { Template } from "../../../local/stack/template.ts";

const outer: Template = {
  Resources: {
    work: { Type: "AWS::SQS::Queue" },
    inner: {
      Type: "AWS::CloudFormation::Stack",
      Properties: { Parameters: { workUrl: { Ref: "work" } } },
      Metadata: { "aws:asset:path": "inner.json" },
    },
    integration: {
      Type: "AWS::ApiGatewayV2::Integration",
      Properties: { IntegrationUri: { "Fn::GetAtt": ["inner", "Outputs.workerArn"] } },
    },
  },
  Outputs: { Worker: { Value: { "Fn::GetAtt": ["inner", "Outputs.workerArn"] } } },
};
const inner: Template = {
  Parameters: { workUrl: {} },
  Resources: {
    worker: { Type: "AWS::Lambda::Function", Properties: { Environment: { URL: { Ref: "workUrl" } } } },
  },
  Outputs: { workerArn: { Value: { "Fn::GetAtt": ["worker", "Arn"] } } },
};

const inlined = (nested: Template = inner): Template =>
  inlineNestedStacks(outer, (path) => {
    expect(path).toBe("inner.json");
    return nested;
  });

describe("a nested stack", () => {
  it("is merged into its parent, with its parameters and outputs", () => {
    const arn = { "Fn::GetAtt": ["worker", "Arn"] };
    expect(inlined()).toEqual({
      Resources: {
        work: { Type: "AWS::SQS::Queue" },
        integration: { Type: "AWS::ApiGatewayV2::Integration", Properties: { IntegrationUri: arn } },
        worker: { Type: "AWS::Lambda::Function", Properties: { Environment: { URL: { Ref: "work" } } } },
      },
      Outputs: { Worker: { Value: arn } },
    });
  });

  it("is refused if both use the same name, or an output is missing", () => {
    expect(() => inlined({ ...inner, Resources: { work: { Type: "AWS::SNS::Topic" } } })).toThrow('"work"');
    expect(() => inlined({ ...inner, Outputs: {} })).toThrow("Outputs.workerArn");
  });

  it("does not change templates without one", () => {
    expect(inlineNestedStacks(inner, () => inner)).toEqual(inner);
  });
});
