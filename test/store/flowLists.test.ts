import { beforeEach, describe, expect, it } from "@jest/globals";
import { PLANS } from "../../src/contract/account/plans.ts";
import { FlowDefinition } from "../../src/contract/flows/flowDefinition.ts";
import { DAY_MS } from "../../src/contract/units.ts";
import { handOverDue } from "../../src/domain/clock/handOverDue.ts";
import type { Engine } from "../../src/domain/engine.ts";
import { createFlow, updateFlow } from "../../src/domain/flows/flows.ts";
import { deleteFlow } from "../../src/domain/runs/deleteFlow.ts";
import { uploadKey } from "../../src/domain/uploads/createUpload.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";

type Pipeline = Awaited<ReturnType<typeof createPipeline>>;

const HOUR_MS = 3_600_000;

let pipeline: Pipeline;
let uploads = 0;
beforeEach(async () => {
  pipeline = await createPipeline();
});

const upload = async (): Promise<string> => {
  const { objects, caller } = pipeline;
  uploads += 1;
  const id = `upload-${uploads}`;
  await objects.put(uploadKey(caller.accountId, id), "https://shop.example/a\n", "text/csv");
  return id;
};
const create = (uploadId: string) => {
  const given = { name: "List", mode: "extract", url: "https://shop.example/", uploadId };
  return createFlow(pipeline.deps, pipeline.caller, FlowDefinition.parse(given));
};
/** Objects of flows. */
const lists = (): string[] => [...pipeline.objects.kept.keys()].filter((key) => key.startsWith("flows/"));
const later = async (ms: number): Promise<void> => {
  pipeline.pass(ms);
  await handOverDue(pipeline.deps, Number.POSITIVE_INFINITY);
};

describe("a flow's uploaded list", () => {
  it("is kept beyond its upload's lifetime while the flow uses it, and is opened by scheduled runs", async () => {
    const { deps, caller, objects, store, sent, execute } = pipeline;
    const uploadId = await upload();
    const { id } = await create(uploadId);
    await objects.remove(uploadKey(caller.accountId, uploadId));
    await later(400 * DAY_MS);
    expect(lists()).toEqual([`flows/${caller.accountId}/${id}/${uploadId}.gz`]);

    await updateFlow(deps, caller, id, { schedule: { every: "1d" }, status: "active" }, null);
    await later(DAY_MS + 1);
    const opened: unknown[] = [];
    const engine = countingEngine(1);
    const watched: Engine = {
      ...engine,
      next: (plan, ...rest) => {
        opened.push(plan.urls);
        return engine.next(plan, ...rest);
      },
    };
    await execute(watched, sent.at(-1)?.runId ?? "");
    expect(opened).toEqual([["https://shop.example/a"]]);
    const { records } = await store.runs.list(caller.accountId, { flowId: id }, { limit: 5 });
    expect(records).toMatchObject([{ origin: "schedule", status: "completed" }]);
  });

  it("is erased after the flow is deleted", async () => {
    const { id } = await create(await upload());
    await deleteFlow(pipeline.deps, pipeline.caller, id);
    expect(lists()).toHaveLength(1);
    await later(HOUR_MS + 1);
    expect(lists()).toEqual([]);
  });

  it("is erased when the flow uses another list and the runs of its version have expired", async () => {
    const { deps, caller } = pipeline;
    const [first, second] = [await upload(), await upload()];
    const { id } = await create(first);
    await updateFlow(deps, caller, id, { uploadId: second }, null);
    const retentionMs = PLANS.free.retentionDays * DAY_MS;
    await later(retentionMs);
    expect(lists()).toHaveLength(2);
    await later(HOUR_MS + 1);
    expect(lists()).toEqual([expect.stringContaining(second)]);
    await pipeline.objects.remove(uploadKey(caller.accountId, first));
    await expect(updateFlow(deps, caller, id, { uploadId: first }, null)).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("is kept if the flow has returned to it in the meantime", async () => {
    const { deps, caller } = pipeline;
    const [first, second] = [await upload(), await upload()];
    const { id } = await create(first);
    await updateFlow(deps, caller, id, { uploadId: second }, null);
    await updateFlow(deps, caller, id, { uploadId: first }, null);
    await later(PLANS.free.retentionDays * DAY_MS + HOUR_MS + 1);
    expect(lists()).toEqual([expect.stringContaining(first)]);
  });

  it("is erased if the request failed before the flow used it", async () => {
    const { deps, caller, store } = pipeline;
    const uploadId = await upload();
    const { id } = await create(await upload());
    const broken = { ...store, commit: () => Promise.reject(new Error("killed")) };
    await expect(updateFlow({ ...deps, store: broken }, caller, id, { uploadId }, null)).rejects.toThrow(
      "killed",
    );
    expect(lists()).toHaveLength(2);
    await later(HOUR_MS + 1);
    expect(lists()).toHaveLength(1);
  });
});
