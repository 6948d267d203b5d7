import { describe, expect, it } from "@jest/globals";
import type { Template } from "../../local/stack/template.ts";
import { priceIdleMonth, sumOf } from "../../scripts/price/idle.ts";
import { synthesiseStage } from "../helpers/synth.ts";

const priceOf = (given: Parameters<typeof synthesiseStage>[1] = {}) => {
  const { data, service } = synthesiseStage("prod", given);
  return priceIdleMonth([data.toJSON() as Template, service.toJSON() as Template]);
};

describe("the cost of a month without use", () => {
  it("is at most $3.60 with the free tier, and $5.30 by list price", () => {
    const items = priceOf();
    expect(sumOf(items, "list")).toBeLessThanOrEqual(5.3);
    expect(sumOf(items, "withFreeTier")).toBeLessThanOrEqual(3.6);
  });

  it("is calculated from the templates", () => {
    const countOf = (given: Parameters<typeof synthesiseStage>[1]) =>
      Object.fromEntries(priceOf(given).map(({ what, count }) => [what, count]));
    expect(countOf({})).toMatchObject({ secret: 1, key: 0, dashboard: 0, alarm: 26, metric: 1 });
    expect(
      countOf({
        operationsDashboard: "yes",
        mailSender: "us@example.com",
        paymentPrices: "pro/month=price_1",
        modelBaseUrl: "https://models.example.com/v1",
      }),
    ).toMatchObject({ secret: 3, key: 1, dashboard: 1, alarm: 30 });
  });
});
