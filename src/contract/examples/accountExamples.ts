/** Examples of the operations on the account, its plan and its mail; see `examples.ts`. */
import { PLANS } from "../account/plans.ts";

const ACCOUNT = {
  id: "acct-1795240000000000001",
  name: "Shop",
  email: "owner@shop.example",
  plan: "pro",
  subscription: { status: "active", interval: "month" },
  limits: PLANS.pro,
  planPrices: [{ plan: "pro", interval: "month", amount: 29, currency: "EUR" }],
  usage: {
    month: "2026-11",
    runs: 412,
    pages: 8_240,
    cost: 0.0217,
    emails: 3,
    searches: 0,
    resetsAt: "2026-12-01T00:00:00.000Z",
  },
  maxMonthlyCostUsd: null,
  mail: {
    alert: ["owner@shop.example"],
    report: ["team@shop.example"],
    quota: ["owner@shop.example"],
    "webhook-disabled": ["owner@shop.example"],
  },
  alertMailSeverity: "info",
  createdAt: "2026-11-21T06:00:00.000Z",
} as const;

/** A function, so that each use gets its own lists. */
const account = () => ({
  ...ACCOUNT,
  planPrices: [...ACCOUNT.planPrices],
  mail: {
    alert: [...ACCOUNT.mail.alert],
    report: [...ACCOUNT.mail.report],
    quota: [...ACCOUNT.mail.quota],
    "webhook-disabled": [...ACCOUNT.mail["webhook-disabled"]],
  },
});

export const ACCOUNT_EXAMPLES = {
  getAccount: { answer: account() },
  updateAccount: { body: { mail: { report: ["team@shop.example"] } }, answer: account() },
  createCheckout: {
    body: { plan: "pro" as const, interval: "month" as const },
    answer: { url: "https://checkout.stripe.com/c/pay/cs_live_a1b2c3", sessionId: "cs_live_a1b2c3" },
  },
  receivePaymentEvent: {
    body: { id: "evt_1", type: "invoice.paid", created: 1795240800, data: { object: {} } },
    answer: { outcome: "applied" as const },
  },
  listEmails: {
    answer: {
      id: "msg_1795240862000333444",
      to: "owner@shop.example",
      subject: 'Gleaner: A run of "Books" failed',
      template: "alert" as const,
      status: "sent" as const,
      error: null,
      attempts: 1,
      createdAt: "2026-11-21T06:01:02.000Z",
      sentAt: "2026-11-21T06:01:03.000Z",
    },
  },
  sendEmail: {
    body: {
      to: "team@shop.example",
      subject: "A flow needs you",
      template: "alert" as const,
      data: { severity: "warning", message: "A run of Books failed.", flowName: "Books" },
    },
    answer: { id: "msg_1795240862000333444", status: "sent" as const },
  },
};
