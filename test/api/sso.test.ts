/** Signing in with an account's identity provider, which the test starts. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { apiAs, newAccount } from "../helpers/api.ts";
import { TestBrowser, uniqueAddress } from "../helpers/people.ts";
import {
  finish,
  newCompany,
  peopleOf,
  person,
  REFUSED,
  refusal,
  settings,
  signIn,
  start,
  useSso,
  visit,
  world,
} from "./sso/world.ts";

useSso();

describe("setting up single sign-on", () => {
  it("shows the address to register before there are settings, and never the secret", async () => {
    const account = await newAccount("scale", uniqueAddress("owner"));
    const { body: before } = await account.get("/account/sso");
    expect(before.data).toEqual({
      signInUrl: expect.stringMatching(/\/dashboard\/sign-in\/[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$/),
      provider: null,
    });
    const { body } = await account.put("/account/sso", settings(world.provider.issuer));
    expect(body.data.signInUrl).toBe(before.data.signInUrl);
    expect(body.data.provider).toMatchObject({
      issuer: world.provider.issuer,
      clientSecret: "…",
      defaultRole: null,
    });
    expect((await account.get("/account/sso")).body).toEqual(body);
  });

  it.each([
    ["that is private", "http://127.0.0.1:1", 422, "target-refused"],
    ["without TLS", "http://shop.example", 400, "invalid-request"],
    ["without a discovery document", () => `${world.provider.issuer}/nothing`, 400, "invalid-request"],
  ])("refuses an issuer %s", async (_what, issuer, status, code) => {
    const at = typeof issuer === "string" ? issuer : issuer();
    expect(await world.company.account.put("/account/sso", settings(at))).toMatchObject(
      refusal(status, code),
    );
  });

  it.each([
    ["authorization_endpoint", "javascript:alert(1)//"],
    ["authorization_endpoint", "http://shop.example/"],
    ["token_endpoint", "ftp://shop.example/"],
    ["jwks_uri", "http://169.254.169.254/"],
    ["issuer", "https://evil.example"],
    ["authorization_endpoint", undefined],
  ])("refuses a provider whose %s is %s", async (name, value) => {
    world.provider.lies = { discovery: { [name]: value } };
    const answer = await world.company.account.put("/account/sso", settings(world.provider.issuer));
    expect([400, 422]).toContain(answer.status);
  });

  it("keeps the secret for the same issuer and client only", async () => {
    const kept = (issuer: string) => ({ ...settings(issuer), clientSecret: "…" });
    expect((await world.company.account.put("/account/sso", kept(world.provider.issuer))).status).toBe(200);
    expect((await signIn()).status).toBe(200);
    expect(await world.company.account.put("/account/sso", kept(world.other.issuer))).toMatchObject(
      refusal(400, "invalid-request"),
    );
  });

  it("requires the right to make owners", async () => {
    const { body } = await world.company.account.post("/keys", {
      name: "Settings",
      scopes: ["account:write", "account:read"],
    });
    const limited = apiAs(body.data.key);
    expect(await limited.put("/account/sso", settings(world.other.issuer))).toMatchObject(
      refusal(403, "missing-scope"),
    );
  });

  it("answers only 404 or 400 for an unknown sign-in code", async () => {
    expect(await start(world.browser, "BCDF-GHJK-LMNP")).toMatchObject(refusal(404, "not-found"));
    expect(await start(world.browser, "not a code!")).toMatchObject(refusal(400, "invalid-request"));
  });
});

describe("signing in", () => {
  it("starts a session for the member with the verified address, limited to the account", async () => {
    const { status, body } = await signIn();
    expect([status, body.data.person.email, body.data.account.role, body.data.signedInWith]).toEqual([
      200,
      world.company.email,
      "owner",
      "sso",
    ]);
    expect((await world.browser.call("GET", "/flows")).status).toBe(200);
    expect(await peopleOf()).toHaveLength(1);
  });

  it("identifies a person by issuer and subject, even if the email address changes", async () => {
    const first = (await signIn()).body.data.person;
    world.provider.who = { ...person(uniqueAddress("married")), sub: world.provider.who.sub };
    expect((await signIn()).body.data.person.id).toBe(first.id);
    // Somebody else got the address: they are not the person.
    world.provider.who = { ...person(world.company.email), sub: "another" };
    expect(await signIn(new TestBrowser())).toMatchObject(refusal(409, "conflict"));
  });

  it("admits an invited person once, with the role of the invitation", async () => {
    const guest = uniqueAddress("guest");
    world.provider.who = person(guest);
    expect(await signIn()).toMatchObject(REFUSED);
    await world.company.account.post("/people", { email: guest, role: "viewer" });
    expect((await signIn()).body.data.account.role).toBe("viewer");
    expect((await peopleOf()).filter(({ email }) => email === guest)).toMatchObject([{ status: "active" }]);
  });

  it.each([
    ["is not verified", { email_verified: false }],
    ["is said to be verified as a text", { email_verified: "true" }],
    ["is missing", { email: undefined }],
  ])("lets nobody in as a member whose address %s", async (_what, change) => {
    world.provider.who = { ...person(world.company.email), ...change };
    expect(await signIn()).toMatchObject(REFUSED);
  });

  it("gives people of the provider the default role, if there is one", async () => {
    world.company = await newCompany(world.provider, { defaultRole: "viewer" });
    world.provider.who = person(uniqueAddress("new"), { email_verified: undefined });
    expect((await signIn()).body.data.account.role).toBe("viewer");
  });

  it("gives no access to the account by an email link to an address that only the provider has named", async () => {
    world.company = await newCompany(world.provider, { defaultRole: "editor" });
    const victim = uniqueAddress("victim");
    const elsewhere = await newAccount("scale", victim);
    world.provider.who = person(victim);
    const { body } = await signIn();
    expect(body.data.accounts).toHaveLength(1);
    const own = new TestBrowser();
    const session = await own.signIn(victim);
    expect(session.person.id).not.toBe(body.data.person.id);
    expect(session.accounts).toHaveLength(1);
    expect((await peopleOf({ ...world.company, account: elsewhere })).map(({ id }) => id)).toEqual([
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
    const device = (await world.browser.call("POST", "/sign-in/device", { name: "gleaner" })).body.data;
    const { status } = await world.browser.call("PUT", `/sign-in/device/${device.userCode}`, {
      decision: "approve",
    });
    expect(status).toBe(200);
    const { body } = await world.browser.call("POST", "/sign-in/device/finish", {
      deviceCode: device.deviceCode,
    });
    const asDevice = () =>
      new TestBrowser().call("GET", "/session", undefined, {
        origin: null,
        headers: { "x-api-key": body.data.token },
      });
    expect((await asDevice()).body.data).toMatchObject({ signedInWith: "sso", account: { role: "owner" } });
    expect((await world.company.account.remove("/account/sso")).status).toBe(200);
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
    world.company = await newCompany(world.provider, { groupRoles });
  });
  const roleWith = async (groups: unknown, email: string) => {
    world.provider.who = person(email, { groups });
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
    const [before, now] = [world.browser, new TestBrowser()];
    expect(await roleWith(["data"], email)).toBe("editor");
    world.browser = now;
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
    expect(await roleWith(["everyone"], world.company.email)).toBe("owner");
  });
});
