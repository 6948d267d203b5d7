/** Runs that are deleted while they are delivered. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { createWorld, FILES, REQUESTS, TABLE } from "./destinations/world.ts";

let made: Awaited<ReturnType<typeof createWorld>>;
beforeEach(async () => {
  made = await createWorld();
});

describe("a run that is deleted while it is delivered", () => {
  it.each(["ndjson", "csv", "parquet"])(
    "leaves no partial manifest, and the delivery lists the files left behind (%s)",
    async (format) => {
      const { add, arrived, files, world, run, flow, deleteAll } = made;
      const { work, read } = await add(FILES, { format });
      await work();
      expect(files.size).toBe(3);
      // The next worker has read the run's record, and nothing of its data.
      world.opening = deleteAll;
      await work();
      const path = `${flow.id}/items/${run.id}/part-0000`;
      expect(await read()).toMatchObject({
        status: "cancelled",
        nextAttemptAt: null,
        note: `Its run was deleted. No manifest names the files that have arrived and are left there: ${path}1.${format} to ${path}3.${format}.`,
      });
      expect(arrived).not.toContain("manifest.json");
      expect([...files.keys()].some((name) => name.endsWith("manifest.json"))).toBe(false);
    },
  );

  it("keeps the previous run's manifest if each run replaces the latest records", async () => {
    const { add, files, world, flow, deleteAll } = made;
    const { work, read } = await add(FILES, { content: "latest" });
    const manifest = `${flow.id}/latest/manifest.json`;
    files.set(manifest, JSON.stringify({ version: 1, runId: "run-0", parts: [] }));
    world.opening = deleteAll;
    await work();
    expect(await read()).toMatchObject({ status: "cancelled", note: "Its run was deleted." });
    expect(JSON.parse(files.get(manifest) ?? "")).toMatchObject({ runId: "run-0" });
  });

  it("sends no last part to an HTTP receiver", async () => {
    const { add, arrived, deleteAll } = made;
    const { work, read } = await add(REQUESTS);
    await work();
    expect(arrived).toHaveLength(3);
    await deleteAll();
    await work();
    expect(arrived).toHaveLength(3);
    expect(await read()).toMatchObject({
      status: "cancelled",
      note: "Its run was deleted. The first 3 parts have arrived, the last one has not.",
    });
  });

  it("leaves no row in a table", async () => {
    const { add, world, deleteAll } = made;
    const { work, read } = await add(TABLE);
    world.opening = deleteAll;
    await work();
    expect(await read()).toMatchObject({ status: "cancelled", note: "Its run was deleted." });
  });

  it("is delivered completely if all of it was read before the deletion", async () => {
    const { add, arrived, files, world, run, flow, deleteAll } = made;
    const { work, read } = await add(FILES);
    await work();
    await work();
    world.before = (part) => {
      if (part === 7) void deleteAll();
    };
    await work();
    expect(arrived.at(-1)).toBe("manifest.json");
    const manifest = JSON.parse(files.get(`${flow.id}/items/${run.id}/manifest.json`) ?? "");
    expect(manifest.itemCount).toBe(6);
    expect(await read()).toMatchObject({ status: "succeeded", itemCount: 6 });
  });

  it("is reported as possibly complete if a worker was killed before it recorded the end", async () => {
    const { add, files, run, flow, pass, deleteAll } = made;
    const { work, read } = await add(FILES);
    await work();
    await work();
    files.set = (name, text) => {
      Map.prototype.set.call(files, name, text);
      if (name.endsWith("manifest.json")) throw new Error("killed");
      return files;
    };
    await expect(work()).rejects.toThrow("killed");
    const path = `${flow.id}/items/${run.id}`;
    expect(files.has(`${path}/manifest.json`)).toBe(true);
    await deleteAll();
    pass(3 * 60_000);
    await work();
    expect(await read()).toMatchObject({
      status: "cancelled",
      note:
        `Its run was deleted. Files have arrived and are left there: ${path}/part-00001.ndjson to ` +
        `${path}/part-00006.ndjson, and maybe later ones. A manifest may name them.`,
    });
  });

  it("is reported as possibly leaving files if a worker was killed before it recorded any", async () => {
    const { add, files, pass, deleteAll } = made;
    const { work, read } = await add(FILES);
    files.set = (name, text) => {
      Map.prototype.set.call(files, name, text);
      throw new Error("killed");
    };
    await expect(work()).rejects.toThrow("killed");
    expect(files.size).toBe(1);
    await deleteAll();
    pass(3 * 60_000);
    await work();
    expect(await read()).toMatchObject({
      attempts: [],
      note: "Its run was deleted. Files may be left there. A manifest may name them.",
    });
  });

  it("lists no files at a previous target of the destination", async () => {
    const { add, deleteAll } = made;
    const { work, read, update } = await add(FILES);
    await work();
    await update({ target: { type: "folder", folder: "other" }, format: "csv" });
    await deleteAll();
    await work();
    expect(await read()).toMatchObject({
      note:
        "Its run was deleted. 3 files had arrived before the destination was changed or disabled, and may be left where it " +
        "delivered then. No manifest names them.",
    });
  });
});
