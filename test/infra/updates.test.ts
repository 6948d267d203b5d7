/** What an update of a deployed stack does, seen from the templates of the last release. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { Template } from "aws-cdk-lib/assertions";
import { OPERATIONS } from "../../src/contract/operations.ts";
import { resourcesOf, synthesise, synthesiseStage, type TemplateResource } from "../helpers/synth.ts";

/** CloudFormation takes no more in one stack. */
const MAX_RESOURCES = 500;
/** Operations that must still fit. */
const MORE_OPERATIONS = 34;
/** CloudFormation takes no larger template from a bucket. */
const MAX_TEMPLATE_BYTES = 1_000_000;
/** CloudFormation takes no more parameters or outputs of one stack. */
const MAX_VALUES = 200;

const RELEASES = join(import.meta.dirname, "releases");
const { service, data, outputFolder } = synthesiseStage("prod");

const readRelease = (release: string, stack: string): Template =>
  Template.fromJSON(
    JSON.parse(
      gunzipSync(readFileSync(join(RELEASES, release, `gleaner-prod-${stack}.template.json.gz`))).toString(),
    ) as Record<string, unknown>,
  );

/** Properties that CloudFormation cannot change: another value makes a new, empty resource. */
const REPLACING: Readonly<Record<string, readonly string[]>> = {
  "AWS::DynamoDB::GlobalTable": ["TableName", "KeySchema", "LocalSecondaryIndexes", "GlobalSecondaryIndexes"],
  "AWS::S3::Bucket": ["BucketName", "ObjectLockEnabled"],
  "AWS::SecretsManager::Secret": ["Name"],
};

const identityOf = ({ Type, Properties }: TemplateResource) => [
  Type,
  (REPLACING[Type] ?? []).map((name) => [name, Properties[name]]),
];

/** What an update must find where it was. */
const ESSENTIAL: Readonly<Record<string, readonly string[]>> = {
  "AWS::DynamoDB::GlobalTable": ["table"],
  "AWS::S3::Bucket": ["results"],
  "AWS::SecretsManager::Secret": ["serviceSecret"],
};

describe.each(readdirSync(RELEASES))("an update from release %s", (release) => {
  it.each(Object.keys(REPLACING))("keeps every %s that holds data", (type) => {
    const now = resourcesOf(data, type);
    for (const [logicalId, before] of resourcesOf(readRelease(release, "data"), type)) {
      const after = now.get(logicalId);
      // What is retained outlives its place in the template; what stays there must stay the same.
      if (after) expect([logicalId, identityOf(after)]).toEqual([logicalId, identityOf(before)]);
    }
    expect([...now.keys()]).toEqual(expect.arrayContaining([...(ESSENTIAL[type] ?? [])]));
  });

  it("keeps the API's URL, and does not create an existing route again", () => {
    const before = readRelease(release, "service");
    expect([...resourcesOf(service, "AWS::ApiGatewayV2::Api").keys()]).toEqual([
      ...resourcesOf(before, "AWS::ApiGatewayV2::Api").keys(),
    ]);
    const idsOf = (template: Template) =>
      new Map(
        [...resourcesOf(template, "AWS::ApiGatewayV2::Route")].map(([id, { Properties }]) => [
          Properties.RouteKey,
          id,
        ]),
      );
    const now = idsOf(service);
    for (const [key, id] of idsOf(before)) {
      if (now.has(key)) expect([key, now.get(key)]).toEqual([key, id]);
    }
  });
});

describe("the CloudFormation stacks", () => {
  const templates = readdirSync(outputFolder)
    .filter((file) => file.endsWith(".template.json"))
    .map((file) => {
      const text = readFileSync(join(outputFolder, file), "utf8");
      return { file, text, template: JSON.parse(text) as Record<string, Record<string, unknown>> };
    });
  /** How many of a template's entries are there for one operation. */
  const countFor = (entries: Record<string, unknown> = {}): number =>
    Object.keys(entries).filter((id) => /(?:^|Answering)createTicket(?![a-z])/.test(id)).length;

  it.each(templates)("have room for 34 more operations in $file", ({ text, template }) => {
    const { Resources, Outputs, Parameters } = template;
    const perOperation = countFor(Resources);
    const share = text.length / Object.keys(Resources ?? {}).length;
    expect(Object.keys(Resources ?? {}).length + MORE_OPERATIONS * perOperation).toBeLessThan(MAX_RESOURCES);
    expect(text.length + MORE_OPERATIONS * perOperation * share).toBeLessThan(MAX_TEMPLATE_BYTES);
    expect(Object.keys(Outputs ?? {}).length + MORE_OPERATIONS).toBeLessThan(MAX_VALUES);
    expect(Object.keys(Parameters ?? {}).length).toBeLessThan(MAX_VALUES / 2);
  });

  it("have the assumed number of resources per operation", () => {
    const all = templates.reduce((sum, { template }) => sum + countFor(template.Resources), 0);
    expect(all).toBe(5);
    expect(Object.keys(OPERATIONS)).toContain("createTicket");
  });

  it("are identical for another build at another time, except the two functions that report it", () => {
    const functionsOf = (build: string) =>
      resourcesOf(synthesise("prod", { build }).service, "AWS::Lambda::Function");
    const [before, after] = [functionsOf("one"), functionsOf("two")];
    const restarted = [...after].filter(
      ([name, { Properties }]) => JSON.stringify(Properties) !== JSON.stringify(before.get(name)?.Properties),
    );
    expect(restarted.map(([name]) => name).sort()).toEqual(["getHealth", "tick"]);
  });

  it("give global CloudFront resources names with stage and region", () => {
    const named = Object.values(service.toJSON().Resources as Record<string, TemplateResource>)
      .filter(({ Type }) => Type.startsWith("AWS::CloudFront::"))
      .flatMap(({ Properties }) => JSON.stringify(Properties).match(/"Name":(?:"[^"]*"|\{.*?\]\]\})/g) ?? [])
      .filter((name) => !/permissions-policy/i.test(name));
    expect(named.length).toBeGreaterThanOrEqual(3);
    for (const name of named) expect(name).toMatch(/"AWS::Region".*prod|prod.*"AWS::Region"/);
  });

  it("can be destroyed while the dashboard's bucket has files", () => {
    const buckets = [...resourcesOf(service, "AWS::S3::Bucket").values()] as readonly {
      readonly DeletionPolicy?: string;
    }[];
    expect(buckets.length).toBeGreaterThan(0);
    for (const { DeletionPolicy } of buckets) expect(DeletionPolicy).toMatch(/^Retain/);
  });
});
