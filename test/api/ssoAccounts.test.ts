/** What single sign-on gives access to: the account whose owner set it up, and no other. */
import { describe, expect, it } from "@jest/globals";
import { newAccount } from "../helpers/api.ts";
import { TestBrowser, uniqueAddress } from "../helpers/people.ts";
import {
  codeOf,
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

describe("an issuer serves only accounts whose owner configured it", () => {
  it("signs nobody into another account by its address", async () => {
    const [mine, theirs] = [world.company, await newCompany(world.other)];
    world.provider.who = person(theirs.email);
    const query = await visit(world.browser, mine);
    expect(await finish(query, world.browser, theirs)).toMatchObject(REFUSED);
    // The same identity of the same issuer is nobody where it was not configured.
    expect(await signIn(world.browser, mine)).toMatchObject(REFUSED);
    const none = await newAccount("scale", uniqueAddress("none"));
    const { signInUrl } = (await none.get("/account/sso")).body.data;
    expect(await start(world.browser, codeOf(signInUrl))).toMatchObject(refusal(404, "not-found"));
  });

  it("keeps the same subject of one issuer apart in two accounts that configured it", async () => {
    const second = await newCompany(world.provider, { defaultRole: "viewer" });
    const first = (await signIn()).body.data;
    const { data } = (await signIn(new TestBrowser(), second)).body;
    expect(data.person.id).not.toBe(first.person.id);
    expect(data.account.id).not.toBe(first.account.id);
  });

  it("lets a session see and do nothing about other accounts of the person", async () => {
    const elsewhere = await newAccount("scale", uniqueAddress("elsewhere"));
    await elsewhere.post("/people", { email: world.company.email, role: "owner" });
    const byMail = new TestBrowser();
    const session = await byMail.signIn(world.company.email);
    await byMail.call("POST", `/invitations/${session.invitations[0].id}/accept`);
    const { accounts } = (await byMail.call("GET", "/session")).body.data;
    expect(accounts).toHaveLength(2);

    const { data } = (await signIn()).body;
    expect(data.accounts).toHaveLength(1);
    const elsewhereId = accounts.find(({ id }: { id: string }) => id !== data.account.id).id;
    const CONFINED = refusal(403, "missing-scope");
    expect(await world.browser.call("PUT", "/session", { accountId: elsewhereId })).toMatchObject(CONFINED);
    expect(await world.browser.call("DELETE", "/person")).toMatchObject(CONFINED);
    const device = (await world.browser.call("POST", "/sign-in/device", { name: "gleaner" })).body.data;
    expect(
      await world.browser.call("PUT", `/sign-in/device/${device.userCode}`, {
        decision: "approve",
        accountId: elsewhereId,
      }),
    ).toMatchObject(CONFINED);
    const sessions = (await world.browser.call("GET", "/sessions")).body.data;
    expect(sessions).toHaveLength(1);
    const all = (await byMail.call("GET", "/sessions")).body.data;
    const mailed = all.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    expect((await world.browser.call("DELETE", `/sessions/${mailed.id}`)).status).toBe(404);
  });

  it("shows and accepts no invitation to another account", async () => {
    const elsewhere = await newAccount("scale", uniqueAddress("elsewhere"));
    const { body } = await elsewhere.post("/people", { email: world.company.email, role: "owner" });
    expect((await signIn()).body.data.invitations).toEqual([]);
    expect(await world.browser.call("POST", `/invitations/${body.data.id}/accept`)).toMatchObject(
      refusal(403, "missing-scope"),
    );
  });

  it("ends its sessions, and signs nobody in, once it is turned off or replaced", async () => {
    const query = await visit();
    await signIn();
    expect((await world.company.account.put("/account/sso", settings(world.other.issuer))).status).toBe(200);
    expect((await world.browser.call("GET", "/flows")).status).toBe(401);
    expect(await finish(query)).toMatchObject(REFUSED);
    expect((await world.company.account.remove("/account/sso")).status).toBe(200);
    expect(await start(world.browser, world.company.code)).toMatchObject(refusal(404, "not-found"));
  });

  it("is not turned off while no owner could sign in without it", async () => {
    world.company = await newCompany(world.provider, { groupRoles: [{ group: "admins", role: "owner" }] });
    const [first] = await peopleOf();
    world.provider.who = person(uniqueAddress("admin"), { groups: ["admins"] });
    await signIn();
    expect((await world.company.account.remove(`/people/${first?.id}`)).status).toBe(200);
    expect(await world.company.account.remove("/account/sso")).toMatchObject(refusal(409, "conflict"));
  });
});

describe("somebody who was removed", () => {
  it("stays out until an owner invites them again", async () => {
    world.company = await newCompany(world.provider, { defaultRole: "viewer" });
    const email = uniqueAddress("leaver");
    world.provider.who = person(email);
    const { id } = (await signIn()).body.data.person;
    expect((await world.company.account.remove(`/people/${id}`)).status).toBe(200);
    expect((await world.browser.call("GET", "/flows")).status).toBe(401);
    expect(await signIn()).toMatchObject(REFUSED);
    await world.company.account.post("/people", { email, role: "editor" });
    const { data } = (await signIn()).body;
    expect([data.person.id, data.account.role]).toEqual([id, "editor"]);
  });

  it("does not come back through the provider if the address is their own", async () => {
    await world.company.account.post("/people", { email: "second@example.com", role: "owner" });
    const guest = uniqueAddress("guest");
    await world.company.account.post("/people", { email: guest, role: "viewer" });
    const byMail = new TestBrowser();
    const { invitations, person: own } = await byMail.signIn(guest);
    await byMail.call("POST", `/invitations/${invitations[0].id}/accept`);
    world.provider.who = person(guest);
    expect((await signIn()).status).toBe(200);
    await world.company.account.remove(`/people/${own.id}`);
    await world.company.account.post("/people", { email: guest, role: "viewer" });
    expect(await signIn()).toMatchObject(REFUSED);
  });

  it("is forgotten by identity and address if they erase themselves", async () => {
    world.company = await newCompany(world.provider, { defaultRole: "viewer" });
    world.provider.who = person(uniqueAddress("eraser"));
    const { id } = (await signIn()).body.data.person;
    expect((await world.browser.call("DELETE", "/person")).status).toBe(200);
    expect(JSON.stringify(await peopleOf())).not.toContain(world.provider.who.email);
    expect((await signIn()).body.data.person.id).not.toBe(id);
  });
});
