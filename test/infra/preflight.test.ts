import { describe, expect, it } from "@jest/globals";
import { parseSettings, type Settings } from "../../lib/settings.ts";
import type { Account, DeployedStack } from "../../scripts/preflight/account.ts";
import { mustServiceGoFirst, preflight } from "../../scripts/preflight/checks.ts";
import { readGivenSettings } from "../../scripts/preflight/given.ts";

/** An account that has all there is to have. */
const accountWith = (
  over: Partial<Account> = {},
  stacks: Readonly<Record<string, DeployedStack>> = {},
): Account => ({
  region: "eu-west-1",
  id: async () => "111122223333",
  bootstrapVersion: async () => 21,
  concurrency: async () => 1000,
  hasService: async () => true,
  mail: async () => ({ isSandbox: false, isVerified: true }),
  mayAsk: async () => true,
  stack: async (name) => stacks[name] ?? null,
  hasTable: async () => true,
  ...over,
});

const settingsOf = (given: Record<string, unknown> = {}): Settings =>
  parseSettings({ stage: "prod", version: "1.0.0", ...given });

const MAIL = { mailSender: "us@example.com" };
const MODEL = { modelId: "eu.amazon.nova-lite-v1:0" };
const stackIn = (status: string, outputs = {}): DeployedStack => ({ status, outputs });

describe("the preflight checks of a deployment", () => {
  it("pass silently if everything is in place", async () => {
    expect(await preflight(accountWith(), settingsOf({ ...MAIL, ...MODEL }))).toEqual([]);
  });

  it.each<[string, Partial<Account>, object, Record<string, DeployedStack>, string, string]>([
    ["no credentials", { id: () => Promise.reject(new Error("expired")) }, {}, {}, "stop", "aws sso login"],
    ["another account", {}, { account: "444455556666" }, {}, "stop", "account 111122223333"],
    ["the stage of this machine", {}, { stage: "local" }, {}, "stop", "npm start"],
    [
      "a region without Lambda",
      { hasService: async () => false },
      {},
      {},
      "stop",
      "eu-west-1 is not a region",
    ],
    [
      "no bootstrap",
      { bootstrapVersion: async () => null },
      {},
      {},
      "stop",
      "npx cdk bootstrap aws://111122223333/eu-west-1",
    ],
    ["an old bootstrap", { bootstrapVersion: async () => 4 }, {}, {}, "stop", "older CDK"],
    ["a new account's concurrency", { concurrency: async () => 10 }, {}, {}, "warn", "L-B99A9384"],
    [
      "too little concurrency for large plans",
      { concurrency: async () => 100 },
      {},
      {},
      "warn",
      "large plans",
    ],
    [
      "a sender that is not verified",
      { mail: async () => ({ isSandbox: false, isVerified: false }) },
      MAIL,
      {},
      "stop",
      "create-email-identity",
    ],
    [
      "SES in its sandbox",
      { mail: async () => ({ isSandbox: true, isVerified: true }) },
      MAIL,
      {},
      "warn",
      "production access",
    ],
    [
      "a region without Bedrock",
      { hasService: async (name) => name !== "bedrock" },
      MODEL,
      {},
      "stop",
      "has no Bedrock",
    ],
    ["a model that is not open", { mayAsk: async () => false }, MODEL, {}, "stop", "Model access"],
    [
      "a first deployment that failed",
      {},
      {},
      { "gleaner-prod-service": stackIn("ROLLBACK_COMPLETE") },
      "stop",
      "delete-stack --stack-name gleaner-prod-service",
    ],
    [
      "an update that is stuck",
      {},
      {},
      { "gleaner-prod-service": stackIn("UPDATE_ROLLBACK_FAILED") },
      "stop",
      "continue-update-rollback",
    ],
    [
      "a deployment that goes on",
      {},
      {},
      { "gleaner-prod-data": stackIn("UPDATE_IN_PROGRESS") },
      "stop",
      "wait",
    ],
    [
      "a table that is not there",
      { hasTable: async () => false },
      { table: "restored" },
      {},
      "stop",
      '"restored"',
    ],
    [
      "a way back to the table before the restore",
      {},
      {},
      {
        "gleaner-prod-data": stackIn("UPDATE_COMPLETE", { ExportgleanerproddatatableName: "first" }),
        "gleaner-prod-service": stackIn("UPDATE_COMPLETE", { TableName: "restored" }),
      },
      "stop",
      "-c table=restored",
    ],
    [
      "a right that is missing",
      { concurrency: () => Promise.reject(new Error("AccessDenied")) },
      {},
      {},
      "warn",
      "AccessDenied",
    ],
  ])("report %s in one sentence, with what to do", async (_what, account, given, stacks, kind, remedy) => {
    const findings = await preflight(accountWith(account, stacks), settingsOf({ ...given }));
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ kind, message: expect.stringContaining(remedy) });
    expect(findings[0]?.message).not.toContain("\n");
  });

  it("skip email and models that the deployment does not use", async () => {
    const refuse = () => Promise.reject(new Error("nobody should ask"));
    expect(await preflight(accountWith({ mail: refuse, mayAsk: refuse }), settingsOf())).toEqual([]);
  });
});

describe("the order of an update", () => {
  const dataWith = (...names: readonly string[]) => ({
    "gleaner-prod-data": stackIn(
      "UPDATE_COMPLETE",
      Object.fromEntries(names.map((name) => [`Exportgleanerproddata${name}`, "x"])),
    ),
    "gleaner-prod-service": stackIn("UPDATE_COMPLETE"),
  });

  it("starts with the service stack if it imports what the data stack drops", async () => {
    const account = accountWith({}, dataWith("tableName", "paymentSecretArn"));
    expect(await mustServiceGoFirst(account, settingsOf())).toBe(true);
    const paying = settingsOf({ paymentPrices: "pro/month=price_1" });
    expect(await mustServiceGoFirst(account, paying)).toBe(false);
    expect(await mustServiceGoFirst(accountWith({}, dataWith("tableName")), settingsOf())).toBe(false);
    expect(await mustServiceGoFirst(accountWith(), settingsOf())).toBe(false);
  });

  it("is impossible for what is dropped and what is added at once, which takes two deployments", async () => {
    const stacks = dataWith("tableName", "paymentSecretArn");
    const signing = { signatureAgent: "https://api.example.com" };
    const [found, ...others] = await preflight(accountWith({}, stacks), settingsOf(signing));
    expect(others).toEqual([]);
    expect(found).toMatchObject({ kind: "stop", check: "exports" });
    expect(found?.message).toContain("deploy without signatureAgent first");
    const paying = { ...signing, paymentPrices: "pro/month=price_1" };
    expect(await preflight(accountWith({}, stacks), settingsOf(paying))).toEqual([]);
    expect(await preflight(accountWith(), settingsOf(signing))).toEqual([]);
  });
});

describe("deployment arguments", () => {
  it("are parsed as the CDK parses them", () => {
    const args = [
      "-c",
      "alarmEmail=a@example.com",
      "--context=table=t-1",
      "--context",
      "concurrency=50",
      "--profile",
      "x",
    ];
    expect(readGivenSettings("dev", args, "1.0.0")).toEqual({
      stage: "dev",
      version: "1.0.0",
      alarmEmail: "a@example.com",
      table: "t-1",
      concurrency: 50,
    });
    expect(() => readGivenSettings("staging", [], "1.0.0")).toThrow("must be one of local, dev, prod");
  });
});
