import { describe, expect, it } from "@jest/globals";
import { takeTurn } from "../../src/domain/destinations/turn.ts";
import { openTestStore, uniqueAccount } from "../helpers/testStore.ts";

const LATEST = { id: "dst-1", content: "latest", target: { type: "folder", folder: "shop" } };

const createWorld = () => {
  let nowMs = Date.parse("2026-11-26T12:00:00.000Z");
  const deps = { store: openTestStore(), now: () => nowMs };
  const accountId = uniqueAccount();
  return {
    take: (flowId = "flow-1", over: object = {}) =>
      takeTurn(deps as never, { ...LATEST, ...over } as never, { accountId, flowId }),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
};

describe("the turn to replace a flow's latest records", () => {
  it("belongs to one worker until it is released, even if two have a message for the same delivery", async () => {
    const { take } = createWorld();
    const [one, two] = await Promise.all([take(), take()]);
    expect([one, two].filter((release) => release === null)).toHaveLength(1);
    expect(await take()).toBeNull();
    await (one ?? two)?.();
    expect(await take()).not.toBeNull();
  });

  it("is released once its worker must have crashed", async () => {
    const { take, pass } = createWorld();
    const late = await take();
    pass(11 * 60_000);
    expect(await take()).not.toBeNull();
    // The dead worker was only slow: it gives back what is not its own any more.
    await late?.();
    expect(await take()).toBeNull();
  });

  it("applies to one flow at one destination, and is needed for nothing else", async () => {
    const { take } = createWorld();
    expect(await take()).not.toBeNull();
    expect(await take("flow-2")).not.toBeNull();
    expect(await take("flow-1", { id: "dst-2" })).not.toBeNull();
    expect(await take("flow-1", { content: "items" })).not.toBeNull();
    expect(await take("flow-1", { target: { type: "postgres" } })).not.toBeNull();
  });
});
