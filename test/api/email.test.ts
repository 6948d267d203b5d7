import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { describe, expect, it } from "@jest/globals";
import { clientSettings } from "../../local/emulators/endpoints.ts";
import { apiAs, newAccount, testService } from "../helpers/api.ts";

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

describe("a mail", () => {
  it("made from a known template arrives, and can be looked at in the browser", async () => {
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

  it("is noted in the audit log", async () => {
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
  ])("to an address from which mail %s is answered %s", async (_what, status, eventType, about) => {
    const [account, to] = [await newAccount(), uniqueAddress()];
    const recipients = [{ emailAddress: to.toUpperCase() }];
    const [[name, fields]] = Object.entries(about) as [[string, object]];
    const lists = { bouncedRecipients: recipients, complainedRecipients: recipients };
    await tell({ eventType, [name]: { ...fields, ...lists } });
    expect((await account.post("/email", { to, ...WELCOME })).status).toBe(status);
    expect(await mailsTo(to)).toHaveLength(status === 200 ? 1 : 0);
  });

  it("needs the scope for it", async () => {
    const account = await newAccount();
    const { data } = (await account.post("/keys", { name: "Reader", scopes: ["email:read"] })).body;
    const answer = await apiAs(data.key).post("/email", { to: uniqueAddress(), ...WELCOME });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: "missing-scope" } } });
  });
});
