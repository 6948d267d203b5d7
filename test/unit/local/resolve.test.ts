import { describe, expect, it } from "@jest/globals";
import { createResolvers } from "../../../local/stack/resolve.ts";
import type { Json, Stack, Template } from "../../../local/stack/template.ts";

const stackOf = (name: string, template: Template): Stack => ({
  name,
  template,
  assetFolders: new Map(),
});

/** A place in the text of `Fn::Sub` where a value goes. */
const hole = (name: string): string => `\${${name}}`;

const data = stackOf("data", {
  Resources: {
    table: { Type: "AWS::DynamoDB::GlobalTable" },
    vault: { Type: "AWS::SecretsManager::Secret" },
  },
  Outputs: {
    T: { Value: { Ref: "table" }, Export: { Name: { "Fn::Sub": `${hole("AWS::StackName")}:table` } } },
  },
});
const service = stackOf("service", {
  Parameters: { Size: { Default: 3 } },
  Resources: {
    work: { Type: "AWS::SQS::Queue" },
    createFlow: { Type: "AWS::Lambda::Function", Properties: { FunctionName: "named" } },
    Results: { Type: "AWS::S3::Bucket" },
  },
});

const resolvers = createResolvers([data, service], (name) => `http://sqs/${name}`);
const resolve = (value: Json): Json | undefined => resolvers.get(service)?.(value);

describe("references in a template", () => {
  it.each<[string, Json, Json]>([
    ["a queue's URL", { Ref: "work" }, "http://sqs/service-work"],
    ["a queue's ARN", { "Fn::GetAtt": ["work", "Arn"] }, "arn:aws:sqs:us-east-1:000000000000:service-work"],
    ["a function's own name", { Ref: "createFlow" }, "named"],
    ["a bucket's name in lower case", { Ref: "Results" }, "service-results"],
    ["a parameter's default", { Ref: "Size" }, 3],
    ["an attribute written with a dot", { "Fn::GetAtt": "work.QueueName" }, "service-work"],
    ["an import from another stack", { "Fn::ImportValue": "data:table" }, "data-table"],
    ["text joined of parts", { "Fn::Join": ["/", ["a", { Ref: "AWS::Region" }]] }, "a/us-east-1"],
    [
      "text with values put in",
      { "Fn::Sub": `${hole("AWS::Partition")}-${hole("work.QueueName")}-${hole("!kept")}` },
      `aws-service-work-${hole("kept")}`,
    ],
    ["text with values of its own", { "Fn::Sub": [hole("who"), { who: { Ref: "createFlow" } }] }, "named"],
    ["a part of split text", { "Fn::Select": [1, { "Fn::Split": [":", "a:b:c"] }] }, "b"],
    ["references deep inside", { a: [{ b: { Ref: "createFlow" } }] }, { a: [{ b: "named" }] }],
  ])("resolve %s", (_, value, expected) => {
    expect(resolve(value)).toEqual(expected);
  });

  it("resolve a secret to its ARN, not its name, as CloudFormation does", () => {
    expect(resolvers.get(data)?.({ Ref: "vault" })).toBe(
      "arn:aws:secretsmanager:us-east-1:000000000000:secret:data-vault",
    );
  });

  it("fail if their target does not exist", () => {
    expect(() => resolve({ Ref: "absent" })).toThrow("absent");
    expect(() => resolve({ "Fn::ImportValue": "absent" })).toThrow("absent");
  });
});
