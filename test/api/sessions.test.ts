import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { DEMO_LOGIN, ORDER_COUNT } from "../../local/demo-site/areas/account.ts";
import { type DemoSite, startDemoSite } from "../../local/demo-site/site.ts";
import { apiAs, endOfRun, type Json, newAccount } from "../helpers/api.ts";
import { listen, listenOnReserved } from "../helpers/pageServer.ts";

let shop: DemoSite;
let account: Awaited<ReturnType<typeof newAccount>>;
beforeAll(async () => {
  shop = await listenOnReserved((port) => startDemoSite({ port }));
  account = await newAccount();
});
beforeEach(() => shop.unlock());
afterAll(() => shop.stop());

const SIGN_IN = [
  { type: "type", selector: "input[name=username]", text: DEMO_LOGIN.username, when: "signed-out" },
  { type: "type", selector: "input[name=password]", text: "{{secret.password}}", when: "signed-out" },
  { type: "click", selector: 'button:contains("Log in")', when: "signed-out" },
];
const ORDERS = { type: "extract", selector: "tr.order", fields: ["number: .order-number"] };
const CHECK = { type: "assert", selector: ".greeting", message: "The shop did not let us in." };

const createFlow = async (over: object = {}, password: string | null = DEMO_LOGIN.password) => {
  const { body } = await account.post("/flows", {
    name: "My orders",
    url: `${shop.url}/account/orders`,
    mode: "interact",
    session: { keep: true },
    steps: [...SIGN_IN, CHECK, ORDERS],
    ...over,
  });
  const { id } = body.data;
  if (password !== null) await account.put(`/flows/${id}/secrets/password`, { value: password });
  return id as string;
};
const start = async (flowId: string): Promise<string> =>
  (await account.post("/runs", { flowId })).body.data.id;
const run = async (flowId: string) => endOfRun(account, await start(flowId));
const sessionOf = async (flowId: string): Promise<Json> =>
  (await account.get(`/flows/${flowId}/session`)).body.data;
const messagesOf = (done: Json): string[] => done.logs.map(({ message }: { message: string }) => message);

/** A session of the shop, as a browser would have it. */
const signInByHand = async (): Promise<string> => {
  const response = await fetch(`${shop.url}/login`, {
    method: "POST",
    body: new URLSearchParams(DEMO_LOGIN),
    redirect: "manual",
  });
  return /shop-session=([^;]+)/.exec(response.headers.get("set-cookie") ?? "")?.[1] ?? "";
};
const netscape = (value: string, domain = "127.0.0.1") =>
  `# Netscape HTTP Cookie File\n\n#HttpOnly_${domain}\tFALSE\t/\tFALSE\t0\tshop-session\t${value}\n`;

/** A list of six records behind a password, whose session ends after three of them, once. */
const startPlaceThatForgets = async (answers401: boolean) => {
  let [signIns, seen, session] = [0, 0, "none"];
  const form =
    '<form method="post" action="/login"><input name="password" type="password"><button>In</button></form>';
  const server = createServer((request, response) => {
    request.resume();
    const path = request.url ?? "";
    const say = (body: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html" }).end(`<html><body>${body}</body></html>`);
    };
    if (path === "/login" && request.method === "POST") {
      signIns += 1;
      session = `s${signIns}`;
      const headers = { location: "/list", "set-cookie": `sid=${session}; Path=/; HttpOnly` };
      return void response.writeHead(303, headers).end();
    }
    if (path === "/login") return say(form);
    const isKnown = request.headers.cookie?.includes(`sid=${session}`) ?? false;
    const isRecord = path.startsWith("/record/");
    if (!/^\/(?:list|record\/\d)$/.test(path)) return void response.writeHead(404).end();
    if (!isKnown && isRecord && answers401) return say("Who are you?", 401);
    if (!isKnown) return void response.writeHead(302, { location: "/login" }).end();
    if (!isRecord)
      return say([1, 2, 3, 4, 5, 6].map((n) => `<p><a href="/record/${n}">${n}</a></p>`).join(""));
    seen += 1;
    if (seen === 3) session = "none";
    say(`<h1>${path.slice(-1)}</h1>`);
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const stop = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    });
  return { url, stop, signIns: () => signIns };
};

const passwordForm = (field: string) =>
  `<form method="post" action="/login"><label>Password <input id="${field}" name="${field}" type="password"></label><button>In</button></form>`;

/** A page behind a login that can be redesigned. */
const startPlaceWithLogin = async () => {
  const sent: string[] = [];
  let [login, address, isRedirected] = [passwordForm("pass"), "/login", true];
  let [session, signIns] = ["none", 0];
  let answer: string | null = null;
  const server = createServer(async (request, response) => {
    const say = (body: string) =>
      response.writeHead(200, { "content-type": "text/html" }).end(`<html><body>${body}</body></html>`);
    if (request.url === "/login" && request.method === "POST") {
      const [given = ""] = new URLSearchParams(await text(request)).values();
      sent.push(given);
      signIns += 1;
      login = answer ?? login;
      if (given === "open") session = `s${signIns}`;
      const cookie = given === "open" ? session : "refused";
      const headers = { location: "/members", "set-cookie": `sid=${cookie}; Path=/; HttpOnly` };
      return void response.writeHead(303, headers).end();
    }
    if (request.url === address) return void say(login);
    if (request.url !== "/members") return void response.writeHead(404).end();
    if (request.headers.cookie?.includes(`sid=${session}`)) return void say("<h1>Members</h1>");
    if (!isRedirected) return void say(login);
    response.writeHead(302, { location: address }).end();
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  return {
    url,
    /** What was sent from its form. */
    sent: () => sent,
    /** @param newAddress null: the page itself shows the form */
    redesign: (page: string, newAddress: string | null = "/login") => {
      [login, address, isRedirected] = [page, newAddress ?? "/login", newAddress !== null];
    },
    /** What its login page shows once its form was sent. */
    answerWith: (page: string) => {
      answer = page;
    },
    expire: () => {
      session = "none";
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
};

/** A flow that signs in there, without an `assert`. */
const createMembersFlow = async (url: string, selector = "#pass") => {
  const { body } = await account.post("/flows", {
    name: "Members",
    url: `${url}/members`,
    mode: "interact",
    session: { keep: true },
    steps: [
      { type: "type", selector, text: "{{secret.password}}", when: "signed-out", timeoutMs: 1_000 },
      { type: "click", selector: "button", when: "signed-out" },
      { type: "extract", fields: ["title: h1"] },
    ],
  });
  const id: string = body.data.id;
  await account.put(`/flows/${id}/secrets/password`, { value: "open" });
  return id;
};

describe("a kept session", () => {
  it("signs in once for consecutive and simultaneous runs, and again when it has expired", async () => {
    const before = shop.signIns().succeeded;
    const id = await createFlow();
    expect(await sessionOf(id)).toMatchObject({ kept: false, cookies: 0, site: "127.0.0.1" });
    const together = await Promise.all([start(id), start(id), start(id)]);
    for (const runId of together)
      expect(await endOfRun(account, runId)).toMatchObject({
        status: "completed",
        itemsExtracted: ORDER_COUNT,
      });
    expect(shop.signIns().succeeded).toBe(before + 1);
    const later = await run(id);
    expect(messagesOf(later)).toContain("Signed in already: the steps that sign in were skipped.");
    expect(await sessionOf(id)).toMatchObject({
      kept: true,
      cookies: 1,
      source: "sign-in",
      failedSignIns: 0,
      signInStopped: false,
    });
    shop.expireSessions();
    expect(await run(id)).toMatchObject({ status: "completed", itemsExtracted: ORDER_COUNT });
    expect(await run(id)).toMatchObject({ status: "completed", itemsExtracted: ORDER_COUNT });
    expect(shop.signIns()).toMatchObject({ succeeded: before + 2, locked: 0 });
  });

  // `test/store/flowSessions` makes a hundred checks, without Chromium.
  it("lasts for 20 checks of a monitor, with one sign-in", async () => {
    const before = shop.signIns();
    const id = await createFlow({ mode: "monitor" });
    const outcomes: string[] = [];
    for (let done = 0; done < 20; done += 10) {
      const together = await Promise.all(Array.from({ length: 10 }, () => start(id)));
      for (const runId of together) outcomes.push((await endOfRun(account, runId)).status);
    }
    expect(outcomes).toEqual(Array.from({ length: 20 }, () => "completed"));
    expect(shop.signIns()).toEqual({ ...before, succeeded: before.succeeded + 1 });
  }, 120_000);

  it("needs no assert if the site redirects to its login page", async () => {
    const before = shop.signIns().succeeded;
    const id = await createFlow({ steps: [...SIGN_IN, ORDERS] });
    for (const _ of [1, 2]) expect(await run(id)).toMatchObject({ itemsExtracted: ORDER_COUNT });
    expect(shop.signIns().succeeded).toBe(before + 1);
  });

  it("can be checked by an assert before its steps, which may open the login page themselves", async () => {
    const before = shop.signIns().succeeded;
    const id = await createFlow({
      url: `${shop.url}/`,
      steps: [
        { type: "navigate", url: `${shop.url}/account/orders` },
        CHECK,
        { type: "navigate", url: `${shop.url}/login`, when: "signed-out" },
        ...SIGN_IN,
        ORDERS,
      ],
    });
    for (const _ of [1, 2]) expect(await run(id)).toMatchObject({ itemsExtracted: ORDER_COUNT });
    expect(shop.signIns().succeeded).toBe(before + 1);
  });

  it("stops the flow with an alert after three failed sign-ins, so that the site does not lock the account", async () => {
    const before = shop.signIns();
    const id = await createFlow({ schedule: { every: "1d" } }, "wrong password");
    await account.put(`/flows/${id}`, { status: "active" });
    const errors = [await run(id), await run(id), await run(id)].map(({ error }) => error.code);
    expect(errors).toEqual(["sign-in-failed", "sign-in-failed", "sign-in-stopped"]);
    expect((await account.get(`/flows/${id}`)).body.data).toMatchObject({ status: "error" });
    expect(await sessionOf(id)).toMatchObject({ kept: false, failedSignIns: 3, signInStopped: true });
    const { items } = { items: (await account.get("/alerts")).body.data as Json[] };
    expect(items.filter(({ flowId, type }) => flowId === id && type === "flow_error")).toMatchObject([
      { severity: "critical", title: "My orders can't sign in" },
    ]);
    expect(await run(id)).toMatchObject({ error: { code: "sign-in-stopped", retryable: false } });
    expect(shop.signIns()).toMatchObject({ failed: before.failed + 3, locked: before.locked });
    await account.put(`/flows/${id}/secrets/password`, { value: DEMO_LOGIN.password });
    expect(await sessionOf(id)).toMatchObject({ failedSignIns: 0, signInStopped: false });
    shop.unlock();
    expect(await run(id)).toMatchObject({ status: "completed" });
    // Five browsers, one after another.
  }, 120_000);

  const EMAIL =
    '<form method="post" action="/login"><input name="mail" autocomplete="username"><button>Next</button></form>';
  const REDESIGNED: readonly [what: string, page: string, address: string][] = [
    ["whose field has another name", passwordForm("word"), "/login"],
    ["that asks for an email address first", `<h1>Sign in</h1>${EMAIL}`, "/login"],
    ["that asks for a code", '<h1>Enter your code</h1><input autocomplete="one-time-code">', "/enter"],
    [
      "with one button, which names the page to lead back to",
      "<h1>Sign in</h1><button>Sign in with Acme</button>",
      "/start?next=%2Fmembers",
    ],
  ];
  it.each(REDESIGNED)(
    "has ended on a login page %s: the run fails, names the step and collects nothing",
    async (_what, page, address) => {
      const place = await startPlaceWithLogin();
      try {
        const id = await createMembersFlow(place.url);
        expect(await run(id)).toMatchObject({ status: "completed", outputPreview: [{ title: "Members" }] });
        place.redesign(page, address);
        place.expire();
        expect(await run(id)).toMatchObject({
          status: "failed",
          itemsExtracted: 0,
          error: { code: "sign-in-failed", step: "steps[0]", message: expect.stringContaining("#pass") },
        });
        expect(place.sent()).toEqual(["open"]);
        expect(await sessionOf(id)).toMatchObject({ failedSignIns: 1, signInStopped: false });
        place.redesign(passwordForm("pass"));
        expect(await run(id)).toMatchObject({ status: "completed", outputPreview: [{ title: "Members" }] });
        expect(place.sent()).toEqual(["open", "open"]);
      } finally {
        await place.stop();
      }
    },
  );

  it("counts as failed if the site asks again after the steps ran, even without a password field", async () => {
    const place = await startPlaceWithLogin();
    try {
      const once = '<form method="post" action="/login"><input name="mail"><button>Next</button></form>';
      place.redesign(`<h1>Sign in</h1>${once}`);
      const id = await createMembersFlow(place.url, "input[name=mail]");
      await account.put(`/flows/${id}/secrets/password`, { value: "wrong" });
      place.answerWith("<h1>Wait for our message</h1>");
      expect(await run(id)).toMatchObject({
        status: "failed",
        itemsExtracted: 0,
        error: {
          code: "sign-in-failed",
          step: "steps[1]",
          message: expect.stringContaining("/login still asks"),
        },
      });
    } finally {
      await place.stop();
    }
  });

  const DOUBTED: readonly [what: string, page: string, address: string | null, says: string][] = [
    [
      "leads elsewhere, to no form",
      "<h1>Welcome</h1><button>Sign in with Acme</button>",
      "/start",
      "may be a login page",
    ],
    [
      "itself shows a field to sign in with",
      `<h1>Sign in</h1>${EMAIL}`,
      null,
      "shows a field to sign in with",
    ],
  ];
  it.each(DOUBTED)(
    "is doubted, with a warning in the log, when the page %s",
    async (_what, page, address, says) => {
      const place = await startPlaceWithLogin();
      try {
        const id = await createMembersFlow(place.url);
        const signedIn = await run(id);
        expect(signedIn.logs.filter(({ level }: Json) => level === "warn")).toEqual([]);
        place.redesign(page, address);
        place.expire();
        const done = await run(id);
        expect(done.logs.filter(({ level }: Json) => level === "warn")).toMatchObject([
          { message: expect.stringMatching(`${says}.*Add an \`assert\``) },
        ]);
        expect(place.sent()).toEqual(["open"]);
      } finally {
        await place.stop();
      }
    },
  );

  it("ends when its site, its sign-in steps or its password change, or its flow is deleted", async () => {
    const id = await createFlow();
    const kept = async () => (await sessionOf(id)).kept;
    const renew = async () => {
      shop.unlock();
      await run(id);
      expect(await kept()).toBe(true);
    };
    await renew();
    await account.put(`/flows/${id}`, {
      name: "Renamed",
      steps: [...SIGN_IN, CHECK, { ...ORDERS, limit: 2 }],
    });
    expect(await kept()).toBe(true);
    await account.put(`/flows/${id}`, {
      steps: [...SIGN_IN, { ...SIGN_IN[2], optional: true }, CHECK, ORDERS],
    });
    expect(await kept()).toBe(false);
    await account.put(`/flows/${id}`, { steps: [...SIGN_IN, CHECK, ORDERS] });
    await renew();
    await account.put(`/flows/${id}/secrets/password`, { value: DEMO_LOGIN.password });
    expect(await kept()).toBe(false);
    await renew();
    await account.put(`/flows/${id}`, { session: { keep: false } });
    expect(await kept()).toBe(false);
    await account.put(`/flows/${id}`, { session: { keep: true } });
    await renew();
    expect((await account.remove(`/flows/${id}/session`)).status).toBe(200);
    expect(await kept()).toBe(false);
    await renew();
    await account.remove(`/flows/${id}`);
    expect(await account.get(`/flows/${id}/session`)).toMatchObject({ status: 404 });
  });
});

describe("imported cookies", () => {
  it("sign a flow in without a browser, from cookies.txt or an extension's JSON, and are never shown", async () => {
    const value = await signInByHand();
    const id = await createFlow({ mode: "extract", render: "static", steps: [ORDERS] }, null);
    expect(await run(id)).toMatchObject({ status: "failed", error: { code: "signed-out" } });
    const imported = await account.put(`/flows/${id}/session`, { cookies: netscape(value) });
    expect(imported).toMatchObject({
      status: 200,
      body: { data: { kept: true, cookies: 1, source: "import", skipped: 0 } },
    });
    const done = await run(id);
    expect(done).toMatchObject({ status: "completed", itemsExtracted: ORDER_COUNT });
    const json = [
      { name: "shop-session", value, domain: "127.0.0.1", hostOnly: true, httpOnly: true, session: true },
      { name: "other", value: "x", domain: ".elsewhere.example", path: "/", expirationDate: 4e9 },
    ];
    const again = await account.put(`/flows/${id}/session`, { cookies: JSON.stringify(json) });
    expect(again).toMatchObject({ status: 200, body: { data: { cookies: 1, skipped: 1 } } });
    expect(await run(id)).toMatchObject({ status: "completed" });
    const shown = [
      imported.body,
      done,
      (await account.get(`/flows/${id}`)).body,
      (await account.get("/audit")).body,
      (await account.get(`/runs/${done.id}/items`)).body,
    ];
    expect(JSON.stringify(shown)).not.toContain(value);
    shop.expireSessions();
    expect(await run(id)).toMatchObject({
      error: { code: "signed-out", message: expect.stringContaining("/login. Import new cookies") },
    });
  });

  const REFUSED: readonly [string, unknown, number, RegExp][] = [
    ["of another site", netscape("secret", "shop.elsewhere.example"), 400, /are of shop\.elsewhere\.example/],
    ["that have expired", netscape("x").replace("\t0\t", "\t1000000000\t"), 400, /have all expired/],
    ["in a file that is none", "<html>sorry</html>", 400, /line 1 is not a cookie/],
    ["in broken JSON", '[{"name": ', 400, /is not valid JSON/],
    ["without a name", [{ value: "x", domain: "127.0.0.1" }], 400, /cookie 1 has no/],
    [
      "with a line break",
      [{ name: "a", value: "x\r\nSet-Cookie: b", domain: "127.0.0.1" }],
      400,
      /characters that no cookie/,
    ],
    ["of 5 MB", "x".repeat(5_000_000), 413, /at most 1000000/],
    [
      "of 400 KB",
      Array.from({ length: 100 }, (_, i) => ({
        name: `n${i}`,
        value: "v".repeat(4_000),
        domain: "127.0.0.1",
      })),
      400,
      /a session may have 256000/,
    ],
  ];
  it.each(REFUSED)("are refused: %s", async (_what, cookies, status, message) => {
    const id = await createFlow({}, null);
    const answer = await account.put(`/flows/${id}/session`, { cookies });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringMatching(message)]);
    expect((await sessionOf(id)).kept).toBe(false);
  });

  it("are refused for flows without sessions, for read-only keys and for other accounts' flows", async () => {
    const id = await createFlow({ session: { keep: false } }, null);
    const path = `/flows/${id}/session`;
    const body = { cookies: netscape("value") };
    expect(await account.put(path, body)).toMatchObject({
      status: 409,
      body: { error: { code: "conflict" } },
    });
    const { key } = (await account.post("/keys", { name: "r", scopes: ["flows:read"] })).body.data;
    const reader = apiAs(key);
    expect((await reader.get(path)).status).toBe(200);
    expect((await reader.put(path, body)).status).toBe(403);
    const other = await newAccount("free");
    for (const answer of [await other.get(path), await other.put(path, body), await other.remove(path)])
      expect(answer.status).toBe(404);
  });
});

describe("sign-in steps", () => {
  it.each([
    ["apart from each other", [SIGN_IN[0], ORDERS, SIGN_IN[1]], "steps[2].when"],
    ["with an input", [{ ...SIGN_IN[0], text: "{{input.user}}" }], "steps[0]"],
  ])("are refused: %s", async (_what, steps, path) => {
    const answer = await account.post("/flows", {
      name: "x",
      url: shop.url,
      mode: "interact",
      session: { keep: true },
      inputs: { user: "string" },
      steps,
    });
    expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ path }] } } });
  });

  it.each(["its login page", "status 401"])(
    "run again in the middle of a run when the session expires and the site answers with %s",
    async (how) => {
      const place = await startPlaceThatForgets(how === "status 401");
      try {
        const { body } = await account.post("/flows", {
          name: "Records",
          url: `${place.url}/list`,
          mode: "interact",
          session: { keep: true },
          steps: [
            {
              type: "type",
              selector: "input[name=password]",
              text: "{{secret.password}}",
              when: "signed-out",
            },
            { type: "click", selector: "button", when: "signed-out" },
            { type: "follow", selector: "a", steps: [{ type: "extract", fields: ["title: h1"] }] },
          ],
        });
        const id: string = body.data.id;
        await account.put(`/flows/${id}/secrets/password`, { value: "open" });
        const done = await run(id);
        expect(done).toMatchObject({ status: "completed", itemsExtracted: 6 });
        const titles = (await account.get(`/runs/${done.id}/items`)).body.data as Json[];
        expect(titles.map(({ title }) => title)).toEqual(["1", "2", "3", "4", "5", "6"]);
        expect(place.signIns()).toBe(2);
      } finally {
        await place.stop();
      }
    },
  );

  it("run at each visit if the flow keeps no session", async () => {
    const before = shop.signIns().succeeded;
    const id = await createFlow({ session: { keep: false } });
    for (const _ of [1, 2]) expect(await run(id)).toMatchObject({ itemsExtracted: ORDER_COUNT });
    expect(shop.signIns().succeeded).toBe(before + 2);
  });
});
