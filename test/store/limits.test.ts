import { describe, expect, it } from "@jest/globals";
import { queueRun } from "../../src/domain/runs/begin/createRun.ts";
import type { RunRecord } from "../../src/store/runs/runs.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";

const SETTINGS = { name: "Shop", mail: {}, alertMailSeverity: "info" } as const;

describe("account limits", () => {
  it("free the slots of finished runs after a downgrade", async () => {
    const { deps, queue, execute, read, store, account, flow } = await createPipeline("scale");
    const [first, second, third] = [await queue(), await queue(), await queue(), await queue()];
    await store.commit(store.accounts.setPlan(account.id, "free"));
    const waiting = await queueRun(deps, { ...account, plan: "free" }, flow, { origin: "api" });
    const endOf = async ({ id }: RunRecord) => {
      await execute(countingEngine(1), id);
      return [await store.slots.countUsed(account.id), (await read(waiting.id)).hasSlot];
    };
    expect(await endOf(first)).toEqual([3, false]);
    expect(await endOf(second)).toEqual([2, false]);
    expect(await endOf(third)).toEqual([2, true]);
  });

  it("end a run when it and other runs have spent the month's budget", async () => {
    const { queue, execute, read, store, account, pass } = await createPipeline();
    const month = (run: { startedAt: string }) => run.startedAt.slice(0, "YYYY-MM".length);
    await store.commit(store.accounts.change(account, { ...SETTINGS, maxMonthlyCostUsd: 1 }));
    const run = await queue();
    const engine = countingEngine(200, async (page) => {
      pass(3_000);
      if (page !== 20) return;
      await store.commit(store.usage.count(account.id, month(run), { pages: 0, costNanos: 1e9 }));
    });
    await execute(engine, run.id, 3_600_000);
    const ended = await read(run.id);
    expect(ended).toMatchObject({
      status: "failed",
      error: { code: "budget-stopped", message: expect.stringContaining("maxMonthlyCostUsd") },
    });
    expect(ended.pagesFetched).toBeGreaterThanOrEqual(20);
    expect(ended.pagesFetched).toBeLessThan(40);
    expect(ended.itemsExtracted).toBe(2 * ended.pagesFetched);
  });

  it("give a run only what is left of the month's budget when it starts", async () => {
    const { queue, execute, read, store, account } = await createPipeline();
    await store.commit(store.accounts.change(account, { ...SETTINGS, maxMonthlyCostUsd: 0.000_05 }));
    const { id } = await queue();
    await execute(countingEngine(100), id);
    const ended = await read(id);
    expect(ended).toMatchObject({ status: "failed", error: { code: "budget-stopped" } });
    expect(ended.pagesFetched).toBeLessThan(10);
  });
});
