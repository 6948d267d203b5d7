import { createHmac } from "node:crypto";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { describe, expect, it } from "@jest/globals";
import { clientSettings } from "../../local/emulators/endpoints.ts";
import { apiAs, newAccount, testService, until } from "../helpers/api.ts";

type Account = Awaited<ReturnType<typeof newAccount>>;

/** The secret with which the provider signs. */
const readWebhookSecret = async (): Promise<string> => {
  const client = new SecretsManagerClient(clientSettings(testService().lambda));
  const SecretId = "gleaner-local-data-paymentKeys";
  const { SecretString = "" } = await client.send(new GetSecretValueCommand({ SecretId }));
  return JSON.parse(SecretString).webhookSecret;
};

const now = (): number => Math.floor(Date.now() / 1000);
let made = 0;

/** An event about an account's subscription, as the provider would write it. */
const eventFor = (account: Account, type: string, created: number, subscription = "sub_1") => {
  made += 1;
  const metadata = { accountId: account.accountId, plan: "pro", interval: "month" };
  const about = { customer: "cus_1", metadata };
  const object = type.startsWith("checkout")
    ? { ...about, payment_status: "paid", subscription }
    : type.startsWith("invoice")
      ? { customer: "cus_1", parent: { subscription_details: { subscription, metadata } } }
      : { ...about, id: subscription };
  return { id: `evt_${created}_${made}`, object: "event", type, created, data: { object } };
};

const sign = (body: string, secret: string, atSeconds = now()): string =>
  `t=${atSeconds},v1=${createHmac("sha256", secret).update(`${atSeconds}.${body}`).digest("hex")}`;

const deliver = async (event: object, signatureOf?: (body: string, secret: string) => string) => {
  const body = JSON.stringify(event);
  const signature = (signatureOf ?? sign)(body, await readWebhookSecret());
  return apiAs(null).call("POST", "/payments/events", { body, headers: { "stripe-signature": signature } });
};

const planOf = async (account: Account) => (await account.get("/account")).body.data;

describe("a checkout", () => {
  it.each([
    ["Monthly", "price_pro_month"],
    ["annually", "price_pro_year"],
    ["yearly", "price_pro_year"],
    ["annual", "price_pro_year"],
  ])("understands the interval %s", async (interval, price) => {
    const account = await newAccount("free");
    const { body } = await account.post("/checkout", { plan: "pro", interval });
    expect(await (await fetch(body.url)).text()).toContain(price);
  });

  it("returns a payment link, and changes the plan once it is paid", async () => {
    const account = await newAccount("free");
    const { status, body } = await account.post("/checkout", { plan: "pro", interval: "year" });
    expect(status).toBe(200);
    expect(body).toEqual({ url: expect.stringMatching(/^http/), sessionId: expect.stringMatching(/^cs_/) });
    expect(await planOf(account)).toMatchObject({ plan: "free", subscription: null });

    const page = await (await fetch(body.url)).text();
    expect(page).toContain("price_pro_year");
    const paid = await fetch(body.url, { method: "POST", body: new URLSearchParams({ action: "pay" }) });
    expect(await paid.text()).toContain("answered 200");
    expect(await planOf(account)).toMatchObject({
      plan: "pro",
      subscription: { status: "active", interval: "year" },
      limits: { monthlyRuns: 20_000 },
    });
    const told = (await account.get("/activity")).body.data.map(({ type }: { type: string }) => type);
    expect(told).toEqual(expect.arrayContaining(["payment.completed"]));
    const audited = (await account.get("/audit")).body.data;
    expect(
      audited.filter(({ action }: { action: string }) => action === "account.plan_changed"),
    ).toHaveLength(1);
  });

  it("for a larger plan replaces the first subscription, which is cancelled with the provider", async () => {
    const account = await newAccount("free");
    const buy = async (plan: string) => {
      const { url } = (await account.post("/checkout", { plan, interval: "month" })).body;
      await fetch(url, { method: "POST", body: new URLSearchParams({ action: "pay" }) });
      return url;
    };
    const first = await buy("pro");
    // The provider's clock counts seconds: what is bought in the same one has no order.
    const boughtAt = now();
    await until(
      async () => now(),
      (second) => second > boughtAt,
    );
    await buy("scale");
    expect(await planOf(account)).toMatchObject({ plan: "scale", subscription: { status: "active" } });
    await fetch(first, { method: "POST", body: new URLSearchParams({ action: "cancel" }) });
    expect(await planOf(account)).toMatchObject({ plan: "scale", subscription: { status: "active" } });
  });

  it("for a plan that is already paid for is refused", async () => {
    const account = await newAccount("free");
    await deliver(eventFor(account, "checkout.session.completed", now()));
    expect(await account.post("/checkout", { plan: "pro", interval: "month" })).toMatchObject({
      status: 409,
      body: { error: { code: "conflict" } },
    });
  });

  it.each([
    ["plan", { plan: "gold", interval: "month" }, /pro, scale/],
    ["plan", { plan: "free", interval: "month" }, /pro, scale/],
    ["interval", { plan: "pro", interval: "week" }, /month, year/],
    ["interval", { plan: "pro" }, /month, year/],
  ])("with an unknown %s answers 400 and lists the known ones", async (path, body, known) => {
    const account = await newAccount("free");
    const answer = await account.post("/checkout", body);
    expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ path }] } } });
    expect(answer.body.error.details[0].message).toMatch(known);
  });
});

describe("events of the payment provider", () => {
  it("change the plan on purchase, failed payment, renewal and cancellation", async () => {
    const account = await newAccount("free");
    const steps = [
      ["checkout.session.completed", "pro", "active"],
      ["invoice.payment_failed", "pro", "past_due"],
      ["invoice.paid", "pro", "active"],
      ["customer.subscription.deleted", "free", "cancelled"],
    ] as const;
    for (const [i, [type, plan, status]] of steps.entries()) {
      const answer = await deliver(eventFor(account, type, now() + i));
      expect(answer).toMatchObject({ status: 200, body: { outcome: "applied" } });
      expect(await planOf(account)).toMatchObject({ plan, subscription: { status } });
    }
  });

  it("for a first purchase do not count as a renewal", async () => {
    const account = await newAccount("free");
    const event = eventFor(account, "invoice.paid", now());
    const object = { ...event.data.object, billing_reason: "subscription_create" };
    const first = await deliver({ ...event, data: { object } });
    expect(first).toMatchObject({ status: 200, body: { outcome: "ignored" } });
    expect(await planOf(account)).toMatchObject({ plan: "free", subscription: null });
  });

  it("count once when they are sent twice, at once or later", async () => {
    const account = await newAccount("free");
    const event = eventFor(account, "checkout.session.completed", now());
    const answers = await Promise.all(Array.from({ length: 6 }, () => deliver(event)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const outcomes = answers.map(({ body }) => body.outcome).sort();
    expect(outcomes).toEqual(["applied", "known", "known", "known", "known", "known"]);
    expect((await deliver(event)).body.outcome).toBe("known");
    const audited = (await account.get("/audit")).body.data;
    expect(
      audited.filter(({ action }: { action: string }) => action === "account.plan_changed"),
    ).toHaveLength(1);
  });

  it("change nothing when they are older than the current state", async () => {
    const account = await newAccount("free");
    await deliver(eventFor(account, "checkout.session.completed", now() - 100));
    await deliver(eventFor(account, "customer.subscription.deleted", now() - 10));
    const late = await deliver(eventFor(account, "invoice.paid", now() - 50));
    expect(late).toMatchObject({ status: 200, body: { outcome: "ignored" } });
    expect((await deliver(eventFor(account, "invoice.paid", now()))).body.outcome).toBe("ignored");
    expect((await planOf(account)).plan).toBe("free");
  });

  it.each([
    ["signed with another secret", (body: string) => sign(body, "whsec_of_someone_else")],
    ["signed for another body", (_body: string, secret: string) => sign("{}", secret)],
    ["signed too long ago", (body: string, secret: string) => sign(body, secret, now() - 400)],
    ["without a signature", () => ""],
  ])("are refused: %s", async (_what, signatureOf) => {
    const account = await newAccount("free");
    expect(await deliver(eventFor(account, "checkout.session.completed", now()), signatureOf)).toMatchObject({
      status: 400,
      body: { error: { code: "invalid-request" } },
    });
    expect((await planOf(account)).plan).toBe("free");
  });

  it("are verified against the raw body, whitespace included", async () => {
    const account = await newAccount("free");
    const body = JSON.stringify(eventFor(account, "checkout.session.completed", now()), null, 4);
    const headers = { "stripe-signature": sign(body, await readWebhookSecret()) };
    const answer = await apiAs(null).call("POST", "/payments/events", { body, headers });
    expect(answer).toMatchObject({ status: 200, body: { outcome: "applied" } });
  });

  it("about anything else, or about an unknown account, are accepted and ignored", async () => {
    const account = await newAccount("free");
    expect((await deliver(eventFor(account, "customer.created", now()))).body.outcome).toBe("ignored");
    const stranger = { ...account, accountId: "acct-0" };
    const event = eventFor(stranger, "checkout.session.completed", now());
    expect(await deliver(event)).toMatchObject({ status: 200, body: { outcome: "ignored" } });
  });
});
