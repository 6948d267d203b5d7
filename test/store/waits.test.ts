import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { waitStore } from "../../src/store/runs/waits.ts";
import { openTestTable } from "../helpers/testStore.ts";

const waits = waitStore(openTestTable());
const START = Date.parse("2026-11-22T06:00:00.000Z");
const CAPS = { ofAccount: 2, ofAll: 3 };

describe("waiting requests", () => {
  it("have a limited number of places, per account and in all, and return them", async () => {
    // Spans of its own, for the table is shared.
    const at = START + Math.floor(Math.random() * 1e6) * 60_000;
    const [ada, ben] = [randomUUID(), randomUUID()];
    const first = await waits.begin(ada, at, CAPS);
    const second = await waits.begin(ada, at, CAPS);
    expect(await waits.begin(ada, at, CAPS)).toBeNull();
    const third = await waits.begin(ben, at, CAPS);
    expect([first, second, third]).not.toContain(null);
    expect(await waits.begin(ben, at, CAPS)).toBeNull();
    await first?.();
    expect(await waits.begin(ben, at, CAPS)).not.toBeNull();
    expect(await waits.begin(ada, at, CAPS)).toBeNull();
  });

  it("lose their places after the longest possible wait if they do not return them", async () => {
    const at = START - Math.floor(Math.random() * 1e6) * 60_000;
    const ada = randomUUID();
    for (let n = 0; n < 2; n++) expect(await waits.begin(ada, at, CAPS)).not.toBeNull();
    expect(await waits.begin(ada, at, CAPS)).toBeNull();
    expect(await waits.begin(ada, at + 30_000, CAPS)).not.toBeNull();
  });
});
