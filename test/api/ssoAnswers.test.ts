/** What an identity provider sends back, and what is not believed. */
import { describe, expect, it } from "@jest/globals";
import { CLIENT, type Lies } from "../helpers/oidcProvider.ts";
import { TestBrowser } from "../helpers/people.ts";
import { finish, REFUSED, refusal, signIn, start, useSso, visit, world } from "./sso/world.ts";

useSso();

describe("what the provider returns", () => {
  it("works once", async () => {
    const query = await visit();
    expect((await finish(query)).status).toBe(200);
    expect(await finish(query)).toMatchObject(REFUSED);
  });

  it("works only in the browser that began, so that nobody is signed in as somebody else", async () => {
    const query = await visit();
    const victim = new TestBrowser();
    expect(await finish(query, victim)).toMatchObject(REFUSED);
    await visit(victim);
    expect(await finish(query, victim)).toMatchObject(REFUSED);
    expect(victim.cookies.has("gleaner")).toBe(false);
  });

  it("is of no use with the code of another sign-in", async () => {
    const stolen = new URLSearchParams(await visit(new TestBrowser())).get("code") ?? "";
    const query = new URLSearchParams(await visit());
    query.set("code", stolen);
    expect(await finish(query.toString())).toMatchObject(REFUSED);
  });

  it.each(["https://evil.example", "null", null])("is not taken from a page of %s", async (origin) => {
    const query = await visit();
    const sent = { origin };
    expect(
      await world.browser.call("POST", "/sign-in/sso", { company: world.company.code }, sent),
    ).toMatchObject(refusal(403, "origin-refused"));
    expect(
      await world.browser.call("POST", "/sign-in/sso/finish", { company: world.company.code, query }, sent),
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
    world.provider.lies = lies;
    expect(await signIn()).toMatchObject(REFUSED);
    expect(world.browser.cookies.has("gleaner")).toBe(false);
  });

  it("is refused if it names another issuer (mix-up)", async () => {
    const query = new URLSearchParams(await visit());
    query.set("iss", world.other.issuer);
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
    const { body } = await start(world.browser, world.company.code);
    const url = new URL(body.data.authorizationUrl);
    expect(url.origin).toBe(world.provider.issuer);
    expect(url.searchParams.get("redirect_uri")).toMatch(
      new RegExp(`/dashboard/sign-in/${world.company.code}$`),
    );
    expect(url.searchParams.get("code_challenge_method")).toBe("S256");
    const more = { company: world.company.code, redirectUri: "https://evil.example" };
    expect(await world.browser.call("POST", "/sign-in/sso", more)).toMatchObject(
      refusal(400, "invalid-request"),
    );
  });

  it("is asked for again if the provider does not answer", async () => {
    world.provider.lies = { discovery: { token_endpoint: `http://127.0.0.1:${world.other.port}/gone` } };
    expect(await finish(await visit())).toMatchObject(refusal(503, "unavailable"));
    world.provider.lies = { discovery: { jwks_uri: "http://169.254.169.254/" } };
    expect(await start(world.browser, world.company.code)).toMatchObject(refusal(503, "unavailable"));
  });
});
