import { describe, expect, it } from "@jest/globals";
import { engineOver, IN_ORDER, openSplitRun } from "../helpers/splitRun.ts";

type SplitRun = Awaited<ReturnType<typeof openSplitRun>>;

/** A page with its heading in one place or another, or without it. */
const page = (heading: string) => (url: string) =>
  `<title>Shop</title><main>${heading.replace("…", `Lamp of ${url}`)}<p>In stock</p></main>`;
const asItWas = page("<h1>…</h1>");
const moved = page('<h2 class="name">…</h2>');
const without = page("");

const runOver = async ({ work, read, runAgain }: SplitRun, htmlOf: (url: string) => string) => {
  const { id } = await runAgain();
  await work(8, () => engineOver(undefined, htmlOf));
  return read(id);
};
const logOf = async ({ store, account }: SplitRun, runId: string): Promise<string[]> =>
  (await store.runs.getDetail(account.id, runId)).logs.map(({ message }) => message);

describe("a sharded run", () => {
  it("keeps what it learned about selectors, and reports the broken ones in the next run", async () => {
    const split = await openSplitRun();
    await split.work(8, () => engineOver(undefined, asItWas));
    expect(await split.read(split.id)).toMatchObject({ status: "completed", shards: 20 });
    expect(await split.store.selectorMemory.get(split.account.id, split.flow.id)).not.toBeNull();

    const broken = await runOver(split, without);
    expect(broken.shards).toBe(20);
    expect(broken.warnings).toMatchObject([{ code: "lost-field", field: "at", step: "steps[0]" }]);
    expect(broken.warnings?.[0]?.message).toContain("had a value as before");
    expect(await logOf(split, broken.id)).toContainEqual(
      expect.stringMatching(/`at: h1` is broken: of \d+ records/),
    );
    const { records } = await split.store.alerts.list(split.account.id, {}, { limit: 10 });
    expect(records.map(({ type }) => type).toSorted()).toEqual(["data_quality", "selector_broken"]);
  });

  it("does not report a selector that works on some of its sites as broken or repaired", async () => {
    const split = await openSplitRun();
    await split.work(8, () => engineOver(undefined, asItWas));
    const isRebuilt = (url: string) => url.includes("-3.") || url.includes("-4.");
    const run = await runOver(split, (url) => (isRebuilt(url) ? moved(url) : asItWas(url)));
    expect(run).toMatchObject({ status: "completed", itemsExtracted: IN_ORDER.length });
    expect(run.warnings).toBeUndefined();
    const { records } = await split.store.alerts.list(split.account.id, {}, { limit: 10 });
    expect(records).toEqual([]);
  });

  it("reports a selector that was repaired on all of its sites", async () => {
    const split = await openSplitRun();
    await split.work(8, () => engineOver(undefined, asItWas));
    const run = await runOver(split, moved);
    expect(run).toMatchObject({ status: "completed" });
    const log = await logOf(split, run.id);
    expect(log).toContainEqual(expect.stringContaining("no longer works"));
    const { records } = await split.store.journal.listActivity(split.account.id, { limit: 10 });
    const told = records.filter(({ type }) => type === "selector.healed");
    expect(told).toMatchObject([{ message: expect.stringContaining("was healed: at: .name") }]);
  });
});
