import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { noteDeployment, readUptime } from "../../src/domain/health/deployment.ts";
import { createStore } from "../../src/store/index.ts";
import { openTestTable } from "../helpers/testStore.ts";

const store = createStore(openTestTable());
const START = Date.parse("2026-11-22T06:00:00.000Z");

/** An instance of a function, at a time that can be moved. */
const instance = (build: string, atMs: number) => {
  const clock = { nowMs: atMs };
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const deps = {
    store,
    now: () => clock.nowMs,
    log: { info: warn, warn, error: warn },
    deployment: { version: "1.0.0", build, startedAtMs: atMs },
  } as unknown as Parameters<typeof noteDeployment>[0];
  return { deps, clock, warnings };
};

describe("uptime", () => {
  it("counts from when the clock first saw the build, on every instance", async () => {
    const build = randomUUID();
    const { deps } = instance(build, START);
    await noteDeployment(deps);
    const later = instance(build, START + 90_000);
    await noteDeployment(later.deps);
    expect(await readUptime(later.deps)).toBe(90);
  });

  it("resets with different code, and continues with the same code", async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    await noteDeployment(instance(old, START).deps);
    const next = instance(young, START + 3_600_000);
    // Before the clock comes by, an instance knows only how long it is there itself.
    next.clock.nowMs += 5_000;
    expect(await readUptime(next.deps)).toBe(5);
    await noteDeployment(next.deps);
    next.clock.nowMs += 60_000;
    await noteDeployment(instance(young, next.clock.nowMs).deps);
    expect(await readUptime(next.deps)).toBe(60);
  });

  it("is recorded once when two instances of the clock start together", async () => {
    const build = randomUUID();
    const [one, two] = [instance(build, START), instance(build, START + 1_000)];
    await Promise.all([noteDeployment(one.deps), noteDeployment(two.deps)]);
    expect([one.warnings, two.warnings]).toEqual([[], []]);
    expect([60, 61]).toContain(await readUptime(instance(build, START + 61_000).deps));
  });

  it("does not stop the clock when the table does not respond", async () => {
    const { deps, warnings } = instance(randomUUID(), START);
    const down = {
      read: () => Promise.reject(new Error("throttled")),
      replace: () => Promise.reject(new Error("throttled")),
    };
    await noteDeployment({ ...deps, store: { ...store, deployment: down } });
    expect(warnings).toEqual(["the deployment could not be recorded"]);
  });
});
