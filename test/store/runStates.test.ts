import { describe, expect, it } from "@jest/globals";
import { RUN_CHANGES, type RunState, stateOf } from "../../src/store/runs/runStates.ts";
import type { RunRecord } from "../../src/store/runs/runs.ts";
import { ConditionFailed, type Write } from "../../src/store/table.ts";
import { makeRun, openTestStore, uniqueAccount } from "../helpers/testStore.ts";

const store = openTestStore();
const LATER = Date.parse("2026-11-21T01:00:00.000Z");
const NOTHING = { pages: 0, items: 0 };

const read = async ({ accountId, id }: RunRecord): Promise<RunRecord> => {
  const run = await store.runs.get(accountId, id);
  if (!run) throw new Error(`${id} is gone`);
  return run;
};

const claimed = (run: RunRecord) =>
  ({
    ...run,
    status: "running",
    fence: run.fence + 1,
    leaseUntil: new Date(LATER).toISOString(),
    hasWork: true,
  }) as const;

type Change = Exclude<keyof typeof RUN_CHANGES, "endSplit">;

/** Each transition, as written for a run that was read before. */
const WRITES: { readonly [C in Change]: (run: RunRecord) => readonly Write[] } = {
  giveSlot: (run) => store.runs.giveSlot(run, LATER),
  claim: (run) => store.runs.claim(run, claimed(run)),
  handOn: (run) => store.runs.handOn(run, { leaseUntil: null }, {}, LATER),
  split: (run) => store.runs.split(run, { shards: 2, leaseUntil: null }, NOTHING, {}, LATER),
  finish: (run) => store.runs.finish(run, { status: "completed" }, {}, LATER),
  cancel: (run) => store.runs.cancel(run, { status: "cancelled" }, {}, LATER),
  remove: (run) => store.runs.remove(run, LATER),
};

/** The changes that bring a new run to each state. */
const PATHS: Readonly<Record<RunState, readonly ((run: RunRecord) => readonly Write[])[]>> = {
  waiting: [],
  ready: [WRITES.giveSlot],
  running: [WRITES.giveSlot, WRITES.claim],
  split: [WRITES.giveSlot, WRITES.claim, WRITES.split],
  completed: [WRITES.giveSlot, WRITES.claim, WRITES.finish],
  failed: [WRITES.giveSlot, WRITES.claim, (run) => store.runs.finish(run, { status: "failed" }, {}, LATER)],
  cancelled: [WRITES.cancel],
};

const runIn = async (state: RunState): Promise<RunRecord> => {
  const run = makeRun(uniqueAccount(), { hasSlot: false });
  await store.commit(store.runs.insert(run, LATER));
  for (const write of PATHS[state]) await store.commit(write(await read(run)));
  const reached = await read(run);
  expect(stateOf(reached)).toBe(state);
  return reached;
};

describe.each(Object.keys(PATHS) as RunState[])("a run that is %s", (state) => {
  it.each(Object.entries(WRITES))(
    "accepts %s only if the transition table allows it",
    async (change, write) => {
      const { from, to } = RUN_CHANGES[change as Change];
      const run = await runIn(state);
      const commit = store.commit(write(run));
      if (!(from as readonly RunState[]).includes(state)) {
        await expect(commit).rejects.toBeInstanceOf(ConditionFailed);
        expect(await read(run)).toEqual(run);
        return;
      }
      await commit;
      const after = await store.runs.get(run.accountId, run.id);
      expect(after ? to : [null]).toContain(after && stateOf(after));
    },
  );
});

describe("a transition decided before another one took effect", () => {
  it("is refused", async () => {
    const run = await runIn("running");
    await store.commit(WRITES.split(run));
    for (const change of ["handOn", "finish", "cancel", "claim"] as const)
      await expect(store.commit(WRITES[change](run))).rejects.toBeInstanceOf(ConditionFailed);
    expect(stateOf(await read(run))).toBe("split");
  });
});
