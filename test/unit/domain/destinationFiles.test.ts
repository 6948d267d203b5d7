import { describe, expect, it } from "@jest/globals";
import { sendFiles } from "../../../src/domain/destinations/files.ts";
import type { FilePlace } from "../../../src/domain/destinations/ports.ts";
import type { DestinationRecord } from "../../../src/store/deliveries/destinations.ts";
import type { RunRecord } from "../../../src/store/runs/runs.ts";

const killed = new Error("killed");

/** A place in memory, whose worker is killed at a given write. */
const placeOf = () => {
  const files = new Map<string, string>();
  let writesLeft = Number.POSITIVE_INFINITY;
  const place: FilePlace = {
    put: async (path, body) => {
      if (writesLeft === 0) throw killed;
      writesLeft -= 1;
      files.set(path, body.toString());
    },
    get: async (path) => (files.has(path) ? Buffer.from(files.get(path) ?? "") : null),
    remove: async (path) => {
      files.delete(path);
    },
  };
  return {
    place,
    files,
    dieAfter: (writes: number) => {
      writesLeft = writes;
    },
  };
};

const ITEMS = ["one", "two", "three"].map((title) => ({ title, text: "x".repeat(5_000_000) }));
const ROWS = {
  columns: ["title", "text"],
  currencies: {},
  lines: ITEMS.map((item) => JSON.stringify(item)),
  note: null,
};

const PROGRESS = {
  arrived: 0,
  reached: undefined,
  renew: async () => {},
  note: async () => {},
  isOutOfTime: () => false,
};

const destinationOf = (content: "items" | "latest") =>
  ({ id: "dst-1", content, format: "ndjson" }) as DestinationRecord;
const runOf = (id: string) => ({ id, flowId: "flow-1", finishedAt: "2026-11-25T12:00:00.000Z" }) as RunRecord;

/** What a reader sees who reads only what manifests name. */
const titlesIn = (files: ReadonlyMap<string, string>): string[] =>
  [...files.keys()]
    .filter((path) => path.endsWith("manifest.json"))
    .flatMap((path) => (JSON.parse(files.get(path) ?? "") as { parts: { path: string }[] }).parts)
    .flatMap(({ path }) => (files.get(path) ?? "").trim().split("\n"))
    .map((line) => (JSON.parse(line) as { title: string }).title);

const deliver = (place: FilePlace, runId: string, content: "items" | "latest" = "items") =>
  sendFiles(place, destinationOf(content), runOf(runId), ROWS, PROGRESS);

describe("a delivery of files", () => {
  it.each([0, 1, 2, 3])(
    "that stops after %i writes shows nothing, and everything once when it is repeated",
    async (writes) => {
      const { place, files, dieAfter } = placeOf();
      dieAfter(writes);
      await expect(deliver(place, "run-1")).rejects.toThrow(killed);
      expect(titlesIn(files)).toEqual([]);
      dieAfter(Number.POSITIVE_INFINITY);
      expect(await deliver(place, "run-1")).toEqual({ itemCount: 3, note: null });
      expect(titlesIn(files)).toEqual(["one", "two", "three"]);
      expect([...files.keys()].filter((path) => /part-/.test(path))).toHaveLength(3);
    },
  );

  it("is written once when two workers write it at the same time", async () => {
    const { place, files } = placeOf();
    await Promise.all([deliver(place, "run-1"), deliver(place, "run-1")]);
    expect(titlesIn(files)).toEqual(["one", "two", "three"]);
  });

  it("of the latest records never replaces a newer run's, and removes the older one", async () => {
    const { place, files } = placeOf();
    await deliver(place, "run-2", "latest");
    expect(await deliver(place, "run-1", "latest")).toEqual({
      itemCount: 0,
      note: "A newer run was delivered before.",
    });
    await deliver(place, "run-3", "latest");
    expect([...files.keys()].filter((path) => path.includes("run-2"))).toEqual([]);
    expect(titlesIn(files)).toEqual(["one", "two", "three"]);
  });

  it.each([
    ["few fields", 10, true],
    ["more fields than its record has room for", 5_000, false],
  ])("notes where the next worker continues: %s", async (_what, count, isNoted) => {
    const columns = Array.from({ length: count }, (_, at) => `a field with a name of its own, number ${at}`);
    const line = JSON.stringify(Object.fromEntries(columns.map((name) => [name, 1])));
    const rows = {
      ...ROWS,
      columns,
      lines: [line],
      async *from() {
        yield { line, place: 0 };
      },
    };
    const noted: unknown[] = [];
    const note = async (part: number, reached: unknown): Promise<void> => {
      noted.push([part, reached !== undefined]);
    };
    const destination = { ...destinationOf("items"), format: "parquet" } as DestinationRecord;
    await sendFiles(placeOf().place, destination, runOf("run-1"), rows, { ...PROGRESS, note });
    expect(noted).toEqual([[1, isNoted]]);
  });
});
