/** People who sign in with a link, and their sessions. */
import { describe, expect, it } from "@jest/globals";
import { newAccount, testService, until } from "../helpers/api.ts";
import { mailsTo, TestBrowser, uniqueAddress } from "../helpers/people.ts";
import { newOwner, refusal, TICKET } from "./people/world.ts";

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
