import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { describe, expect, it } from "@jest/globals";
import { clientSettings } from "../../local/emulators/endpoints.ts";
import { apiAs, endOfRun, newAccount, testService, until } from "../helpers/api.ts";

interface Mail {
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const mailsTo = async (address: string): Promise<Mail[]> => {
  const mails = (await (await fetch(`${testService().inbox}.json`)).json()) as Mail[];
  return mails.filter(({ to }) => to.includes(address));
};

const uniqueAddress = (): string => `reader-${crypto.randomUUID()}@example.com`;

/** What the mail provider would tell of an address. */
const tell = async (message: object): Promise<void> => {
  const client = new LambdaClient(clientSettings(testService().lambda));
  const event = { Records: [{ Sns: { Message: JSON.stringify(message) } }] };
  const { FunctionError, Payload } = await client.send(
    new InvokeCommand({ FunctionName: "recordMailEvents", Payload: JSON.stringify(event) }),
  );
  if (FunctionError) throw new Error(Payload?.transformToString());
};

const WELCOME = { subject: "Welcome", template: "welcome" };

describe("an email", () => {
  it("made from a known template arrives, and can be viewed in the browser", async () => {
    const [account, to] = [await newAccount(), uniqueAddress()];
    const data = { severity: "warning", message: 'A run of "<Books>" failed.' };
    const answer = await account.post("/email", { to, subject: "تنبيه: Books", template: "alert", data });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({ id: expect.stringMatching(/^msg_\d+$/), status: "sent" });

    const [mail, ...others] = await mailsTo(to);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: "تنبيه: Books",
      text: expect.stringContaining('"<Books>" failed'),
    });
    const list = await (await fetch(testService().inbox)).text();
    expect(list).toContain(`/inbox/${mail?.id}`);
    const page = await fetch(`${testService().inbox}/${mail?.id}/html`);
    expect(await page.text()).toContain("&lt;Books&gt;");
    expect(page.headers.get("content-security-policy")).toContain("sandbox");
  });

  it.each(["alert", "report", "welcome"])("made from the template %s needs no data", async (template) => {
    const [account, to] = [await newAccount(), uniqueAddress()];
    expect((await account.post("/email", { to, subject: "News", template })).status).toBe(200);
    const [mail] = await mailsTo(to);
    expect(mail?.text).not.toMatch(/undefined|null|NaN/);
  });

  it("is recorded in the audit log", async () => {
    const [account, to] = [await newAccount(), uniqueAddress()];
    const { id } = (await account.post("/email", { to, ...WELCOME })).body;
    expect((await account.get("/audit")).body.data[0]).toMatchObject({
      action: "email.sent",
      resource: id,
      metadata: { to, template: "welcome" },
    });
  });

  it("is sent once for one Idempotency-Key", async () => {
    const [account, to] = [await newAccount(), uniqueAddress()];
    const headers = { "idempotency-key": crypto.randomUUID() };
    const send = () => account.call("POST", "/email", { body: { to, ...WELCOME }, headers });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(await mailsTo(to)).toHaveLength(1);
  });

  it.each([
    ["an unknown template", { template: "newsletter" }, "template"],
    ["data that the template does not know", { data: { html: "<b>" } }, "data.html"],
    ["an address that is none", { to: "nobody" }, "to"],
    ["a subject of two lines", { subject: "Hi\r\nBcc: all@example.com" }, "subject"],
  ])("with %s is refused", async (_what, over, path) => {
    const [account, to] = [await newAccount(), uniqueAddress()];
    expect(await account.post("/email", { to, ...WELCOME, ...over })).toMatchObject({
      status: 400,
      body: { error: { code: "invalid-request", details: [{ path }] } },
    });
    expect(await mailsTo(to)).toEqual([]);
  });

  it.each([
    ["came back for good", 409, "Bounce", { bounce: { bounceType: "Permanent" } }],
    ["was called unwanted", 409, "Complaint", { complaint: {} }],
    ["came back for now", 200, "Bounce", { bounce: { bounceType: "Transient" } }],
  ])("to an address whose mail %s is answered with %s", async (_what, status, eventType, about) => {
    const [account, to] = [await newAccount(), uniqueAddress()];
    const recipients = [{ emailAddress: to.toUpperCase() }];
    const [[name, fields]] = Object.entries(about) as [[string, object]];
    const lists = { bouncedRecipients: recipients, complainedRecipients: recipients };
    await tell({ eventType, [name]: { ...fields, ...lists } });
    expect((await account.post("/email", { to, ...WELCOME })).status).toBe(status);
    expect(await mailsTo(to)).toHaveLength(status === 200 ? 1 : 0);
  });

  it("needs the scope for sending", async () => {
    const account = await newAccount();
    const { data } = (await account.post("/keys", { name: "Reader", scopes: ["email:read"] })).body;
    const answer = await apiAs(data.key).post("/email", { to: uniqueAddress(), ...WELCOME });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: "missing-scope" } } });
  });
});

/** The mail to an address, once it has come. */
const arrivalOf = async (to: string, timeoutMs?: number): Promise<Mail> => {
  const [mail] = await until(
    () => mailsTo(to),
    (mails) => mails.length > 0,
    timeoutMs,
  );
  if (!mail) throw new Error("no mail");
  return mail;
};

describe("automatic email", () => {
  it("reports the alert of a failed run to the addresses in the settings, and is listed", async () => {
    const [account, to] = [await newAccount(), uniqueAddress()];
    await account.put("/account", { mail: { alert: [to] } });
    // A host that no resolver knows: the run fails.
    const flow = { name: "Kaputt", url: "http://unknown.invalid/", mode: "extract" };
    const flowId = (await account.post("/flows", flow)).body.data.id;
    const run = await endOfRun(account, (await account.post("/runs", { flowId })).body.data.id);
    expect(run.status).toBe("failed");
    const mail = await arrivalOf(to);
    expect(mail).toMatchObject({
      to: [to],
      subject: expect.stringContaining("A run of Kaputt failed"),
      text: expect.stringContaining("Kaputt"),
    });
    const listed = await until(
      () => account.get("/email"),
      ({ body }) =>
        body.data.some((each: { to: string; status: string }) => each.to === to && each.status === "sent"),
    );
    const entry = listed.body.data.find((each: { to: string }) => each.to === to);
    expect(entry).toEqual({
      id: expect.stringMatching(/^msg_\d+$/),
      to,
      subject: mail.subject,
      template: "alert",
      status: "sent",
      error: null,
      attempts: 1,
      createdAt: expect.stringMatching(/Z$/),
      sentAt: expect.stringMatching(/Z$/),
    });
    // More runs that fail for the same reason are no news.
    await endOfRun(account, (await account.post("/runs", { flowId })).body.data.id);
    expect((await account.get("/alerts")).body.total).toBe(1);
    expect(await mailsTo(to)).toHaveLength(1);
  });

  it("is no longer sent to an address that bounced", async () => {
    const [account, to] = [await newAccount(), uniqueAddress()];
    await account.post("/email", { to, ...WELCOME });
    const { id } = await arrivalOf(to);
    const page = await fetch(`${testService().inbox}/${id}`, {
      method: "POST",
      body: new URLSearchParams({ fate: "bounce" }),
    });
    expect(await page.text()).toContain("sends no more email to this address");
    expect((await account.post("/email", { to, ...WELCOME })).status).toBe(409);
  });

  it("welcomes the owner of a new account", async () => {
    const to = uniqueAddress();
    await newAccount("free", to);
    expect(await arrivalOf(to, 150_000)).toMatchObject({ subject: "Gleaner: your account is ready" });
  }, 180_000);
});

describe("the month's emails", () => {
  it("are counted on the account, next to the number that the plan includes", async () => {
    const [account, to] = [await newAccount("free"), uniqueAddress()];
    await account.post("/email", { to, ...WELCOME });
    expect((await account.get("/account")).body.data).toMatchObject({
      limits: { monthlyEmails: 100 },
      usage: { emails: 1, runs: 0 },
      alertMailSeverity: "info",
    });
    const changed = await account.put("/account", { alertMailSeverity: "critical" });
    expect(changed).toMatchObject({ status: 200, body: { data: { alertMailSeverity: "critical" } } });
    expect((await account.put("/account", { alertMailSeverity: "loud" })).status).toBe(400);
  });
});
