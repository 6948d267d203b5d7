import { describe, expect, it } from "@jest/globals";
import { parseSettings } from "../../lib/settings.ts";
import { SetupError } from "../../lib/setup-error.ts";
import { runApp } from "../helpers/synth.ts";

const VALID = { stage: "dev", version: "1.0.0" };

describe("deployment settings", () => {
  it("are read as text from the command line", () => {
    expect(parseSettings({ ...VALID, modelPrices: "0.06/0.24" }).modelPrices).toBe("0.06/0.24");
  });

  it.each([
    ["stage", "staging", "must be one of local, dev, prod"],
    ["account", "12345", "12 digits"],
    ["region", "Frankfurt", "must be an AWS region"],
    ["build", "a b", "letters, digits"],
    ["concurrency", "5", "at least 10"],
    ["concurrency", "many", "limit of concurrent executions"],
    ["table", "a table", "must be a table's name"],
    ["architecture", "riscv", "must be one of arm64, x86_64"],
    ["operationsDashboard", "maybe", "must be yes or no"],
    ["alarmEmail", "team", "must be a mail address"],
    ["contactUrl", "ftp://example.com", "http or https"],
    ["dashboardOrigin", "https://app.example.com/", "origin without a path"],
    ["dashboardOrigin", "*", "origin without a path"],
    ["corsOrigins", "https://app.example.com/,*", "origins without a path"],
    ["paymentPrices", "gold/month=price_1", "plan/interval=price pairs"],
    ["paymentPrices", "pro/month", "plan/interval=price pairs"],
    ["planPrices", "gold/month=29EUR", "plan/interval=amount pairs"],
    ["planPrices", "pro/month=29", "with a currency"],
    ["planPrices", "pro/month=0EUR", "plan/interval=amount pairs"],
    ["planPrices", "pro/month=29.999EUR", "plan/interval=amount pairs"],
    ["planPrices", "pro/month=29XQX", "with a currency"],
    ["planPrices", "pro/month=29EUR,pro/month=39EUR", "plan/interval=amount pairs"],
    ["planPrices", "", "plan/interval=amount pairs"],
    ["paymentReturnUrl", "app.example.com", "http or https"],
    ["modelId", "a model", "must be a model's id"],
    ["modelBaseUrl", "models.example.com", "http or https"],
    ["searchUrl", "searxng:8080", "http or https"],
    ["searchUrl", "https://ann:secret@searxng.example.com", "without a password"],
    ["searchUrl", "https://searxng.example.com/search?q=", "query"],
    ["modelPrices", "cheap", "US dollars for a million tokens"],
    ["mailSender", "Gleaner", "must be a mail address"],
  ])("are refused when %s is %s", (name, value, reason) => {
    const parse = () => parseSettings({ ...VALID, [name]: value });
    expect(parse).toThrow(SetupError);
    expect(parse).toThrow(`${name}: `);
    expect(parse).toThrow(reason);
  });

  it("are refused with all problems at once", () => {
    const parse = () => parseSettings({ ...VALID, stage: undefined, region: "x" });
    expect(parse).toThrow(/stage: .*not set[\s\S]*region: /);
  });

  it("are refused with an explanation, without a stack", async () => {
    const { exitCode, stderr } = await runApp({ stage: "staging" });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('stage: must be one of local, dev, prod (it is "staging")');
    expect(stderr).not.toContain("    at ");
  });
});
