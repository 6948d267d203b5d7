/** People as members of accounts: how they are invited and removed, and what their roles allow. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { operationEntries } from "../../src/contract/operations.ts";
import { ROLE_SCOPES, type Role } from "../../src/contract/people/roles.ts";
import { type Api, until } from "../helpers/api.ts";
import { join, mailsTo, TestBrowser, uniqueAddress } from "../helpers/people.ts";
import { fill } from "./contract/call.ts";
import { FLOW, newOwner, refusal, TICKET } from "./people/world.ts";

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
