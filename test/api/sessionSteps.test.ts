/** Cookies that are imported, and the steps that sign in. */
import { describe, expect, it } from "@jest/globals";
import { ORDER_COUNT } from "../../local/demo-site/areas/account.ts";
import { apiAs, type Json, newAccount } from "../helpers/api.ts";
import {
  account,
  createFlow,
  netscape,
  ORDERS,
  run,
  SIGN_IN,
  sessionOf,
  shop,
  signInByHand,
  startPlaceThatForgets,
  useShop,
} from "./sessions/world.ts";

useShop();

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
