import { describe, expect, it } from "@jest/globals";
import { FUNCTIONS } from "../../lib/functions.ts";
import { propertiesOf, resourcesOf, synthesiseStage } from "../helpers/synth.ts";

const SETTINGS = {
  paymentPrices: "pro/month=price_1,scale/year=price_2",
  planPrices: "pro/month=29EUR",
  paymentReturnUrl: "https://app.example.com/plan",
  mailSender: "alerts@mail.example.com",
  modelId: "eu.amazon.nova-lite-v1:0",
  modelPrices: "0.06/0.24",
  searchUrl: "http://searxng.internal:8080/",
} as const;

const given = synthesiseStage("prod", SETTINGS).service;
const bare = synthesiseStage("prod").service;

const variablesOf = (template: typeof given, name: string): Record<string, unknown> => {
  const { Environment } = propertiesOf(resourcesOf(template, "AWS::Lambda::Function"), name);
  return (Environment as { Variables: Record<string, unknown> }).Variables;
};

describe("external providers", () => {
  it("are configured for the functions that use them, and for no others", () => {
    expect(FUNCTIONS.size).toBeGreaterThan(100);
    for (const { name, touches } of FUNCTIONS.values()) {
      const variables = variablesOf(given, name);
      expect([name, variables.MAIL_SENDER]).toEqual([name, touches.mail && SETTINGS.mailSender]);
      expect([name, variables.MODEL_ID]).toEqual([name, touches.model && SETTINGS.modelId]);
      expect([name, variables.SEARCH_URL]).toEqual([name, touches.search && SETTINGS.searchUrl]);
      expect([name, variables.PLAN_PRICES]).toEqual([name, touches.planPrices && SETTINGS.planPrices]);
      expect([name, variables.PAYMENT_PRICES]).toEqual([name, touches.payments && SETTINGS.paymentPrices]);
    }
  });

  it("have no keys in environment variables", () => {
    expect(JSON.stringify(given.toJSON())).not.toMatch(/sk_(?:live|test)_|whsec_/);
  });

  it("of models on Bedrock are granted for the configured model only, and not at all without one", () => {
    const policiesOf = (name: string) =>
      JSON.stringify(
        Object.values(given.toJSON().Resources).filter((each) => JSON.stringify(each).includes(`"${name}`)),
      );
    expect(policiesOf("generateFlow")).toContain("bedrock:InvokeModel");
    const text = JSON.stringify(given.toJSON());
    expect(text).toContain(":inference-profile/eu.amazon.nova-lite-v1:0");
    expect(text).toContain("::foundation-model/amazon.nova-lite-v1:0");
    // POST /generate, POST /extract, POST /search and the two workers of runs; GET /health only says whether there is a model.
    expect(text.split("bedrock:InvokeModel")).toHaveLength(6);
    expect(JSON.stringify(bare.toJSON())).not.toContain("bedrock:");
    const elsewhere = synthesiseStage("prod", {
      ...SETTINGS,
      modelBaseUrl: "https://models.example.com/v1",
    }).service;
    expect(JSON.stringify(elsewhere.toJSON())).not.toContain("bedrock:");
  });

  it("of email are granted for the sender's identity only, and not at all without one", () => {
    const text = JSON.stringify(given.toJSON());
    expect(text).toContain("ses:SendEmail");
    expect(text).toContain(":identity/alerts@mail.example.com");
    expect(text).toContain(":identity/mail.example.com");
    expect(JSON.stringify(bare.toJSON())).not.toContain("ses:");
  });
});
