import { describe, expect, it } from "@jest/globals";
import type { Template } from "aws-cdk-lib/assertions";
import { sessionRoleOf } from "../../lib/constructs/names.ts";
import { FUNCTIONS } from "../../lib/functions.ts";
import { COUNTED_BY_AUTHENTICATION } from "../../lib/grants.ts";
import { DESTINATION_ROLE_PREFIX } from "../../src/contract/deliveries/destinationTargets.ts";
import { CONFINED, isConfined } from "../../src/contract/operation.ts";
import { apiKeyStore } from "../../src/store/account/apiKeys.ts";
import { flowTokenStore } from "../../src/store/flows/flowTokens.ts";
import { rateWindowStore } from "../../src/store/service/rateWindows.ts";
import type { Changed, Table, Update } from "../../src/store/table.ts";
import { resourcesOf, synthesiseStage } from "../helpers/synth.ts";

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

const asList = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);

/** A reference as a person writes it: `runsQueue.Arn`, `tableArn/index/due`. */
const nameOf = (reference: unknown): string => {
  if (typeof reference === "string") return reference;
  const [[intrinsic, argument]] = Object.entries(reference as object) as [[string, unknown]];
  switch (intrinsic) {
    case "Fn::ImportValue":
      return String(argument).replace(/^.*:/, "");
    case "Fn::GetAtt":
      return (argument as string[]).join(".").replace(/Logs[0-9A-F]{8}\.Arn$/, " logs");
    case "Fn::Join":
      return (argument as [string, unknown[]])[1].map(nameOf).join("");
    default:
      return JSON.stringify(reference);
  }
};

const renderStatement = ({ Effect, Action, Resource, Condition }: Statement): string => {
  const when = Condition === undefined ? [] : [`      when ${JSON.stringify(Condition)}`];
  const actions = `    ${Effect} ${asList(Action).join(", ")}`;
  return [actions, ...asList(Resource).map((resource) => `      on ${nameOf(resource)}`), ...when].join("\n");
};

/** Roles that users make in their own accounts can only be told by their names. */
const isOfDestinations = (arn: string): boolean => arn.endsWith(`:iam::*:role/*${DESTINATION_ROLE_PREFIX}*`);

const statementsOf = (service: Template, roleId: string): Statement[] => {
  const policies = resourcesOf(service, "AWS::IAM::Role").get(roleId)?.Properties.Policies as {
    PolicyDocument: { Statement: Statement[] };
  }[];
  return policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
};

const statementsByFunction = (service: Template): Map<string, Statement[]> =>
  new Map(
    [...resourcesOf(service, "AWS::Lambda::Function")].map(([name, { Properties }]) => {
      const [roleId] = (Properties.Role as { "Fn::GetAtt": [string, string] })["Fn::GetAtt"];
      return [name, statementsOf(service, roleId)];
    }),
  );

describe("the grants", () => {
  const { service } = synthesiseStage("prod", {
    paymentPrices: "pro/month=price_1",
    modelBaseUrl: "https://models.example.com/v1",
  });
  const statements = statementsByFunction(service);

  it("match the approved snapshot", () => {
    const render = (name: string, list: readonly Statement[]): string =>
      [`  ${name}`, ...list.map(renderStatement)].join("\n");
    const text = [...FUNCTIONS.keys()].flatMap((name) => [
      render(name, statements.get(name) ?? []),
      ...(isConfined(name)
        ? [render(`${name}, in its sessions`, statementsOf(service, sessionRoleOf(name)))]
        : []),
    ]);
    expect(`\n${text.join("\n\n")}\n`).toMatchSnapshot();
  });

  it("come from one role per function, one for the API and one for sessions, without other policies", () => {
    service.resourceCountIs("AWS::IAM::Role", FUNCTIONS.size + 1 + CONFINED.length);
    service.resourceCountIs("AWS::IAM::Policy", 0);
    service.resourceCountIs("AWS::IAM::ManagedPolicy", 0);
    expect(JSON.stringify(service.toJSON())).not.toContain("ManagedPolicyArns");
  });

  it("give functions that run Chromium nothing but their log: who breaks out of it finds a session's credentials", () => {
    const running = [...FUNCTIONS.values()].filter(({ touches }) => touches.browser).map(({ name }) => name);
    expect(running.sort()).toEqual([...CONFINED].sort());
    for (const name of running)
      expect([name, statements.get(name)?.flatMap(({ Action }) => asList(Action))]).toEqual([
        name,
        ["logs:CreateLogStream", "logs:PutLogEvents"],
      ]);
  });

  it.each(CONFINED)("keep the sessions of %s from keys, people, roles and the service secret", (name) => {
    const session = statementsOf(service, sessionRoleOf(name));
    const tables = session.filter(({ Action }) =>
      asList(Action).some((each) => each.startsWith("dynamodb:")),
    );
    expect(tables.length).toBeGreaterThan(0);
    for (const { Condition } of tables) {
      const { "ForAllValues:StringLike": like = {}, Null } = Condition as Record<
        string,
        Record<string, unknown>
      >;
      const keys = like["dynamodb:LeadingKeys"] as readonly string[];
      const kinds = keys.map((pattern) => pattern.replace(/#\*$/, ""));
      expect(Null).toEqual({ "dynamodb:LeadingKeys": "false" });
      const patterns = kinds.map((kind) => new RegExp(`^${kind.replace("*", ".*")}$`));
      for (const kept of [
        "KEYS",
        "KEYHASH",
        "MEMBERS",
        "SESSION",
        "SSO",
        "PERSON",
        "FLOWTOKENS",
        "TOKENHASH",
      ])
        expect([kept, patterns.some((pattern) => pattern.test(kept))]).toEqual([kept, false]);
    }
    expect(JSON.stringify(session)).not.toMatch(/serviceSecret|secretArn|sts:|lambda:/);
  });

  it("name every action in full and every resource, except objects of the bucket and roles made for destinations", () => {
    expect(statements.size).toBe(FUNCTIONS.size);
    for (const [name, list] of statements) {
      const wild = list
        .flatMap(({ Action, Resource }) => [...asList(Action), ...asList(Resource).map(nameOf)])
        .filter((text) => text.includes("*") && !text.startsWith("bucketArn/") && !isOfDestinations(text));
      expect([name, wild]).toEqual([name, []]);
    }
  });

  it.each(
    [...FUNCTIONS.values()].filter(({ touches: { table } }) => table !== "write" && table !== "update"),
  )(
    "let $name, which only reads, write nothing except authentication's counters",
    ({ name, authenticates }) => {
      const writes = (statements.get(name) ?? []).filter(({ Action }) =>
        asList(Action).some((action) => /^dynamodb:(Put|Update|Delete|Batch(?!Get)|PartiQL)/.test(action)),
      );
      expect(writes.map(({ Action }) => Action)).toEqual(authenticates ? ["dynamodb:UpdateItem"] : []);
      for (const { Condition } of writes)
        expect(Condition).toEqual({
          "ForAllValues:StringLike": { "dynamodb:LeadingKeys": COUNTED_BY_AUTHENTICATION.partitions },
          "ForAllValues:StringEquals": { "dynamodb:Attributes": COUNTED_BY_AUTHENTICATION.attributes },
          StringEqualsIfExists: { "dynamodb:ReturnValues": ["NONE", "UPDATED_NEW"] },
          Null: { "dynamodb:LeadingKeys": "false", "dynamodb:Attributes": "false" },
        });
    },
  );
});

/** A table that notes the updates it is asked for. */
const recordingTable = (): { table: Table; updates: Omit<Update, "kind">[] } => {
  const updates: Omit<Update, "kind">[] = [];
  const refuse = () => Promise.reject(new Error("authentication makes plain updates only"));
  const update = (asked: Omit<Update, "kind">): Promise<Changed> => {
    updates.push(asked);
    return Promise.resolve({ n: 1 });
  };
  return { table: { get: refuse, query: refuse, transact: refuse, update }, updates };
};

describe("the writes of authentication", () => {
  const key = {
    id: "key-1",
    accountId: "acct-1",
    userId: "user-1",
    name: "key",
    hash: "abc",
    masked: "gl_live_****abcd",
    scopes: [],
    createdAt: "2026-01-01T00:00:00.000Z",
    expiresAt: null,
    lastUsedAt: null,
    replacedBy: null,
  };

  it("are within the grants of functions that only read", async () => {
    const { table, updates } = recordingTable();
    await rateWindowStore(table).hit("acct-1", 0);
    await apiKeyStore(table).touch(key, "2026-01-01T00:00:00.000Z");
    await rateWindowStore(table).hitToken("acct-1", "token-1", 0, 60);
    await rateWindowStore(table).hitAddress("203.0.113.7", 0, 60);
    await flowTokenStore(table).touch("abc", "2026-01-01T00:00:00.000Z");
    const prefixes = COUNTED_BY_AUTHENTICATION.partitions.map((partition) => partition.replace("*", ""));
    for (const {
      key: { pk, sk },
      set,
      add,
      remove,
      when,
    } of updates) {
      expect([pk, prefixes.some((prefix) => pk.startsWith(prefix))]).toEqual([pk, true]);
      const attributes = Object.keys({ pk, sk, ...set, ...add, ...when }).concat(remove ?? []);
      expect(COUNTED_BY_AUTHENTICATION.attributes).toEqual(expect.arrayContaining(attributes));
    }
    expect(updates.length).toBeGreaterThanOrEqual(5);
  });
});
