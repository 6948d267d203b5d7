/** Nobody gets in by what they made up, planted, stole or used twice. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { needsPerson } from "../../src/contract/operation.ts";
import { operationEntries } from "../../src/contract/operations.ts";
import {
  deviceCodes,
  deviceTokens,
  makeKey,
  sessionTokens,
  signInTokens,
  ssoStates,
} from "../../src/domain/keys/format.ts";
import { type Answer, type Api, newAccount, testService, until } from "../helpers/api.ts";
import { join, mailsTo, TestBrowser, uniqueAddress } from "../helpers/people.ts";

/** What would let somebody in. */
const CREDENTIAL = /gl_(?:sess|user|live)_\w{36}/;

const expectRefused = ({ status, headers, body }: Answer): void => {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(JSON.stringify(body) + headers.getSetCookie().join()).not.toMatch(CREDENTIAL);
};

const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();

const program = (method: string, path: string, body?: unknown, headers = {}): Promise<Answer> =>
  new TestBrowser().call(method, path, body, { headers });

let account: Api;
beforeAll(async () => {
  account = await newAccount("scale", uniqueAddress("owner"));
});

describe("what only a person may do", () => {
  const personal = operationEntries()
    .filter(([, row]) => needsPerson(row))
    .map(([name, { method, path }]) => [name, method, path] as const);

  it.each([
    ["no session", {}],
    ["a made-up cookie", { cookie: `gleaner=${sessionTokens.make()}` }],
    ["a made-up cookie with the prefix of https", { cookie: `__Host-gleaner=${sessionTokens.make()}` }],
    ["two cookies of one name", { cookie: `gleaner=; gleaner=${sessionTokens.make()}` }],
    ["a device's token as a cookie", { cookie: `gleaner=${deviceTokens.make()}` }],
    ["a made-up device's token", { "x-api-key": deviceTokens.make() }],
    ["a cookie's token as a bearer token", { authorization: `Bearer ${sessionTokens.make()}` }],
    ["a sign-in link's token as a cookie", { cookie: `gleaner=${signInTokens.make()}` }],
    ["a made-up key", { "x-api-key": makeKey() }],
  ])("is refused with %s", async (_what, headers) => {
    expect(personal.length).toBeGreaterThan(5);
    for (const [, method, path] of personal) {
      const body = method === "PUT" ? { decision: "approve", accountId: "acct-0" } : undefined;
      expectRefused(await program(method, path.replaceAll(/\{\w+\}/g, "BCDF-GHJK"), body, headers));
    }
  });
});

describe("a sign-in", () => {
  it.each([
    ["an operator of a query", { $ne: null }],
    ["a list", [signInTokens.make()]],
    ["a prototype", JSON.parse('{"__proto__":{"token":"x"}}')],
    ["with a zero", `${signInTokens.make()}\u0000`],
    ["a key of the table", "SIGNINLINK#x"],
    ["a megabyte", "x".repeat(1_000_000)],
    ["of a device", deviceCodes.make()],
    ["an API key", makeKey()],
  ])("is refused with a token that is %s", async (_what, token) => {
    expectRefused(await program("POST", "/sign-in/finish", { token }));
    expectRefused(await program("POST", "/sign-in/device/finish", { deviceCode: token }));
  });

  it.each([
    ["a sign-in link's token as the state", { query: `code=x&state=${signInTokens.make()}` }],
    ["a device's code", { query: `code=${deviceCodes.make()}&state=${deviceCodes.make()}` }],
    ["two states", { query: `code=x&state=${ssoStates.make()}&state=${ssoStates.make()}` }],
    ["an ID token", { query: `id_token=eyJhbGciOiJub25lIn0.e30.&state=${ssoStates.make()}` }],
    ["an object", { query: { state: { $ne: null } } }],
    ["a megabyte", { query: `state=${"x".repeat(1_000_000)}` }],
    ["an account's id as the company", { company: "acct-0", query: "code=x&state=x" }],
    ["a key of the table as the company", { company: "SSOCODE#X", query: "code=x&state=x" }],
  ])("is refused with a provider's response that has %s", async (_what, sent) => {
    const headers = { cookie: `gleaner-sign-in=${sessionTokens.make()}` };
    expectRefused(
      await program("POST", "/sign-in/sso/finish", { company: "BCDF-GHJK-LMNP", ...sent }, headers),
    );
  });

  it.each(["an Origin that begins like ours", "an Origin that ends like ours", "ours by another scheme"])(
    "is refused from a page of %s",
    async (what) => {
      const { origin: ours } = new URL(testService().url);
      const origin = {
        "an Origin that begins like ours": `${ours}.evil.example`,
        "an Origin that ends like ours": `https://evil.example/${ours}`,
      }[what];
      for (const path of ["/sign-in", "/sign-in/finish", "/sign-in/sso", "/sign-in/sso/finish"])
        expect(
          await new TestBrowser().call(
            "POST",
            path,
            {},
            { origin: origin ?? ours.replace("http:", "https:") },
          ),
        ).toMatchObject({ status: 403, body: { error: { code: "origin-refused" } } });
    },
  );

  it("mails a link to the service itself, whatever host the request names", async () => {
    const email = uniqueAddress("victim");
    await account.post("/people", { email, role: "viewer" });
    const evil = "evil.example";
    const headers = { forwarded: `host=${evil}`, "x-forwarded-host": evil, "x-original-host": evil };
    await program("POST", "/sign-in", { email }, headers);
    const [mail] = await until(
      () => mailsTo(email, /sign-in/),
      (mails) => mails.length > 0,
    );
    expect(mail?.text).not.toContain(evil);
    expect(mail?.text).toContain(new URL(testService().url).host);
  });

  it("succeeds in one of two browsers that use a link at once", async () => {
    const email = uniqueAddress("victim");
    await account.post("/people", { email, role: "viewer" });
    const token = await new TestBrowser().askForLink(email);
    const finish = () => new TestBrowser().call("POST", "/sign-in/finish", { token, email });
    expect(statuses(await Promise.all([finish(), finish()]))).toEqual([200, 401]);
  });

  it("ends the session that an attacker had planted in the browser", async () => {
    const attacker = (await join(account, "viewer")).browser;
    const { email } = await join(account, "viewer");
    const victim = new TestBrowser();
    for (const [name, value] of attacker.cookies) victim.cookies.set(name, value);
    await victim.signIn(email);
    expectRefused(await attacker.call("GET", "/session"));
    expect((await victim.call("GET", "/session")).body.data.person.email).toBe(email);
  });
});

it("an invitation is accepted once, even twice at once", async () => {
  const email = uniqueAddress("guest");
  const { body } = await account.post("/people", { email, role: "viewer" });
  const browser = new TestBrowser();
  await browser.signIn(email);
  const accept = () => browser.call("POST", `/invitations/${body.data.id}/accept`);
  const [first, second] = statuses(await Promise.all([accept(), accept()]));
  expect(first).toBe(200);
  expect(second).toBeGreaterThanOrEqual(400);
});

it("a device's code is approved by one of two people at once", async () => {
  const [one, other] = await Promise.all([join(account, "viewer"), join(account, "viewer")]);
  const { userCode } = (await program("POST", "/sign-in/device", { name: "gleaner" })).body.data;
  const answers = await Promise.all(
    [one, other].map(({ browser }) =>
      browser.call("PUT", `/sign-in/device/${userCode}`, { decision: "approve" }),
    ),
  );
  const [first, second] = statuses(answers);
  expect(first).toBe(200);
  expect(second).toBeGreaterThanOrEqual(400);
});

it.each([
  "//evil.example",
  "/%2f%2fevil.example",
  "/\\evil.example",
  "/dashboard//evil.example",
  "/dashboard/sign-in?next=https://evil.example",
  "/dashboard/device?redirect_uri=https://evil.example",
])("redirects nobody to another site: %s", async (path) => {
  const { url } = testService();
  const { headers } = await fetch(`${new URL(url).origin}${path}`, { redirect: "manual" });
  expect(new URL(headers.get("location") ?? url, url).origin).toBe(new URL(url).origin);
});
