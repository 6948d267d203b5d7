import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { originStore } from "../../src/store/service/origins.ts";
import { ConditionFailed } from "../../src/store/table.ts";
import { openTestTable, readTestTable } from "../helpers/testStore.ts";

const origins = originStore(openTestTable());
const guest = { account: "someone", width: 4, untilMs: 2_000_000_000_000, turnAtMs: 1_900_000_000_000 };

describe("run counts per origin", () => {
  it("are empty at first, and return what was written last", async () => {
    const origin = `https://${randomUUID()}.example`;
    const first = await origins.get(origin);
    expect(first).toEqual({ guests: {}, nextAtMs: 0, version: 0 });
    await origins.replace(origin, { ...first, guests: { one: guest }, nextAtMs: 7 });
    const second = await origins.get(origin);
    expect(second).toMatchObject({ guests: { one: guest }, nextAtMs: 7, version: 1 });
    await origins.replace(origin, { ...second, guests: {} });
    expect(await origins.get(origin)).toMatchObject({ guests: {}, version: 2 });
  });

  it("are not overwritten by a stale write", async () => {
    const origin = `https://${randomUUID()}.example`;
    const [one, two] = [await origins.get(origin), await origins.get(origin)];
    await origins.replace(origin, { ...one, guests: { one: guest } });
    await expect(origins.replace(origin, { ...two, guests: { two: guest } })).rejects.toThrow(
      ConditionFailed,
    );
    const known = await origins.get(origin);
    await origins.replace(origin, { ...known, nextAtMs: 1 });
    await expect(origins.replace(origin, { ...known, nextAtMs: 2 })).rejects.toThrow(ConditionFailed);
  });

  it("expire with the last run, and do not contain the site's name", async () => {
    const name = randomUUID();
    await origins.replace(`https://${name}.example`, { guests: { one: guest }, nextAtMs: 0, version: 0 });
    const items = await readTestTable();
    expect(JSON.stringify(items)).not.toContain(name);
    const ttls = items.filter(({ pk }) => pk.startsWith("ORIGIN#")).map(({ ttl }) => ttl);
    expect(ttls).toContain(guest.untilMs / 1_000 + 60);
  });
});
