/** What expires and what is replaced, on a service whose clock is moved. */
import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type Answer, type Api, newAccount } from "../helpers/api.ts";
import { TestBrowser, uniqueAddress } from "../helpers/people.ts";
import { type RunnerProcess, type StartedService, spawnRunner } from "../helpers/runnerProcess.ts";
import { finish, REFUSED, signIn, useSso, visit, world } from "./sso/world.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

let runner: RunnerProcess;
let service: StartedService;
useSso(async (ports) => {
  runner = spawnRunner([
    "--in-memory",
    "--allow-private",
    ports.map((port) => `127.0.0.1:${port}`).join(","),
  ]);
  service = await runner.started;
  return service;
});
afterAll(() => runner.end("SIGTERM"));

let account: Api;
let email: string;
let browser: TestBrowser;
beforeEach(async () => {
  email = uniqueAddress("owner");
  account = await newAccount("scale", email, service);
  browser = new TestBrowser(service);
});

const pass = (ms: number): Promise<void> => runner.advanceClock(ms);
const statusOf = async (answer: Promise<Answer>): Promise<number> => (await answer).status;
const look = (by: TestBrowser = browser): Promise<number> => statusOf(by.call("GET", "/session"));
/** A browser with the cookie that another had at this moment. */
const copyOf = (original: TestBrowser): TestBrowser => {
  const copy = new TestBrowser(service);
  for (const [name, value] of original.cookies) copy.cookies.set(name, value);
  return copy;
};

const asDevice = (method: string, path: string, body?: object, token?: string): Promise<Answer> =>
  new TestBrowser(service).call(method, path, body, {
    origin: null,
    headers: token === undefined ? {} : { "x-api-key": token },
  });
const startDevice = async () => (await asDevice("POST", "/sign-in/device", { name: "gleaner" })).body.data;
const finishDevice = (deviceCode: string) => asDevice("POST", "/sign-in/device/finish", { deviceCode });
const decide = (code: string, decision: string) =>
  statusOf(browser.call("PUT", `/sign-in/device/${code}`, { decision }));

// First, while the service is as late as the provider.
describe("single sign-on", () => {
  it("ends a session after a day, a sign-in after ten minutes, and a token that was issued too long ago", async () => {
    const query = await visit();
    await signIn();
    await pass(10 * MINUTE_MS);
    expect(await finish(query)).toMatchObject(REFUSED);
    await pass(DAY_MS - 60 * MINUTE_MS);
    expect((await world.browser.call("GET", "/flows")).status).toBe(200);
    // The provider's clock has stood still: what it says expired hours ago.
    expect(await signIn(new TestBrowser(service))).toMatchObject(REFUSED);
    await pass(60 * MINUTE_MS);
    expect((await world.browser.call("GET", "/flows")).status).toBe(401);
  });
});

describe("a sign-in link", () => {
  it("works within 15 minutes and not after", async () => {
    const [first, second] = [await browser.askForLink(email), await browser.askForLink(email)];
    const finish = (token: string) => statusOf(browser.call("POST", "/sign-in/finish", { token, email }));
    await pass(14 * MINUTE_MS);
    expect(await finish(first)).toBe(200);
    await pass(MINUTE_MS);
    expect(await finish(second)).toBe(401);
  });
});

describe("a session", () => {
  it("gets another token after a day, and the replaced one works for another minute", async () => {
    await browser.signIn(email);
    await pass(DAY_MS - 2 * MINUTE_MS);
    const before = browser.cookies.get("gleaner");
    expect(await look()).toBe(200);
    expect(browser.cookies.get("gleaner")).toBe(before);
    await pass(2 * MINUTE_MS);
    const old = copyOf(browser);
    expect(await look()).toBe(200);
    expect(browser.cookies.get("gleaner")).not.toBe(before);
    expect(await statusOf(old.call("GET", "/flows"))).toBe(200);
    await pass(MINUTE_MS + SECOND_MS);
    expect(await statusOf(old.call("GET", "/flows"))).toBe(401);
    expect(await look()).toBe(200);
  });

  it("ends after 7 days without use", async () => {
    await browser.signIn(email);
    await pass(7 * DAY_MS - MINUTE_MS);
    expect(await look()).toBe(200);
    await pass(7 * DAY_MS);
    expect(await look()).toBe(401);
  });

  it("ends after 30 days, however often it was used and replaced", async () => {
    await browser.signIn(email);
    for (let n = 0; n < 5; n += 1) {
      await pass(5 * DAY_MS);
      expect(await look()).toBe(200);
    }
    await pass(5 * DAY_MS);
    expect(await look()).toBe(401);
  });
});

describe("an invitation", () => {
  const invite = async () => {
    const guest = uniqueAddress("guest");
    const { id } = (await account.post("/people", { email: guest, role: "viewer" })).body.data;
    return { guest, id };
  };

  it("can be accepted within 7 days and not after", async () => {
    const [early, late] = [await invite(), await invite()];
    await pass(7 * DAY_MS - MINUTE_MS);
    await browser.signIn(early.guest);
    expect(await statusOf(browser.call("POST", `/invitations/${early.id}/accept`))).toBe(200);
    const other = new TestBrowser(service);
    await other.signIn(late.guest);
    await pass(MINUTE_MS);
    expect(await statusOf(other.call("POST", `/invitations/${late.id}/accept`))).toBe(404);
    const { data } = (await account.get("/people")).body;
    expect(data.map((person: { email: string }) => person.email)).not.toContain(late.guest);
  });
});

describe("a device's code", () => {
  it("can be approved, and asked about, within 15 minutes and not after", async () => {
    await browser.signIn(email);
    const [approved, late] = [await startDevice(), await startDevice()];
    await pass(14 * MINUTE_MS);
    expect(await decide(approved.userCode, "approve")).toBe(200);
    await pass(MINUTE_MS);
    expect(await decide(late.userCode, "approve")).toBe(404);
    for (const { deviceCode } of [approved, late]) expect(await statusOf(finishDevice(deviceCode))).toBe(401);
  });
});

describe("a device's session", () => {
  const signInDevice = async (): Promise<string> => {
    await browser.signIn(email);
    const { userCode, deviceCode } = await startDevice();
    await decide(userCode, "approve");
    return (await finishDevice(deviceCode)).body.data.token;
  };
  const use = (token: string) => statusOf(asDevice("GET", "/session", undefined, token));

  it("keeps its token, and ends after 30 days without use", async () => {
    const token = await signInDevice();
    await pass(30 * DAY_MS - MINUTE_MS);
    expect(await use(token)).toBe(200);
    await pass(30 * DAY_MS);
    expect(await use(token)).toBe(401);
  });

  it("ends after 90 days, however often it was used", async () => {
    const token = await signInDevice();
    for (let n = 0; n < 4; n += 1) {
      await pass(22 * DAY_MS);
      expect(await use(token)).toBe(200);
    }
    await pass(2 * DAY_MS);
    expect(await use(token)).toBe(401);
  });
});
