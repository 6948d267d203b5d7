import { beforeAll, describe, expect, it } from "@jest/globals";
import { operationEntries } from "../../src/contract/operations.ts";
import { ROLE_SCOPES, type Role } from "../../src/contract/roles.ts";
import { type Api, newAccount, testService, until } from "../helpers/api.ts";
import { join, mailsTo, TestBrowser, uniqueAddress } from "../helpers/people.ts";
import { fill } from "./contract/call.ts";

const refusal = (status: number, code: string) => ({ status, body: { error: { code } } });

const TICKET = { subject: "Prices are missing", type: "bug", priority: "high" };
const FLOW = { name: "Books", url: "https://shop.example/", mode: "extract" };

const newOwner = async () => {
  const email = uniqueAddress("owner");
  return { email, account: await newAccount("scale", email) };
};

describe("a sign-in link", () => {
  it("is emailed to the owner of an account, and starts a session", async () => {
    const { email, account } = await newOwner();
    const browser = new TestBrowser();
    const session = await browser.signIn(email.toUpperCase().toLowerCase());
    expect(session).toMatchObject({
      person: { id: account.userId, email },
      account: { id: account.accountId, role: "owner" },
      invitations: [],
    });
    expect((await browser.call("GET", "/flows")).status).toBe(200);
    expect((await browser.call("POST", "/tickets", TICKET)).status).toBe(201);
  });

  it("does not reveal whether an email address is known, and sends nothing to an unknown one", async () => {
    const { email } = await newOwner();
    const stranger = uniqueAddress("stranger");
    const [known, unknown] = await Promise.all(
      [email, stranger].map((address) => new TestBrowser().call("POST", "/sign-in", { email: address })),
    );
    expect(unknown?.status).toBe(202);
    expect(unknown?.body).toEqual(known?.body);
    await until(
      () => mailsTo(email, /sign-in/),
      (mails) => mails.length === 1,
    );
    expect(await mailsTo(stranger)).toEqual([]);
  });

  it("works once", async () => {
    const { email } = await newOwner();
    const browser = new TestBrowser();
    const token = await browser.askForLink(email);
    const finish = () => browser.call("POST", "/sign-in/finish", { token, email });
    const answers = await Promise.all([finish(), finish(), finish()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(await finish()).toMatchObject(refusal(401, "unauthenticated"));
  });

  it("is not used up by a mail scanner that opens it", async () => {
    const { email } = await newOwner();
    const browser = new TestBrowser();
    const token = await browser.askForLink(email);
    const page = await fetch(`${testService().dashboard}/sign-in#token=${token}`);
    expect(page.status).toBe(200);
    expect((await browser.call("GET", "/sign-in/finish")).status).toBe(405);
    expect((await browser.call("POST", "/sign-in/finish", { token })).status).toBe(200);
  });

  it("asks for the email address in another browser, so that nobody is signed in as somebody else", async () => {
    const { email } = await newOwner();
    const token = await new TestBrowser().askForLink(email);
    const other = new TestBrowser();
    const victim = uniqueAddress("victim");
    expect(await other.call("POST", "/sign-in/finish", { token })).toMatchObject(refusal(409, "conflict"));
    expect(await other.call("POST", "/sign-in/finish", { token, email: victim })).toMatchObject(
      refusal(409, "conflict"),
    );
    expect(other.cookies.size).toBe(0);
    expect((await other.call("POST", "/sign-in/finish", { token, email })).status).toBe(200);
  });

  it("cannot be requested or used from another site's page", async () => {
    const { email } = await newOwner();
    const browser = new TestBrowser();
    const token = await browser.askForLink(email);
    for (const origin of ["https://evil.example", "null", null])
      for (const [path, body] of [
        ["/sign-in", { email }],
        ["/sign-in/finish", { token }],
      ] as const)
        expect(await browser.call("POST", path, body, { origin })).toMatchObject(
          refusal(403, "origin-refused"),
        );
  });

  it("is refused if it is malformed or forged", async () => {
    for (const token of ["x", `gl_link_${"0".repeat(36)}`, "gl_live_1"])
      expect(await new TestBrowser().call("POST", "/sign-in/finish", { token })).toMatchObject(
        refusal(401, "unauthenticated"),
      );
  });

  it("is emailed at most five times in 15 minutes, and the sixth request gets the same response", async () => {
    const { email } = await newOwner();
    for (let n = 0; n < 7; n += 1)
      expect((await new TestBrowser().call("POST", "/sign-in", { email })).status).toBe(202);
    const mails = await until(
      () => mailsTo(email, /sign-in/),
      (found) => found.length >= 5,
    );
    expect(mails).toHaveLength(5);
  });
});

describe("a session", () => {
  it("has a cookie that scripts cannot read, and a new token for each sign-in", async () => {
    const { email } = await newOwner();
    const browser = new TestBrowser();
    browser.cookies.set("gleaner", "gl_sess_planted");
    const token = await browser.askForLink(email);
    const { headers } = await browser.call("POST", "/sign-in/finish", { token });
    const set = headers.getSetCookie().find((cookie) => cookie.startsWith("gleaner="));
    expect(set).toMatch(/^gleaner=gl_sess_\w{36}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    expect(browser.cookies.get("gleaner")).not.toBe("gl_sess_planted");

    const first = browser.cookies.get("gleaner") ?? "";
    await browser.signIn(email);
    expect(browser.cookies.get("gleaner")).not.toBe(first);
    const old = new TestBrowser();
    old.cookies.set("gleaner", first);
    expect(await old.call("GET", "/session")).toMatchObject(refusal(401, "unauthenticated"));
  });

  it("cannot be changed by a page of another site, or read without its cookie", async () => {
    const { email } = await newOwner();
    const browser = new TestBrowser();
    await browser.signIn(email);
    const body = TICKET;
    for (const origin of ["https://evil.example", "http://127.0.0.1:1", "null", null])
      for (const [method, path, sent] of [
        ["POST", "/tickets", body],
        ["PUT", "/account", { name: "Mine" }],
        ["DELETE", "/session", undefined],
        ["DELETE", "/person", undefined],
      ] as const)
        expect(await browser.call(method, path, sent, { origin })).toMatchObject(
          refusal(403, "origin-refused"),
        );
    expect((await browser.call("GET", "/session")).status).toBe(200);
    expect(await new TestBrowser().call("GET", "/session")).toMatchObject(refusal(401, "unauthenticated"));
  });

  it("gives precedence to an API key in the request", async () => {
    const [{ email }, other] = [await newOwner(), await newAccount()];
    const browser = new TestBrowser();
    await browser.signIn(email);
    const headers = { "x-api-key": other.apiKey ?? "" };
    const answer = await browser.call("GET", "/account", undefined, { headers });
    expect(answer.body.data.id).toBe(other.accountId);
  });

  it("is listed, and can be ended from another browser", async () => {
    const { email } = await newOwner();
    const [here, there] = [new TestBrowser(), new TestBrowser()];
    const tokens = [await here.askForLink(email), await there.askForLink(email)];
    // At once: neither may overwrite what the other has just written.
    await Promise.all(
      [here, there].map((browser, n) => browser.call("POST", "/sign-in/finish", { token: tokens[n] })),
    );
    const { data } = (await here.call("GET", "/sessions")).body;
    expect(data).toHaveLength(2);
    const other = data.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    expect((await here.call("DELETE", `/sessions/${other.id}`)).status).toBe(200);
    expect(await there.call("GET", "/flows")).toMatchObject(refusal(401, "unauthenticated"));
    expect((await here.call("GET", "/flows")).status).toBe(200);
    expect((await here.call("DELETE", "/session")).status).toBe(200);
    expect(here.cookies.has("gleaner")).toBe(false);
  });

  it("of another person cannot be ended", async () => {
    const [a, b] = [await newOwner(), await newOwner()];
    const [mine, theirs] = [new TestBrowser(), new TestBrowser()];
    await mine.signIn(a.email);
    const { id } = await theirs.signIn(b.email);
    expect(await mine.call("DELETE", `/sessions/${id}`)).toMatchObject(refusal(404, "not-found"));
    expect((await theirs.call("GET", "/session")).status).toBe(200);
  });

  it("can switch between the accounts of its person, with a new token", async () => {
    const { email, account } = await newOwner();
    const second = await newAccount("free", email);
    expect(second.userId).toBe(account.userId);
    const browser = new TestBrowser();
    const { accounts, account: first } = await browser.signIn(email);
    expect(accounts).toHaveLength(2);
    const next = accounts.find(({ id }: { id: string }) => id !== first.id);
    const before = browser.cookies.get("gleaner");
    const moved = await browser.call("PUT", "/session", { accountId: next.id });
    expect(moved.body.data.account.id).toBe(next.id);
    expect(browser.cookies.get("gleaner")).not.toBe(before);
    expect((await browser.call("GET", "/account")).body.data.id).toBe(next.id);
    const stranger = await newAccount();
    expect(await browser.call("PUT", "/session", { accountId: stranger.accountId })).toMatchObject(
      refusal(404, "not-found"),
    );
  });
});

describe("an invitation", () => {
  it("is emailed, and makes the person who signs in with that address a member once", async () => {
    const { account } = await newOwner();
    const email = uniqueAddress("editor");
    const { status, body } = await account.post("/people", { email, role: "editor" });
    expect(status).toBe(201);
    const [mail] = await until(
      () => mailsTo(email, /invited/),
      (mails) => mails.length === 1,
    );
    expect(mail?.text).toContain(`/dashboard/sign-in#email=${encodeURIComponent(email)}`);
    await until(
      () => account.get("/people"),
      ({ body: { data } }) => data.some(({ mail: sent }: { mail: string }) => sent === "sent"),
    );
    const browser = new TestBrowser();
    expect(await browser.signIn(email)).toMatchObject({
      account: null,
      invitations: [{ id: body.data.id, role: "editor" }],
    });
    expect(await browser.call("GET", "/flows")).toMatchObject(refusal(403, "missing-scope"));
    const accept = () => browser.call("POST", `/invitations/${body.data.id}/accept`);
    const answers = await Promise.all([accept(), accept()]);
    expect(answers.filter(({ status: code }) => code === 200)).toHaveLength(1);
    expect((await accept()).status).toBe(404);
    expect((await browser.call("GET", "/flows")).status).toBe(200);
    const { data } = (await account.get("/people")).body;
    expect(data.map((each: { role: string; status: string }) => [each.role, each.status])).toEqual(
      expect.arrayContaining([
        ["owner", "active"],
        ["editor", "active"],
      ]),
    );
  });

  it("does not work for anybody else, or after it was withdrawn", async () => {
    const { account } = await newOwner();
    const email = uniqueAddress("invited");
    const { id } = (await account.post("/people", { email, role: "viewer" })).body.data;
    const thief = new TestBrowser();
    await thief.signIn((await newOwner()).email);
    expect(await thief.call("POST", `/invitations/${id}/accept`)).toMatchObject(refusal(404, "not-found"));
    const invited = new TestBrowser();
    await invited.signIn(email);
    expect((await account.remove(`/people/${id}`)).status).toBe(200);
    expect((await invited.call("POST", `/invitations/${id}/accept`)).status).toBe(404);
  });

  it("grants no more than the inviter has", async () => {
    const { account } = await newOwner();
    const wish = { name: "Settings only", scopes: ["account:read", "account:write"] };
    const { key } = (await account.post("/keys", wish)).body.data;
    const weak = new TestBrowser();
    for (const role of ["owner", "editor", "viewer"])
      expect(
        await weak.call(
          "POST",
          "/people",
          { email: uniqueAddress("x"), role },
          { headers: { "x-api-key": key } },
        ),
      ).toMatchObject(refusal(403, "missing-scope"));
  });
});

describe("members", () => {
  it("lose their sessions at once when removed; the last owner cannot be removed", async () => {
    const { email, account } = await newOwner();
    const owner = new TestBrowser();
    const { person } = await owner.signIn(email);
    const { browser, id } = await join(account, "editor");
    expect((await owner.call("PUT", `/people/${id}`, { role: "viewer" })).body.data.role).toBe("viewer");
    expect(await browser.call("POST", "/tickets", TICKET)).toMatchObject(refusal(403, "missing-scope"));
    for (const [method, body] of [
      ["DELETE", undefined],
      ["PUT", { role: "editor" }],
    ] as const)
      expect(await owner.call(method, `/people/${person.id}`, body)).toMatchObject(refusal(409, "conflict"));
    expect((await owner.call("DELETE", `/people/${id}`)).status).toBe(200);
    expect(await browser.call("GET", "/flows")).toMatchObject(refusal(401, "unauthenticated"));
    const { browser: again } = await join(account, "owner");
    expect((await again.call("DELETE", `/people/${person.id}`)).status).toBe(200);
    expect((await owner.call("GET", "/flows")).status).toBe(401);
  });

  it("two owners cannot remove each other at once", async () => {
    const { email, account } = await newOwner();
    const first = new TestBrowser();
    const { person } = await first.signIn(email);
    const { browser: second, id } = await join(account, "owner");
    const answers = await Promise.all([
      first.call("DELETE", `/people/${id}`),
      second.call("DELETE", `/people/${person.id}`),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { data } = (await account.get("/people")).body;
    expect(data.filter(({ role }: { role: string }) => role === "owner")).toHaveLength(1);
  });

  it("are named in the audit log until they are erased", async () => {
    const { account } = await newOwner();
    const { browser, email, id } = await join(account, "editor");
    const flow = (await browser.call("POST", "/flows", FLOW)).body.data;
    const entryOf = async () => {
      const { data } = (await account.get(`/audit?resource=${flow.id}`)).body;
      return data[0];
    };
    expect(await entryOf()).toMatchObject({
      action: "flow.created",
      userId: id,
      email,
      metadata: { sessionId: expect.stringMatching(/^sess-/) },
    });
    expect((await browser.call("DELETE", "/person")).status).toBe(200);
    expect(await browser.call("GET", "/session")).toMatchObject(refusal(401, "unauthenticated"));
    expect(await entryOf()).toMatchObject({ userId: id, email: null });
    expect(JSON.stringify((await account.get("/people")).body)).not.toContain(email);
    const before = (await mailsTo(email)).length;
    await new TestBrowser().call("POST", "/sign-in", { email });
    const { email: other } = await newOwner();
    await new TestBrowser().askForLink(other);
    expect(await mailsTo(email)).toHaveLength(before);
  });

  it("cannot erase themselves as the last owner", async () => {
    const { email } = await newOwner();
    const browser = new TestBrowser();
    await browser.signIn(email);
    expect(await browser.call("DELETE", "/person")).toMatchObject(refusal(409, "conflict"));
    expect((await browser.call("GET", "/flows")).status).toBe(200);
  });
});

describe.each(["owner", "editor", "viewer"] as const)("the role %s", (role: Role) => {
  let browser: TestBrowser;
  let account: Api;
  beforeAll(async () => {
    ({ account } = await newOwner());
    ({ browser } = await join(account, role));
  });
  const rows = operationEntries().filter(([, row]) => row.scope !== null);

  it.each(rows)("may call %s if the session's scopes allow it", async (_name, row) => {
    // A body that is not JSON reaches no record.
    const body = row.method === "GET" || row.method === "DELETE" ? undefined : "{";
    const path = fill(row.path, {});
    const { status, body: answer } = await browser.call(row.method, path, body);
    const text = JSON.stringify(answer);
    const isRefused = status === 403 && text.includes("Your role in this account lacks the scope");
    const scopes: readonly string[] = ROLE_SCOPES[role];
    expect(isRefused).toBe(!scopes.includes(row.scope ?? ""));
  });
});
