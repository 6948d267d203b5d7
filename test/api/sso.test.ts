/** Signing in with an account's identity provider, which the test starts. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type Answer, type Api, apiAs, newAccount } from "../helpers/api.ts";
import {
  CLIENT,
  type Lies,
  type OidcProvider,
  startOidcProvider,
  visitProvider,
} from "../helpers/oidcProvider.ts";
import { TestBrowser, uniqueAddress } from "../helpers/people.ts";
import { type RunnerProcess, type StartedService, spawnRunner } from "../helpers/runnerProcess.ts";

let provider: OidcProvider;
let other: OidcProvider;
let runner: RunnerProcess;
let service: StartedService;
beforeAll(async () => {
  [provider, other] = await Promise.all([startOidcProvider(), startOidcProvider()]);
  const opened = [provider, other].map(({ port }) => `127.0.0.1:${port}`).join(",");
  runner = spawnRunner(["--in-memory", "--allow-private", opened]);
  service = await runner.started;
}, 120_000);
afterAll(async () => {
  await runner.end("SIGTERM");
  await Promise.all([provider.stop(), other.stop()]);
});

interface Company {
  readonly account: Api;
  readonly email: string;
  readonly code: string;
}

const settings = (issuer: string, more: object = {}) => ({
  issuer,
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  ...more,
});

const codeOf = (signInUrl: string): string => signInUrl.split("/").at(-1) ?? "";

/** An account with single sign-on. */
const newCompany = async (by: OidcProvider, more: object = {}): Promise<Company> => {
  const email = uniqueAddress("owner");
  const account = await newAccount("scale", email, service);
  const { status, body } = await account.put("/account/sso", settings(by.issuer, more));
  if (status !== 200) throw new Error(`setting up answers ${status}: ${JSON.stringify(body)}`);
  by.redirectUris.add(body.data.signInUrl);
  return { account, email, code: codeOf(body.data.signInUrl) };
};

const person = (email: string, more: object = {}) => ({
  sub: `sub of ${email}`,
  email,
  email_verified: true,
  ...more,
});

let company: Company;
let browser: TestBrowser;
beforeEach(async () => {
  for (const each of [provider, other]) each.lies = {};
  company = await newCompany(provider);
  provider.who = person(company.email);
  browser = new TestBrowser(service);
});

const refusal = (status: number, code: string) => ({ status, body: { error: { code } } });
const REFUSED = refusal(401, "unauthenticated");

const start = (by: TestBrowser, code: string) => by.call("POST", "/sign-in/sso", { company: code });
/** Sends a browser to the provider. @returns the query with which it comes back */
const visit = async (by = browser, { code } = company): Promise<string> => {
  const { status, body } = await start(by, code);
  if (status !== 201) throw new Error(`starting answers ${status}: ${JSON.stringify(body)}`);
  return (await visitProvider(body.data.authorizationUrl)).search.slice(1);
};
const finish = (query: string, by = browser, { code } = company): Promise<Answer> =>
  by.call("POST", "/sign-in/sso/finish", { company: code, query });
const signIn = async (by = browser, into = company): Promise<Answer> =>
  finish(await visit(by, into), by, into);
const peopleOf = async ({
  account,
} = company): Promise<{ id: string; email: string; role: string; status: string }[]> =>
  (await account.get("/people")).body.data;

describe("setting up single sign-on", () => {
  it("shows the address to register before there are settings, and never the secret", async () => {
    const account = await newAccount("scale", uniqueAddress("owner"), service);
    const { body: before } = await account.get("/account/sso");
    expect(before.data).toEqual({
      signInUrl: expect.stringMatching(/\/dashboard\/sign-in\/[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$/),
      provider: null,
    });
    const { body } = await account.put("/account/sso", settings(provider.issuer));
    expect(body.data.signInUrl).toBe(before.data.signInUrl);
    expect(body.data.provider).toMatchObject({
      issuer: provider.issuer,
      clientSecret: "…",
      defaultRole: null,
    });
    expect((await account.get("/account/sso")).body).toEqual(body);
  });

  it.each([
    ["that is private", "http://127.0.0.1:1", 422, "target-refused"],
    ["without TLS", "http://shop.example", 400, "invalid-request"],
    ["without a discovery document", () => `${provider.issuer}/nothing`, 400, "invalid-request"],
  ])("refuses an issuer %s", async (_what, issuer, status, code) => {
    const at = typeof issuer === "string" ? issuer : issuer();
    expect(await company.account.put("/account/sso", settings(at))).toMatchObject(refusal(status, code));
  });

  it.each([
    ["authorization_endpoint", "javascript:alert(1)//"],
    ["authorization_endpoint", "http://shop.example/"],
    ["token_endpoint", "ftp://shop.example/"],
    ["jwks_uri", "http://169.254.169.254/"],
    ["issuer", "https://evil.example"],
    ["authorization_endpoint", undefined],
  ])("refuses a provider whose %s is %s", async (name, value) => {
    provider.lies = { discovery: { [name]: value } };
    const answer = await company.account.put("/account/sso", settings(provider.issuer));
    expect([400, 422]).toContain(answer.status);
  });

  it("keeps the secret for the same issuer and client only", async () => {
    const kept = (issuer: string) => ({ ...settings(issuer), clientSecret: "…" });
    expect((await company.account.put("/account/sso", kept(provider.issuer))).status).toBe(200);
    expect((await signIn()).status).toBe(200);
    expect(await company.account.put("/account/sso", kept(other.issuer))).toMatchObject(
      refusal(400, "invalid-request"),
    );
  });

  it("requires the right to make owners", async () => {
    const { body } = await company.account.post("/keys", {
      name: "Settings",
      scopes: ["account:write", "account:read"],
    });
    const limited = apiAs(body.data.key, { service });
    expect(await limited.put("/account/sso", settings(other.issuer))).toMatchObject(
      refusal(403, "missing-scope"),
    );
  });

  it("answers only 404 or 400 for an unknown sign-in code", async () => {
    expect(await start(browser, "BCDF-GHJK-LMNP")).toMatchObject(refusal(404, "not-found"));
    expect(await start(browser, "not a code!")).toMatchObject(refusal(400, "invalid-request"));
  });
});

describe("signing in", () => {
  it("starts a session for the member with the verified address, limited to the account", async () => {
    const { status, body } = await signIn();
    expect([status, body.data.person.email, body.data.account.role, body.data.signedInWith]).toEqual([
      200,
      company.email,
      "owner",
      "sso",
    ]);
    expect((await browser.call("GET", "/flows")).status).toBe(200);
    expect(await peopleOf()).toHaveLength(1);
  });

  it("identifies a person by issuer and subject, even if the email address changes", async () => {
    const first = (await signIn()).body.data.person;
    provider.who = { ...person(uniqueAddress("married")), sub: provider.who.sub };
    expect((await signIn()).body.data.person.id).toBe(first.id);
    // Somebody else got the address: they are not the person.
    provider.who = { ...person(company.email), sub: "another" };
    expect(await signIn(new TestBrowser(service))).toMatchObject(refusal(409, "conflict"));
  });

  it("admits an invited person once, with the role of the invitation", async () => {
    const guest = uniqueAddress("guest");
    provider.who = person(guest);
    expect(await signIn()).toMatchObject(REFUSED);
    await company.account.post("/people", { email: guest, role: "viewer" });
    expect((await signIn()).body.data.account.role).toBe("viewer");
    expect((await peopleOf()).filter(({ email }) => email === guest)).toMatchObject([{ status: "active" }]);
  });

  it.each([
    ["is not verified", { email_verified: false }],
    ["is said to be verified as a text", { email_verified: "true" }],
    ["is missing", { email: undefined }],
  ])("lets nobody in as a member whose address %s", async (_what, change) => {
    provider.who = { ...person(company.email), ...change };
    expect(await signIn()).toMatchObject(REFUSED);
  });

  it("gives people of the provider the default role, if there is one", async () => {
    company = await newCompany(provider, { defaultRole: "viewer" });
    provider.who = person(uniqueAddress("new"), { email_verified: undefined });
    expect((await signIn()).body.data.account.role).toBe("viewer");
  });

  it("gives no access to the account by an email link to an address that only the provider has named", async () => {
    company = await newCompany(provider, { defaultRole: "editor" });
    const victim = uniqueAddress("victim");
    const elsewhere = await newAccount("scale", victim, service);
    provider.who = person(victim);
    const { body } = await signIn();
    expect(body.data.accounts).toHaveLength(1);
    const own = new TestBrowser(service);
    const session = await own.signIn(victim);
    expect(session.person.id).not.toBe(body.data.person.id);
    expect(session.accounts).toHaveLength(1);
    expect((await peopleOf({ ...company, account: elsewhere })).map(({ id }) => id)).toEqual([
      session.person.id,
    ]);
  });

  it("works in two tabs of a browser at once", async () => {
    const [one, two] = [await visit(), await visit()];
    expect((await finish(one)).status).toBe(200);
    expect((await finish(two)).status).toBe(200);
  });

  it("approves a device for the account", async () => {
    await signIn();
    const device = (await browser.call("POST", "/sign-in/device", { name: "gleaner" })).body.data;
    const { status } = await browser.call("PUT", `/sign-in/device/${device.userCode}`, {
      decision: "approve",
    });
    expect(status).toBe(200);
    const { body } = await browser.call("POST", "/sign-in/device/finish", { deviceCode: device.deviceCode });
    const asDevice = () =>
      new TestBrowser(service).call("GET", "/session", undefined, {
        origin: null,
        headers: { "x-api-key": body.data.token },
      });
    expect((await asDevice()).body.data).toMatchObject({ signedInWith: "sso", account: { role: "owner" } });
    expect((await company.account.remove("/account/sso")).status).toBe(200);
    expect((await asDevice()).status).toBe(401);
  });
});

describe("groups", () => {
  const groupRoles = [
    { group: "everyone", role: "viewer" },
    { group: "data", role: "editor" },
    { group: "admins", role: "owner" },
  ];
  beforeEach(async () => {
    company = await newCompany(provider, { groupRoles });
  });
  const roleWith = async (groups: unknown, email: string) => {
    provider.who = person(email, { groups });
    const { status, body } = await signIn();
    return status === 200 ? body.data.account.role : body.error.code;
  };

  it("give their highest role, at each sign-in", async () => {
    const email = uniqueAddress("grouped");
    expect(await roleWith(["everyone", "data"], email)).toBe("editor");
    expect(await roleWith(["admins", "everyone"], email)).toBe("owner");
    expect(await roleWith("everyone", email)).toBe("viewer");
  });

  it("end the sessions of a person who no longer belongs to any", async () => {
    const email = uniqueAddress("grouped");
    const [before, now] = [browser, new TestBrowser(service)];
    expect(await roleWith(["data"], email)).toBe("editor");
    browser = now;
    expect(await roleWith([], email)).toBe("unauthenticated");
    expect((await before.call("GET", "/flows")).status).toBe(401);
  });

  it.each([[undefined], [null], [[["admins"]]], [{ admins: true }], ["admins,data"], [["Admins"]]])(
    "give no role as %j",
    async (groups) => {
      expect(await roleWith(groups, uniqueAddress("grouped"))).toBe("unauthenticated");
    },
  );

  it("never demote the last owner", async () => {
    expect(await roleWith(["everyone"], company.email)).toBe("owner");
  });
});

describe("an issuer serves only accounts whose owner configured it", () => {
  it("signs nobody into another account by its address", async () => {
    const [mine, theirs] = [company, await newCompany(other)];
    provider.who = person(theirs.email);
    const query = await visit(browser, mine);
    expect(await finish(query, browser, theirs)).toMatchObject(REFUSED);
    // The same identity of the same issuer is nobody where it was not configured.
    expect(await signIn(browser, mine)).toMatchObject(REFUSED);
    const none = await newAccount("scale", uniqueAddress("none"), service);
    const { signInUrl } = (await none.get("/account/sso")).body.data;
    expect(await start(browser, codeOf(signInUrl))).toMatchObject(refusal(404, "not-found"));
  });

  it("keeps the same subject of one issuer apart in two accounts that configured it", async () => {
    const second = await newCompany(provider, { defaultRole: "viewer" });
    const first = (await signIn()).body.data;
    const { data } = (await signIn(new TestBrowser(service), second)).body;
    expect(data.person.id).not.toBe(first.person.id);
    expect(data.account.id).not.toBe(first.account.id);
  });

  it("lets a session see and do nothing about other accounts of the person", async () => {
    const elsewhere = await newAccount("scale", uniqueAddress("elsewhere"), service);
    await elsewhere.post("/people", { email: company.email, role: "owner" });
    const byMail = new TestBrowser(service);
    const session = await byMail.signIn(company.email);
    await byMail.call("POST", `/invitations/${session.invitations[0].id}/accept`);
    const { accounts } = (await byMail.call("GET", "/session")).body.data;
    expect(accounts).toHaveLength(2);

    const { data } = (await signIn()).body;
    expect(data.accounts).toHaveLength(1);
    const elsewhereId = accounts.find(({ id }: { id: string }) => id !== data.account.id).id;
    const CONFINED = refusal(403, "missing-scope");
    expect(await browser.call("PUT", "/session", { accountId: elsewhereId })).toMatchObject(CONFINED);
    expect(await browser.call("DELETE", "/person")).toMatchObject(CONFINED);
    const device = (await browser.call("POST", "/sign-in/device", { name: "gleaner" })).body.data;
    expect(
      await browser.call("PUT", `/sign-in/device/${device.userCode}`, {
        decision: "approve",
        accountId: elsewhereId,
      }),
    ).toMatchObject(CONFINED);
    const sessions = (await browser.call("GET", "/sessions")).body.data;
    expect(sessions).toHaveLength(1);
    const all = (await byMail.call("GET", "/sessions")).body.data;
    const mailed = all.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    expect((await browser.call("DELETE", `/sessions/${mailed.id}`)).status).toBe(404);
  });

  it("shows and accepts no invitation to another account", async () => {
    const elsewhere = await newAccount("scale", uniqueAddress("elsewhere"), service);
    const { body } = await elsewhere.post("/people", { email: company.email, role: "owner" });
    expect((await signIn()).body.data.invitations).toEqual([]);
    expect(await browser.call("POST", `/invitations/${body.data.id}/accept`)).toMatchObject(
      refusal(403, "missing-scope"),
    );
  });

  it("ends its sessions, and signs nobody in, once it is turned off or replaced", async () => {
    const query = await visit();
    await signIn();
    expect((await company.account.put("/account/sso", settings(other.issuer))).status).toBe(200);
    expect((await browser.call("GET", "/flows")).status).toBe(401);
    expect(await finish(query)).toMatchObject(REFUSED);
    expect((await company.account.remove("/account/sso")).status).toBe(200);
    expect(await start(browser, company.code)).toMatchObject(refusal(404, "not-found"));
  });

  it("is not turned off while no owner could sign in without it", async () => {
    company = await newCompany(provider, { groupRoles: [{ group: "admins", role: "owner" }] });
    const [first] = await peopleOf();
    provider.who = person(uniqueAddress("admin"), { groups: ["admins"] });
    await signIn();
    expect((await company.account.remove(`/people/${first?.id}`)).status).toBe(200);
    expect(await company.account.remove("/account/sso")).toMatchObject(refusal(409, "conflict"));
  });
});

describe("somebody who was removed", () => {
  it("stays out until an owner invites them again", async () => {
    company = await newCompany(provider, { defaultRole: "viewer" });
    const email = uniqueAddress("leaver");
    provider.who = person(email);
    const { id } = (await signIn()).body.data.person;
    expect((await company.account.remove(`/people/${id}`)).status).toBe(200);
    expect((await browser.call("GET", "/flows")).status).toBe(401);
    expect(await signIn()).toMatchObject(REFUSED);
    await company.account.post("/people", { email, role: "editor" });
    const { data } = (await signIn()).body;
    expect([data.person.id, data.account.role]).toEqual([id, "editor"]);
  });

  it("does not come back through the provider if the address is their own", async () => {
    await company.account.post("/people", { email: "second@example.com", role: "owner" });
    const guest = uniqueAddress("guest");
    await company.account.post("/people", { email: guest, role: "viewer" });
    const byMail = new TestBrowser(service);
    const { invitations, person: own } = await byMail.signIn(guest);
    await byMail.call("POST", `/invitations/${invitations[0].id}/accept`);
    provider.who = person(guest);
    expect((await signIn()).status).toBe(200);
    await company.account.remove(`/people/${own.id}`);
    await company.account.post("/people", { email: guest, role: "viewer" });
    expect(await signIn()).toMatchObject(REFUSED);
  });

  it("is forgotten by identity and address if they erase themselves", async () => {
    company = await newCompany(provider, { defaultRole: "viewer" });
    provider.who = person(uniqueAddress("eraser"));
    const { id } = (await signIn()).body.data.person;
    expect((await browser.call("DELETE", "/person")).status).toBe(200);
    expect(JSON.stringify(await peopleOf())).not.toContain(provider.who.email);
    expect((await signIn()).body.data.person.id).not.toBe(id);
  });
});

describe("what the provider returns", () => {
  it("works once", async () => {
    const query = await visit();
    expect((await finish(query)).status).toBe(200);
    expect(await finish(query)).toMatchObject(REFUSED);
  });

  it("works only in the browser that began, so that nobody is signed in as somebody else", async () => {
    const query = await visit();
    const victim = new TestBrowser(service);
    expect(await finish(query, victim)).toMatchObject(REFUSED);
    await visit(victim);
    expect(await finish(query, victim)).toMatchObject(REFUSED);
    expect(victim.cookies.has("gleaner")).toBe(false);
  });

  it("is of no use with the code of another sign-in", async () => {
    const stolen = new URLSearchParams(await visit(new TestBrowser(service))).get("code") ?? "";
    const query = new URLSearchParams(await visit());
    query.set("code", stolen);
    expect(await finish(query.toString())).toMatchObject(REFUSED);
  });

  it.each(["https://evil.example", "null", null])("is not taken from a page of %s", async (origin) => {
    const query = await visit();
    const sent = { origin };
    expect(await browser.call("POST", "/sign-in/sso", { company: company.code }, sent)).toMatchObject(
      refusal(403, "origin-refused"),
    );
    expect(
      await browser.call("POST", "/sign-in/sso/finish", { company: company.code, query }, sent),
    ).toMatchObject(refusal(403, "origin-refused"));
  });

  it.each<[string, Lies]>([
    ["for another client", { claims: { aud: "another" } }],
    ["for several clients, of which another is meant", { claims: { aud: [CLIENT.id, "x"], azp: "x" } }],
    ["of another issuer", { claims: { iss: "https://evil.example" } }],
    ["for another request", { claims: { nonce: "another" } }],
    ["without a nonce", { claims: { nonce: undefined } }],
    ["that has expired", { claims: { exp: 1_000 } }],
    ["that is not valid yet", { claims: { nbf: 9_999_999_999 } }],
    ["of nobody", { claims: { sub: "" } }],
    ["about somebody else than the userinfo", { claims: { sub: "another" } }],
    ["that is signed by somebody else", { signature: "foreign" }],
    ["that is not signed", { signature: "none" }],
  ])("is refused with an ID token %s", async (_what, lies) => {
    provider.lies = lies;
    expect(await signIn()).toMatchObject(REFUSED);
    expect(browser.cookies.has("gleaner")).toBe(false);
  });

  it("is refused if it names another issuer (mix-up)", async () => {
    const query = new URLSearchParams(await visit());
    query.set("iss", other.issuer);
    expect(await finish(query.toString())).toMatchObject(REFUSED);
  });

  it.each(["x", "state=x&code=y", "error=access_denied", "state=&state="])(
    "is refused as %j",
    async (query) => {
      await visit();
      expect(await finish(query)).toMatchObject(REFUSED);
    },
  );

  it("sends the browser back to the account's own address only", async () => {
    const { body } = await start(browser, company.code);
    const url = new URL(body.data.authorizationUrl);
    expect(url.origin).toBe(provider.issuer);
    expect(url.searchParams.get("redirect_uri")).toMatch(new RegExp(`/dashboard/sign-in/${company.code}$`));
    expect(url.searchParams.get("code_challenge_method")).toBe("S256");
    const more = { company: company.code, redirectUri: "https://evil.example" };
    expect(await browser.call("POST", "/sign-in/sso", more)).toMatchObject(refusal(400, "invalid-request"));
  });

  it("is asked for again if the provider does not answer", async () => {
    provider.lies = { discovery: { token_endpoint: `http://127.0.0.1:${other.port}/gone` } };
    expect(await finish(await visit())).toMatchObject(refusal(503, "unavailable"));
    provider.lies = { discovery: { jwks_uri: "http://169.254.169.254/" } };
    expect(await start(browser, company.code)).toMatchObject(refusal(503, "unavailable"));
  });
});

describe("the time", () => {
  const HOUR_MS = 3_600_000;

  it("ends a session after a day, a sign-in after ten minutes, and a token that was issued too long ago", async () => {
    const query = await visit();
    await signIn();
    await runner.advanceClock(10 * 60_000);
    expect(await finish(query)).toMatchObject(REFUSED);
    await runner.advanceClock(23 * HOUR_MS);
    expect((await browser.call("GET", "/flows")).status).toBe(200);
    // The provider's clock has stood still: what it says expired hours ago.
    expect(await signIn(new TestBrowser(service))).toMatchObject(REFUSED);
    await runner.advanceClock(HOUR_MS);
    expect((await browser.call("GET", "/flows")).status).toBe(401);
  });
});
