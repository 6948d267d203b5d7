import { describe, expect, it } from "@jest/globals";
import { parseSettings, writeKeptSettings } from "../../lib/settings.ts";
import type { Account } from "../../scripts/preflight/account.ts";
import { adviseOnAlarms, remindToConfirm } from "../../scripts/preflight/advice.ts";
import { keepSettings } from "../../scripts/preflight/keptSettings.ts";
import { resourcesOf, synthesiseStage } from "../helpers/synth.ts";

const DEPLOYED = {
  alarmEmail: "ops@example.com",
  mailSender: "us@example.com",
  contactUrl: "https://example.com/bot",
  modelId: "eu.amazon.nova-lite-v1:0",
  modelPrices: "0.06/0.24",
  paymentPrices: "pro/month=price_1",
  corsOrigins: "https://a.example,https://b.example",
  monthlyBudget: "50",
  table: "restored",
};

/** An account in which the stage's service stack has these outputs; null: nothing is deployed. */
const accountWith = (outputs: Record<string, string> | null): Account =>
  ({
    id: async () => "111122223333",
    stack: async () => outputs && { status: "UPDATE_COMPLETE", outputs },
  }) as unknown as Account;

const deployed = accountWith({ Settings: JSON.stringify(DEPLOYED) });
const keep = (args: readonly string[], account = deployed) => keepSettings(account, "prod", args, "1.0.0");

describe("a deployment without settings", () => {
  it("keeps the settings of the deployed stage, and says so", async () => {
    const { settings, kept, notes } = await keep([]);
    expect(settings).toEqual(parseSettings({ ...DEPLOYED, stage: "prod", version: "1.0.0" }));
    expect(kept).toEqual(DEPLOYED);
    expect(notes).toEqual([
      expect.stringContaining("Kept from the deployed stage: alarmEmail=ops@example.com"),
    ]);
  });

  it("saves its settings for the next one", async () => {
    const { settings } = await keep([]);
    const written = writeKeptSettings(settings);
    expect(JSON.parse(written)).toEqual(DEPLOYED);
    const again = await keep([], accountWith({ Settings: written }));
    expect(again.settings).toEqual(settings);
  });

  it("records in the stack what was set, and nothing that was detected", () => {
    const { service } = synthesiseStage("prod", { ...DEPLOYED, concurrency: 50, region: "eu-west-1" });
    const { Settings } = service.toJSON().Outputs as Record<string, { Value: string }>;
    expect(JSON.parse(Settings?.Value ?? "")).toEqual(DEPLOYED);
  });

  it("is refused without credentials, which the local stage does not need", async () => {
    const signedOut = { id: () => Promise.reject(new Error("expired")) } as unknown as Account;
    await expect(keep([], signedOut)).rejects.toThrow("aws sso login");
    expect((await keepSettings(signedOut, "local", [], "1.0.0")).kept).toEqual({});
  });

  it("has nothing to keep the first time", async () => {
    expect(await keep([], accountWith(null))).toEqual({
      settings: { stage: "prod", version: "1.0.0" },
      kept: {},
      notes: [],
      rest: [],
    });
  });

  it("is refused if the deployed version recorded nothing, until each setting is set or dropped", async () => {
    const unrecorded = accountWith({ TableName: "t" });
    const given = ["-c", "alarmEmail=ops@example.com", "-c", "mailSender=us@example.com"];
    const rest = "contactUrl,modelId,modelPrices,paymentPrices,planPrices";
    await expect(keep(given, unrecorded)).rejects.toThrow(`--drop ${rest}`);
    const { settings, kept } = await keep([...given, "--drop", rest], unrecorded);
    expect(settings).toMatchObject({ alarmEmail: "ops@example.com", mailSender: "us@example.com" });
    expect(kept).toEqual({});
  });

  it("leaves out settings of another version, and says so", async () => {
    const { kept, notes } = await keep([], accountWith({ Settings: '{"colour":"red","modelId":"m"}' }));
    expect(kept).toEqual({ modelId: "m" });
    expect(notes[0]).toContain("colour");
  });
});

describe("a setting", () => {
  it("replaces the deployed one when it is set", async () => {
    const { settings, kept } = await keep(["-c", "alarmEmail=new@example.com"]);
    expect(settings.alarmEmail).toBe("new@example.com");
    expect(kept).not.toHaveProperty("alarmEmail");
    expect(settings.mailSender).toBe(DEPLOYED.mailSender);
  });

  it.each([
    [
      ["--drop", "alarmEmail,modelId"],
      ["alarmEmail", "modelId"],
    ],
    [
      ["--drop=table", "--drop", "mailSender"],
      ["table", "mailSender"],
    ],
  ])("is dropped with %j, which the CDK never sees", async (args, names) => {
    const { settings, rest, notes } = await keep([...args, "--require-approval", "never"]);
    for (const name of names) expect(settings).not.toHaveProperty(name);
    expect(settings.contactUrl).toBe(DEPLOYED.contactUrl);
    expect(rest).toEqual(["--require-approval", "never"]);
    expect(notes[0]).toMatch(/^Dropped: /);
  });

  it.each([
    [["-c", "alarmEmail="], "give --drop alarmEmail"],
    [["--drop", "alarmEmal"], "--drop alarmEmal: give one or more of"],
    [["--drop", "concurrency"], "--drop concurrency: give one or more of"],
    [["--drop", "alarmEmail", "-c", "alarmEmail=a@example.com"], "given and dropped"],
    [["--drop"], "give one or more of"],
  ])("is not dropped with %j", async (args, message) => {
    await expect(keep(args)).rejects.toThrow(message);
  });
});

describe("the recipient of alarms", () => {
  const settingsOf = (given: object) => parseSettings({ stage: "prod", version: "1.0.0", ...given });

  it("is missed with a warning if none is set", () => {
    expect(adviseOnAlarms(settingsOf({}))).toEqual([
      expect.stringContaining("NO ALARM REACHES ANYBODY"),
      expect.stringContaining("-c monthlyBudget="),
    ]);
    expect(adviseOnAlarms(settingsOf(DEPLOYED))).toEqual([]);
  });

  it("is reminded to confirm a new subscription", () => {
    const settings = settingsOf({ alarmEmail: "new@example.com" });
    expect(remindToConfirm(settings, {})).toEqual([expect.stringContaining("Subscription Confirmation")]);
    expect(remindToConfirm(settings, { alarmEmail: "new@example.com" })).toEqual([]);
    expect(remindToConfirm(settingsOf({}), {})).toEqual([]);
  });
});

describe("the billing alarm", () => {
  it("is sent at 80 % of the budget, and for a forecast above it, if a budget is set", () => {
    expect(resourcesOf(synthesiseStage("prod").service, "AWS::Budgets::Budget").size).toBe(0);
    const { service } = synthesiseStage("prod", { monthlyBudget: 50 });
    const [budget] = [...resourcesOf(service, "AWS::Budgets::Budget").values()];
    expect(budget?.Properties).toMatchObject({
      Budget: { BudgetType: "COST", TimeUnit: "MONTHLY", BudgetLimit: { Amount: 50, Unit: "USD" } },
      NotificationsWithSubscribers: [
        {
          Notification: { NotificationType: "ACTUAL", Threshold: 80 },
          Subscribers: [{ SubscriptionType: "SNS" }],
        },
        { Notification: { NotificationType: "FORECASTED", Threshold: 100 } },
      ],
    });
    const policies = JSON.stringify([...resourcesOf(service, "AWS::SNS::TopicPolicy").values()]);
    expect(policies).toContain("budgets.amazonaws.com");
  });
});
