/** Deliveries that take longer than a worker lives. */
import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { PlaceError } from "../../src/contract/placeError.ts";
import { createWorld, FILES, PARTS, REQUESTS, TABLE } from "./destinations/world.ts";

let made: Awaited<ReturnType<typeof createWorld>>;
beforeEach(async () => {
  made = await createWorld();
});

const numbersIn = (names: readonly string[]): number[] =>
  names.map((name) => Number(/(\d+)(?:\.ndjson)?$/.exec(name)?.[1] ?? 0));

describe("a delivery that takes longer than its worker has", () => {
  it("is continued by the next worker, part by part, and counts as one attempt", async () => {
    const { add, arrived, files, messages, flow, run } = made;
    const { work, read } = await add(FILES);
    messages.length = 0;
    await work();
    expect(numbersIn(arrived)).toEqual([1, 2, 3]);
    expect(await read()).toMatchObject({ status: "pending", attempts: [], losses: 0 });
    expect(messages).toEqual([0]);
    await work();
    await work();
    expect(arrived.at(-1)).toBe("manifest.json");
    expect(numbersIn(arrived.slice(0, -1))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await read()).toMatchObject({
      status: "succeeded",
      itemCount: PARTS,
      attempts: [{ error: null }],
    });
    const manifest = JSON.parse(files.get(`${flow.id}/items/${run.id}/manifest.json`) ?? "");
    expect(manifest).toMatchObject({ itemCount: PARTS, parts: Array(PARTS).fill({ items: 1 }) });
    const numbers = manifest.parts.map(({ path }: { path: string }) => JSON.parse(files.get(path) ?? "").n);
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("is continued where a worker was killed, and sends at most one request again", async () => {
    const { add, arrived, world, pass } = made;
    const { work, read } = await add(REQUESTS);
    world.before = (part) => {
      if (part === 3) throw new Error("killed");
    };
    await expect(work()).rejects.toThrow("killed");
    expect(numbersIn(arrived)).toEqual([1, 2]);
    world.before = () => {};
    // Nobody else may have it before its worker must be dead.
    await work();
    expect(arrived).toHaveLength(2);
    pass(3 * 60_000);
    while ((await read())?.status === "pending") await work();
    expect(new Set(numbersIn(arrived)).size).toBe(PARTS);
    expect(arrived.length).toBeLessThanOrEqual(PARTS + 1);
    expect(await read()).toMatchObject({ status: "succeeded", itemCount: PARTS });
  });

  it.each([
    ["files", FILES, { format: "ndjson" }],
    ["files of CSV", FILES, { format: "csv" }],
    ["files of Parquet", FILES, { format: "parquet" }],
    ["requests", REQUESTS, {}],
  ])("of %s reads only what has not arrived, also after a worker was killed", async (_, target, more) => {
    const { add, arrived, files, world, pass, readParts, partsOfRun, flow, run } = made;
    const { work, read } = await add(target, more);
    world.before = (part) => {
      if (part === 3) throw new Error("killed");
    };
    await expect(work()).rejects.toThrow("killed");
    world.before = () => {};
    pass(3 * 60_000);
    const seen: number[] = [];
    for (;;) {
      const { progress, status } = (await read()) ?? {};
      if (status !== "pending") break;
      readParts.length = 0;
      await work();
      const place = progress?.reached?.place ?? 0;
      expect(place).toBe(progress?.parts);
      expect(readParts).toEqual((await partsOfRun(place)).map(({ objectKey }) => objectKey));
      seen.push(readParts.length);
    }
    // The last one has fewer to read than the first one had.
    expect(seen.at(-1)).toBeLessThan((await partsOfRun(0)).length);
    expect(await read()).toMatchObject({ status: "succeeded", itemCount: PARTS, progress: null });
    expect(new Set(arrived).size).toBe(target === FILES ? PARTS + 1 : PARTS);
    if (target !== FILES) return;
    const manifest = JSON.parse(files.get(`${flow.id}/items/${run.id}/manifest.json`) ?? "");
    const hashes = manifest.parts.map(({ path }: { path: string }) =>
      createHash("sha256")
        .update(Buffer.from(files.get(path) ?? "", path.endsWith(".parquet") ? "latin1" : "utf8"))
        .digest("hex"),
    );
    expect(manifest.parts.map(({ sha256 }: { sha256: string }) => sha256)).toEqual(hashes);
    expect(manifest.itemCount).toBe(PARTS);
  });

  it("is given up after ten workers were killed, and its owner is told each time", async () => {
    const { add, world, pass, alerts } = made;
    const { work, read, replay } = await add(REQUESTS);
    world.before = () => {
      throw new Error("killed");
    };
    const workUntilOver = async () => {
      for (let tries = 0; (await read())?.status === "pending" && tries < 30; tries++) {
        await work().catch(() => undefined);
        pass(10 * 60_000);
      }
      expect(await read()).toMatchObject({ status: "failed", attempts: [] });
    };
    await workUntilOver();
    const told = expect.objectContaining({
      type: "destination_failing",
      title: "A delivery to Lake was given up",
    });
    expect(await alerts()).toEqual([told]);
    await replay();
    await workUntilOver();
    expect(await alerts()).toEqual([told, told]);
  });

  it("by HTTP is not sent from the start when the receiver refuses a part", async () => {
    const { add, arrived, world, pass } = made;
    const { work, read } = await add(REQUESTS);
    world.before = (part) => {
      if (part === 2) throw new PlaceError("receiver-refused", "Not now.", { httpStatus: 503 });
    };
    await work();
    expect(await read()).toMatchObject({ attempts: [{ httpStatus: 503 }] });
    world.before = () => {};
    pass(60_000);
    while ((await read())?.status === "pending") await work();
    expect(numbersIn(arrived)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("of files is written from the start after a failure, and after a replay", async () => {
    const { add, arrived, world, pass } = made;
    const { work, read, replay } = await add(FILES);
    world.before = (part) => {
      if (part === 2) throw new PlaceError("bucket-refused", "Denied.", { httpStatus: 403 });
    };
    await work();
    world.before = () => {};
    pass(60_000);
    while ((await read())?.status === "pending") await work();
    expect(numbersIn(arrived.slice(0, -1))).toEqual([1, 1, 2, 3, 4, 5, 6]);
    arrived.length = 0;
    await replay();
    while ((await read())?.status === "pending") await work();
    expect(numbersIn(arrived.slice(0, -1))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("starts again at a destination that was changed meanwhile", async () => {
    const { add, arrived } = made;
    const { work, read, update } = await add(FILES);
    await work();
    await update({ target: { type: "folder", folder: "other" } });
    arrived.length = 0;
    while ((await read())?.status === "pending") await work();
    expect(numbersIn(arrived.slice(0, -1))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("to a table fails with advice, since a transaction cannot be continued", async () => {
    const { add } = made;
    const { work, read } = await add(TABLE);
    await work();
    expect(await read()).toMatchObject({
      status: "pending",
      attempts: [{ error: { code: "too-slow", message: expect.stringContaining("deliver to a bucket") } }],
    });
  });
});
