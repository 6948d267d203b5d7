import { beforeAll, describe, expect, it } from "@jest/globals";
import { type Answer, newAccount, testService, until } from "../helpers/api.ts";
import { join, TestBrowser, uniqueAddress } from "../helpers/people.ts";

const refusal = (status: number, code: string) => ({ status, body: { error: { code } } });
const TICKET = { subject: "Prices are missing", type: "bug", priority: "high" };
const NAME = "gleaner on a test";

let account: Awaited<ReturnType<typeof newAccount>>;
let owner: TestBrowser;
let ownerEmail: string;
beforeAll(async () => {
  ownerEmail = uniqueAddress("owner");
  account = await newAccount("scale", ownerEmail);
  owner = new TestBrowser();
  await owner.signIn(ownerEmail);
});

/** A program without a browser: it has neither cookies nor an Origin. */
const call = (method: string, path: string, body?: unknown, token?: string): Promise<Answer> =>
  new TestBrowser().call(method, path, body, {
    origin: null,
    headers: token === undefined ? {} : { "x-api-key": token },
  });

const start = async () => (await call("POST", "/sign-in/device", { name: NAME })).body.data;
const finish = (deviceCode: string) => call("POST", "/sign-in/device/finish", { deviceCode });
const decide = (browser: TestBrowser, code: string, body: object) =>
  browser.call("PUT", `/sign-in/device/${code}`, body);

/** A device that a person has approved. @returns its token */
const signInDevice = async (browser: TestBrowser): Promise<string> => {
  const { deviceCode, userCode } = await start();
  expect((await decide(browser, userCode, { decision: "approve" })).status).toBe(200);
  const { body } = await finish(deviceCode);
  expect(body.data).toMatchObject({ status: "approved", token: expect.stringMatching(/^gl_user_\w{36}$/) });
  return body.data.token;
};

describe("a device", () => {
  it("shows a code, waits for approval, and then acts as the person, by a header", async () => {
    const { deviceCode, userCode, ...rest } = await start();
    expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(rest).toMatchObject({
      verificationUrl: `${testService().dashboard.replace(/\/$/, "")}/device`,
      verificationUrlComplete: expect.stringMatching(new RegExp(`/device#code=${userCode}$`)),
      intervalSeconds: 5,
    });
    expect((await finish(deviceCode)).body.data).toEqual({ status: "pending", token: null, expiresAt: null });
    const asTyped = ` ${userCode.replace("-", "").toLowerCase()}`;
    const seen = await owner.call("GET", `/sign-in/device/${encodeURIComponent(asTyped)}`);
    expect(seen.body.data).toMatchObject({ name: NAME, status: "pending", userCode });
    expect((await decide(owner, userCode, { decision: "approve" })).body.data.status).toBe("approved");
    const { token, status } = (await finish(deviceCode)).body.data;
    expect(status).toBe("approved");

    const session = await call("GET", "/session", undefined, token);
    expect(session.body.data).toMatchObject({
      person: { email: ownerEmail },
      account: { id: account.accountId, role: "owner" },
    });
    expect(session.headers.getSetCookie()).toEqual([]);
    expect((await call("POST", "/tickets", TICKET, token)).status).toBe(201);
    const bearer = await new TestBrowser().call("GET", "/account", undefined, {
      origin: null,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(bearer.body.data.id).toBe(account.accountId);
  });

  it("gets one token, even if it polls several times at once", async () => {
    const { deviceCode, userCode } = await start();
    await decide(owner, userCode, { decision: "approve" });
    const answers = await Promise.all([finish(deviceCode), finish(deviceCode)]);
    expect(answers.filter(({ body }) => body.data?.token)).toHaveLength(1);
    const again = await finish(deviceCode);
    expect([401, 429]).toContain(again.status);
  });

  it("is told to wait if it polls too often", async () => {
    const { deviceCode } = await start();
    const refused = await until(
      () => finish(deviceCode),
      ({ status }) => status === 429,
    );
    expect(refused.headers.get("retry-after")).toBe("5");
  });

  it("that is denied gets nothing, and a decision is final", async () => {
    const { deviceCode, userCode } = await start();
    await decide(owner, userCode, { decision: "deny" });
    expect(await decide(owner, userCode, { decision: "approve" })).toMatchObject(refusal(409, "conflict"));
    expect((await finish(deviceCode)).body.data).toEqual({ status: "denied", token: null, expiresAt: null });
  });

  it("is approved for an account of the person only", async () => {
    const stranger = await newAccount();
    const { deviceCode, userCode } = await start();
    expect(
      await decide(owner, userCode, { decision: "approve", accountId: stranger.accountId }),
    ).toMatchObject(refusal(404, "not-found"));
    expect((await finish(deviceCode)).body.data.status).toBe("pending");
  });

  it("is named in the audit log of the account", async () => {
    await signInDevice(owner);
    const { data } = (await account.get("/audit?action=device.approved")).body;
    expect(data[0]).toMatchObject({ email: ownerEmail, metadata: { device: NAME } });
  });
});

describe("a device's token", () => {
  it("has the person's role from the next request on, and ends when they are removed", async () => {
    const { browser, id } = await join(account, "editor");
    const token = await signInDevice(browser);
    expect((await call("POST", "/tickets", TICKET, token)).status).toBe(201);
    expect(await call("GET", "/keys", undefined, token)).toMatchObject(refusal(403, "missing-scope"));
    await owner.call("PUT", `/people/${id}`, { role: "viewer" });
    expect(await call("POST", "/tickets", TICKET, token)).toMatchObject(refusal(403, "missing-scope"));
    await owner.call("DELETE", `/people/${id}`);
    expect(await call("GET", "/flows", undefined, token)).toMatchObject(refusal(401, "unauthenticated"));
  });

  it("is not issued if the person was removed between approval and the device's next poll", async () => {
    const { browser, id } = await join(account, "editor");
    const { deviceCode, userCode } = await start();
    await decide(browser, userCode, { decision: "approve" });
    await owner.call("DELETE", `/people/${id}`);
    expect((await finish(deviceCode)).body.data).toMatchObject({ status: "denied", token: null });
  });

  it("is listed among the sessions, and ended from the browser or by the device itself", async () => {
    const { browser } = await join(account, "viewer");
    const [lost, kept] = [await signInDevice(browser), await signInDevice(browser)];
    const devices = async () =>
      (await browser.call("GET", "/sessions")).body.data.filter(
        ({ kind }: { kind: string }) => kind === "device",
      );
    expect(await devices()).toMatchObject([{ userAgent: NAME }, { userAgent: NAME }]);
    const lostId = (await call("GET", "/session", undefined, lost)).body.data.id;
    await browser.call("DELETE", `/sessions/${lostId}`);
    expect((await call("GET", "/flows", undefined, lost)).status).toBe(401);
    expect((await call("DELETE", "/session", undefined, kept)).status).toBe(200);
    expect((await call("GET", "/flows", undefined, kept)).status).toBe(401);
    expect(await devices()).toEqual([]);
  });

  it("does not work as a cookie, nor a browser's cookie as a token", async () => {
    const token = await signInDevice(owner);
    const planted = new TestBrowser();
    planted.cookies.set("gleaner", token);
    expect(await planted.call("GET", "/session")).toMatchObject(refusal(401, "unauthenticated"));
    const stolen = owner.cookies.get("gleaner") ?? "";
    expect(await call("GET", "/flows", undefined, stolen)).toMatchObject(refusal(401, "unauthenticated"));
  });

  it("cannot approve another device, join an account or erase a person", async () => {
    const token = await signInDevice(owner);
    const { userCode } = await start();
    for (const [method, path, body] of [
      ["GET", `/sign-in/device/${userCode}`, undefined],
      ["PUT", `/sign-in/device/${userCode}`, { decision: "approve" }],
      ["PUT", "/session", { accountId: account.accountId }],
      ["POST", "/invitations/invite-0000000000000000000/accept", undefined],
      ["DELETE", "/person", undefined],
    ] as const)
      expect(await call(method, path, body, token)).toMatchObject(refusal(401, "unauthenticated"));
  });
});

describe("a device's code", () => {
  it.each([
    ["made up", `gl_code_${"0".repeat(36)}`],
    ["of another kind", `gl_live_${"0".repeat(36)}`],
    ["no code at all", "x"],
  ])("that is %s is refused", async (_what, deviceCode) => {
    expect(await finish(deviceCode)).toMatchObject(refusal(401, "unauthenticated"));
  });

  it("cannot be approved by another site's page, or without a session", async () => {
    const { userCode, deviceCode } = await start();
    for (const origin of ["https://evil.example", "null", null])
      expect(
        await owner.call("PUT", `/sign-in/device/${userCode}`, { decision: "approve" }, { origin }),
      ).toMatchObject(refusal(403, "origin-refused"));
    for (const method of ["GET", "PUT"])
      expect(
        await new TestBrowser().call(
          method,
          `/sign-in/device/${userCode}`,
          method === "PUT" ? { decision: "approve" } : undefined,
        ),
      ).toMatchObject(refusal(401, "unauthenticated"));
    expect((await finish(deviceCode)).body.data.status).toBe("pending");
  });

  it("cannot be guessed: a person may try thirty", async () => {
    const { browser } = await join(account, "viewer");
    const tries = await Promise.all(
      Array.from({ length: 31 }, () => browser.call("GET", "/sign-in/device/BBBB-BBBB")),
    );
    expect(tries.some(({ status }) => status === 429)).toBe(true);
  });

  it.each([
    ["", "empty"],
    ["a\u0000b", "a control character"],
    ["x".repeat(101), "too long"],
    ["a\u202eb", "an override of direction"],
  ])("is not given to a device whose name is %j (%s)", async (name) => {
    expect((await call("POST", "/sign-in/device", { name })).status).toBe(400);
  });
});
