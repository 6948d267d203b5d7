/** Exports of runs: written in parts by workers that stop, die, meet and come too late. */
import { describe, expect, it } from "@jest/globals";
import { PLANS } from "../../src/contract/account/plans.ts";
import { ALL, ITEMS, made, numbersIn, PARTS, useExports } from "./exports/world.ts";

useExports();

describe("a worker of an export", () => {
  it("that is killed at any write loses nothing and writes nothing twice", async () => {
    const { add, world, pass } = made;
    const { work, read, record, written } = await add();
    const tries = new Map<string, number>();
    // Each file is killed at its first put, and after its second.
    world.beforePut = async (key) => {
      tries.set(key, (tries.get(key) ?? 0) + 1);
      if (tries.get(key) === 1) throw new Error("killed");
    };
    world.afterPut = async (key) => {
      if (tries.get(key) === 2) throw new Error("killed");
    };
    let kills = 0;
    while ((await record())?.status === "pending") {
      const { partCount } = await read();
      const outcome = await work().catch(String);
      if (outcome !== undefined) kills += 1;
      // Nobody else may have it before its worker must be dead.
      const left = await record();
      await work();
      expect(await record()).toEqual(left);
      expect((await read()).partCount).toBeGreaterThanOrEqual(partCount);
      pass(3 * 60_000);
    }
    expect(kills).toBe(2 * (PARTS + 1));
    expect([...tries.values()]).toEqual(Array.from({ length: PARTS + 1 }, () => 3));
    expect(await read()).toMatchObject({ status: "completed", itemCount: ITEMS, partCount: PARTS });
    expect(numbersIn((await written()).texts)).toEqual(ALL);
  });

  it("writes once what two messages announce at the same time", async () => {
    const { add, world } = made;
    const { work, written } = await add();
    const puts: string[] = [];
    world.beforePut = async (key) => void puts.push(key);
    await Promise.all([work(), work()]);
    await work();
    expect(new Set(puts).size).toBe(puts.length);
    expect(numbersIn((await written()).texts)).toEqual(ALL);
  });

  it("that was thought dead can no longer write to the list of parts", async () => {
    const { add, world, pass } = made;
    const { work, written, read } = await add();
    let other: Promise<void> | undefined;
    world.beforePut = async (key) => {
      if (other || !key.includes("part-00004")) return;
      pass(3 * 60_000);
      other = work();
      await other;
    };
    await work();
    expect(await read()).toMatchObject({ status: "completed", partCount: PARTS, itemCount: ITEMS });
    expect(numbersIn((await written()).texts)).toEqual(ALL);
  });

  it("gives up after ten failures in a row, says so, and makes room for another export", async () => {
    const { add, world, pass } = made;
    const { work, read, record } = await add();
    world.beforePut = async () => {
      throw new Error("no bucket");
    };
    for (let tries = 0; (await record())?.status === "pending" && tries < 30; tries += 1) {
      await work().catch(() => undefined);
      pass(10 * 60_000);
    }
    expect(await read()).toMatchObject({ status: "failed", error: { code: "write-failed" } });
    expect((await read()).manifestUrl).toBeUndefined();
    world.beforePut = async () => {};
    for (let count = 0; count < PLANS.scale.exportsAtOnce; count += 1) await add();
    await expect(add()).rejects.toMatchObject({ code: "limit-reached" });
  });

  it("whose message was lost is called again by the clock", async () => {
    const { add, messages, pass, tick } = made;
    await add();
    messages.length = 0;
    await tick();
    expect(messages).toEqual([]);
    pass(2 * 60_000);
    await tick();
    expect(messages).toHaveLength(1);
  });

  it("waits while the account is suspended", async () => {
    const { add, store, account, pass, messages } = made;
    const { work, record } = await add();
    await store.commit(store.accounts.suspend(account.id, { reason: "unpaid", at: account.createdAt }));
    messages.length = 0;
    await work();
    expect(await record()).toMatchObject({ status: "pending", progress: { parts: 0 } });
    expect(messages.map((ms) => Math.ceil(ms / 1_000))).toEqual([300]);
    await store.commit(store.accounts.resume(account.id));
    pass(5 * 60_000);
    await work();
    expect(await record()).toMatchObject({ status: "completed" });
  });
});
