import * as z from "zod";
import { Timestamp } from "../common.ts";
import { line } from "../text.ts";
import { AlertSeverity } from "./alerts.ts";
import { BillingInterval } from "./billing.ts";
import { PlanPrice } from "./planPrices.ts";
import { PlanLimits, PlanName } from "./plans.ts";

/** Topics of the mail that an account receives. */
export const MAIL_TOPICS = ["alert", "report", "quota", "webhook-disabled"] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

const Recipients = z.array(z.email().max(254)).max(10);

const mailOf = <T extends z.ZodType>(schema: T) =>
  z.strictObject({ alert: schema, report: schema, quota: schema, "webhook-disabled": schema });

const money = z.number().min(0.01).max(1_000_000);

const SUBSCRIPTION_STATUSES = ["active", "past_due", "cancelled"] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const Account = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().describe("The owner's email address."),
  plan: PlanName,
  subscription: z
    .object({ status: z.enum(SUBSCRIPTION_STATUSES), interval: BillingInterval })
    .nullable()
    .describe("The subscription that pays for the plan; null if there never was one."),
  limits: PlanLimits.describe("What the plan includes."),
  planPrices: z
    .array(PlanPrice)
    .describe("What paid plans cost. A plan without a price here has none that the service could tell."),
  usage: z
    .object({
      month: z.string().describe("The UTC month, such as 2026-11."),
      runs: z.int().min(0).describe("Runs and previews requested this month, whatever their outcome."),
      pages: z.int().min(0).describe("Pages fetched by finished runs and previews."),
      cost: z
        .number()
        .min(0)
        .describe(
          "Cost in US dollars of finished runs and previews, models, `POST /map`, `POST /search`, and `POST /extract` with `urls`.",
        ),
      emails: z.int().min(0).describe("Emails sent with POST /email."),
      searches: z.int().min(0).describe("Searches that the search engine has answered."),
      resetsAt: Timestamp,
    })
    .describe("This month's usage. A run counts in the month it was requested."),
  maxMonthlyCostUsd: money
    .nullable()
    .describe(
      "Monthly budget in US dollars. Once it is spent, no new runs start and running ones end with `budget-stopped`.",
    ),
  mail: mailOf(Recipients).describe("Recipients of each kind of email. Default: the owner."),
  alertMailSeverity: AlertSeverity.describe("Minimum severity to email."),
  createdAt: Timestamp,
});
export type Account = z.infer<typeof Account>;

export const UpdateAccount = z
  .strictObject({
    name: line(200).optional(),
    maxMonthlyCostUsd: money.nullable().optional(),
    mail: mailOf(Recipients.nullable().describe("null: the owner; an empty list: nobody."))
      .partial()
      .optional(),
    alertMailSeverity: AlertSeverity.optional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, "must name at least one field to change")
  .meta({ examples: [{ mail: { report: ["team@shop.example"] } }] });
export type UpdateAccount = z.infer<typeof UpdateAccount>;
