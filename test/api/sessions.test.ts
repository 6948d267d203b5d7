/** A session that a flow keeps, so that it signs in once. */
import { describe, expect, it } from "@jest/globals";
import { DEMO_LOGIN, ORDER_COUNT } from "../../local/demo-site/areas/account.ts";
import { endOfRun, type Json } from "../helpers/api.ts";
import {
  account,
  CHECK,
  createFlow,
  messagesOf,
  ORDERS,
  run,
  SIGN_IN,
  sessionOf,
  shop,
  start,
  useShop,
} from "./sessions/world.ts";

useShop();

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
