import { describe, expect, it } from "@jest/globals";
import { FUNCTIONS } from "../../lib/functions.ts";
import { propertiesOf, resourcesOf, synthesiseStage } from "../helpers/synth.ts";

const SETTINGS = {
  paymentPrices: "pro/month=price_1,scale/year=price_2",
  paymentReturnUrl: "https://app.example.com/plan",
  mailSender: "alerts@mail.example.com",
} as const;

const given = synthesiseStage("prod", SETTINGS).service;
const bare = synthesiseStage("prod").service;

const variablesOf = (template: typeof given, name: string): Record<string, unknown> => {
  const { Environment } = propertiesOf(resourcesOf(template, "AWS::Lambda::Function"), name);
  return (Environment as { Variables: Record<string, unknown> }).Variables;
};

describe("providers outside the stack", () => {
  it("are told to the functions that speak to them, and to no others", () => {
    for (const { name, touches } of FUNCTIONS.values()) {
      const variables = variablesOf(given, name);
      expect([name, variables.MAIL_SENDER]).toEqual([name, touches.mail && SETTINGS.mailSender]);
      expect([name, variables.PAYMENT_PRICES]).toEqual([name, touches.payments && SETTINGS.paymentPrices]);
    }
  });

  it("are told no key in a function's environment", () => {
    expect(JSON.stringify(given.toJSON())).not.toMatch(/sk_(?:live|test)_|whsec_/);
  });

  it("of mail may be used with the sender's identity, and not at all where there is no sender", () => {
    const text = JSON.stringify(given.toJSON());
    expect(text).toContain("ses:SendEmail");
    expect(text).toContain(":identity/alerts@mail.example.com");
    expect(text).toContain(":identity/mail.example.com");
    expect(JSON.stringify(bare.toJSON())).not.toContain("ses:");
  });
});
