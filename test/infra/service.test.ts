import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { Match } from "aws-cdk-lib/assertions";
import { FUNCTIONS, heapOptionsOf, UNKNOWN_ROUTE } from "../../lib/functions.ts";
import { LINKING_FUNCTIONS } from "../../lib/service-stack.ts";
import { STAGES } from "../../lib/stages.ts";
import { isConfined, QUEUES } from "../../src/contract/operation.ts";
import { operationEntries } from "../../src/contract/operations.ts";
import { ADMIN_FUNCTIONS, CLOCK_WORKERS, QUEUE_WORKERS } from "../../src/contract/workers.ts";
import {
  propertiesOf,
  resourcesOf,
  synthesise,
  synthesiseStage,
  type TemplateResource,
} from "../helpers/synth.ts";

const { service, outputFolder } = synthesiseStage("prod");
const functions = resourcesOf(service, "AWS::Lambda::Function");

const variablesOf = (name: string): object =>
  (propertiesOf(functions, name).Environment as { Variables: object }).Variables;

/** Logical id of the function that a route leads to. */
const targetOf = (route: TemplateResource): string => {
  const target = route.Properties.Target as { "Fn::Join": [string, [string, { Ref: string }]] };
  const integrations = resourcesOf(service, "AWS::ApiGatewayV2::Integration");
  const { IntegrationUri } = propertiesOf(integrations, target["Fn::Join"][1][1].Ref);
  return (IntegrationUri as { "Fn::GetAtt": [string, string] })["Fn::GetAtt"][0];
};

describe("the functions", () => {
  it("are those of the contract, with the same names", () => {
    expect([...functions.keys()].sort()).toEqual([...FUNCTIONS.keys()].sort());
  });

  it.each([...FUNCTIONS.values()])("give $name the size in its row, on one runtime", (row) => {
    expect(propertiesOf(functions, row.name)).toMatchObject({
      MemorySize: row.memoryMb,
      Timeout: row.timeoutSeconds,
      Runtime: "nodejs24.x",
      Architectures: [row.touches.browser ? "x86_64" : "arm64"],
      Handler: "index.handler",
    });
  });

  it.each([...FUNCTIONS.values()])("give $name only the settings that it uses", (row) => {
    const common = ["TABLE_NAME", "STAGE", "SERVICE_VERSION"];
    const touched = [
      ...([UNKNOWN_ROUTE.name, ...LINKING_FUNCTIONS].includes(row.name) ? ["DASHBOARD_URL"] : []),
      ...(row.touches.objects || row.touches.uploads ? ["BUCKET_NAME"] : []),
      ...(row.touches.secret ? ["SERVICE_SECRET_ARN"] : []),
      ...(row.touches.browser ? ["BROWSER_FOLDER"] : []),
      ...(row.touches.build ? ["BUILD"] : []),
      ...(row.semiSpaceMb === undefined ? [] : ["NODE_OPTIONS"]),
      ...(row.touches.stuck || row.touches.operates ? ["STUCK_QUEUE_URL"] : []),
      ...(row.touches.operates ? ["DEAD_LETTERS_QUEUE_URL"] : []),
      ...(row.touches.operates ? QUEUES : (row.touches.sends ?? [])).map(
        (queue) => `${queue.toUpperCase()}_QUEUE_URL`,
      ),
      ...(row.touches.calls ?? []).flatMap((name) => [
        `${name.toUpperCase()}_FUNCTION_NAME`,
        ...(isConfined(name) ? [`${name.toUpperCase()}_SESSION_ROLE_ARN`] : []),
      ]),
    ];
    expect(Object.keys(variablesOf(row.name)).sort()).toEqual([...common, ...touched].sort());
  });

  it("get Chromium's layer and disk space only if their row says so", () => {
    expect(functions.size).toBe(FUNCTIONS.size);
    for (const [name, { Properties }] of functions) {
      const usesBrowser = FUNCTIONS.get(name)?.touches.browser === true;
      expect([name, Properties.Layers]).toEqual([name, usesBrowser ? [{ Ref: "browserLayer" }] : undefined]);
      expect([name, "EphemeralStorage" in Properties]).toEqual([name, usesBrowser]);
    }
  });

  it("can never reach private addresses", () => {
    expect(JSON.stringify(service.toJSON())).not.toContain("ALLOW_PRIVATE_TARGETS");
  });

  it("respond within the gateway's 30 seconds if it waits for them", () => {
    const slow = [...FUNCTIONS.values()].filter((row) => row.kind === "http" && row.timeoutSeconds > 29);
    expect(slow).toEqual([]);
  });

  it("have their own log group", () => {
    const groups = [...functions.values()].map((lambda) => lambda.Properties.LoggingConfig);
    expect(new Set(groups.map((group) => JSON.stringify(group))).size).toBe(functions.size);
  });
});

describe("a function's heap", () => {
  it("is all of the size in its row if configured, because Lambda then sets none of it", () => {
    service.hasResourceProperties("AWS::Lambda::Function", {
      Description: "Gleaner: executeRun",
      Environment: {
        Variables: Match.objectLike({ NODE_OPTIONS: "--max-semi-space-size=16 --max-old-space-size=921" }),
      },
    });
  });

  it("is otherwise left to Lambda, which gives a twentieth to each half of the young generation", () => {
    service.hasResourceProperties("AWS::Lambda::Function", {
      Description: "Gleaner: extract",
      Environment: { Variables: Match.objectLike({ NODE_OPTIONS: Match.absent() }) },
    });
    expect(heapOptionsOf({ memoryMb: 1_024 })).toEqual([
      "--max-semi-space-size=51",
      "--max-old-space-size=921",
    ]);
  });
});

describe("the API routes", () => {
  const leadsTo = (): Map<unknown, unknown> =>
    new Map(
      [...resourcesOf(service, "AWS::ApiGatewayV2::Route").values()].map((route) => [
        route.Properties.RouteKey,
        targetOf(route),
      ]),
    );

  it("are those of the operation table, and one for everything else", () => {
    const expected = operationEntries().flatMap(([name, row]) =>
      [row.method, ...(row.head ? ["HEAD"] : [])].map((method) => [`${method} ${row.path}`, name]),
    );
    expect(leadsTo()).toEqual(new Map([...expected, ["$default", "unknownRoute"]] as [string, string][]));
  });

  it("lead to no worker or admin function", () => {
    const reached = new Set(leadsTo().values());
    for (const name of Object.keys({ ...QUEUE_WORKERS, ...CLOCK_WORKERS, ...ADMIN_FUNCTIONS }))
      expect([name, reached.has(name)]).toEqual([name, false]);
  });

  it("use the event format that the handlers read", () => {
    service.allResourcesProperties("AWS::ApiGatewayV2::Integration", { PayloadFormatVersion: "2.0" });
  });

  it("call their functions with a role for this stack's functions only", () => {
    const integrations = [...resourcesOf(service, "AWS::ApiGatewayV2::Integration").values()];
    expect(integrations.length).toBeGreaterThan(90);
    const roles = new Set(integrations.map(({ Properties }) => JSON.stringify(Properties.CredentialsArn)));
    expect(roles.size).toBe(1);
    const [name] = (JSON.parse([...roles][0] ?? "") as { "Fn::GetAtt": [string] })["Fn::GetAtt"];
    const role = propertiesOf(resourcesOf(service, "AWS::IAM::Role"), name);
    expect(JSON.stringify(role.Policies)).toMatch(
      /"Action":"lambda:InvokeFunction","Effect":"Allow","Resource":\{[^}]*.*:function:gleaner-prod-service\*"/,
    );
    expect(role.AssumeRolePolicyDocument).toMatchObject({
      Statement: [{ Principal: { Service: "apigateway.amazonaws.com" } }],
    });
  });

  it("allow browsers of the dashboard's origin only", () => {
    const alone = synthesiseStage("local").service;
    alone.hasResourceProperties("AWS::ApiGatewayV2::Api", { CorsConfiguration: Match.absent() });
    const withDashboard = synthesiseStage("local", { dashboardOrigin: "https://app.example.com" });
    withDashboard.service.hasResourceProperties("AWS::ApiGatewayV2::Api", {
      CorsConfiguration: {
        AllowOrigins: ["https://app.example.com"],
        AllowHeaders: Match.arrayWith(["x-api-key"]),
      },
    });
  });

  it("are throttled as a whole, and logged without anything that could contain a key", () => {
    service.hasResourceProperties("AWS::ApiGatewayV2::Stage", {
      DefaultRouteSettings: {
        ThrottlingRateLimit: STAGES.prod.throttle.requestsPerSecond,
        ThrottlingBurstLimit: STAGES.prod.throttle.burst,
      },
      AccessLogSettings: {
        Format: Match.not(Match.stringLikeRegexp("header|query|\\$context\\.path|requestOverride")),
      },
    });
  });
});

describe("the SQS queues", () => {
  it("have one worker each", () => {
    expect(Object.values(QUEUE_WORKERS).map(({ queue }) => queue)).toEqual([...QUEUES]);
  });

  it.each(Object.entries(QUEUE_WORKERS))("invoke %s as its row says", (name, worker) => {
    service.hasResourceProperties("AWS::SQS::Queue", {
      VisibilityTimeout: 6 * worker.timeoutSeconds,
      RedrivePolicy: {
        deadLetterTargetArn: { "Fn::GetAtt": ["deadLetters", "Arn"] },
        maxReceiveCount: worker.maxReceiveCount,
      },
    });
    service.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
      FunctionName: { Ref: name },
      EventSourceArn: { "Fn::GetAtt": [`${worker.queue}Queue`, "Arn"] },
      BatchSize: worker.batchSize,
      ScalingConfig: { MaximumConcurrency: worker.maxConcurrency },
      FunctionResponseTypes: ["ReportBatchItemFailures"],
    });
  });

  it("are encrypted, accessible over TLS only, and have dead-letter queues", () => {
    const queues = resourcesOf(service, "AWS::SQS::Queue");
    const policies = [...resourcesOf(service, "AWS::SQS::QueuePolicy").values()];
    // Each with its dead letters, and the queue of what cannot be handed over.
    expect(queues.size).toBeGreaterThan(QUEUES.length);
    for (const [name, { Properties }] of queues) {
      const guarded = policies.filter(({ Properties: policy }) =>
        JSON.stringify(policy.Queues).includes(`"${name}"`),
      );
      expect([name, Properties.SqsManagedSseEnabled, guarded.length]).toEqual([name, true, 1]);
      expect(JSON.stringify(guarded)).toContain('"aws:SecureTransport":"false"');
      expect([name, "RedrivePolicy" in Properties]).toEqual([name, !["deadLetters", "stuck"].includes(name)]);
    }
  });

  it("allow recursive loops only for functions whose work feeds their own queue", () => {
    const looping = [...functions].filter(([, { Properties }]) => Properties.RecursiveLoop === "Allow");
    expect(looping.map(([name]) => name).sort()).toEqual([
      "deliverData",
      "deliverMail",
      "deliverWebhook",
      "executeBrowserRun",
      "executeRun",
      "startBrowserRun",
      "writeExport",
    ]);
  });
});

describe("the clock", () => {
  it.each(Object.entries(CLOCK_WORKERS))("calls %s as often as its row says", (name, { everyMinutes }) => {
    service.hasResourceProperties("AWS::Events::Rule", {
      ScheduleExpression: everyMinutes === 1 ? "rate(1 minute)" : `rate(${everyMinutes} minutes)`,
      State: "ENABLED",
      Targets: [Match.objectLike({ Arn: { "Fn::GetAtt": [name, "Arn"] } })],
    });
  });
});

describe("the service stack", () => {
  it.each(["local", "prod"] as const)(
    "of stage %s keeps logs as long as the stage says",
    (stage) => {
      const { service: staged } = synthesiseStage(stage);
      staged.allResourcesProperties("AWS::Logs::LogGroup", {
        RetentionInDays: STAGES[stage].logRetentionDays,
      });
    },
    60_000,
  );

  it("is identical in two syntheses of the same code", () => {
    const again = synthesise("prod");
    expect(again.service.toJSON()).toEqual(service.toJSON());
    expect(readdirSync(again.outputFolder).sort()).toEqual(readdirSync(outputFolder).sort());
  });

  it("deploys exactly the bundles, each from its own folder", () => {
    expect(functions.size).toBe(FUNCTIONS.size);
    for (const [name, { Metadata }] of functions) {
      const asset = resolve(outputFolder, String(Metadata?.["aws:asset:path"]));
      expect(readdirSync(asset)).toEqual(["index.mjs"]);
      expect(readFileSync(join(asset, "index.mjs"), "utf8")).toBe(name);
    }
  });
});
