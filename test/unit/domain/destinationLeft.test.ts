import { describe, expect, it } from "@jest/globals";
import { leftOf } from "../../../src/domain/destinations/left.ts";

const FAILED = { error: { code: "bucket-refused", message: "Denied." } };
const DONE = { error: null };
const PATH = "flow-1/items/run-1/part-0000";

const noteOf = (type: string, given: object) =>
  leftOf(
    { runId: "run-1", flowId: "flow-1", attempts: [], ...given } as never,
    { target: { type }, content: "items", format: "ndjson", version: 2 } as never,
  ).join(" ");

const at = (parts: number, version = 2) => ({ progress: { version, parts } });

describe("what a cancelled delivery leaves", () => {
  it.each([
    ["s3", {}, ""],
    ["s3", at(1), `No manifest names the files that have arrived and are left there: ${PATH}1.ndjson.`],
    [
      "s3",
      { ...at(3), losses: 1 },
      `Files have arrived and are left there: ${PATH}1.ndjson to ${PATH}3.ndjson, and maybe later ones. A manifest may name them.`,
    ],
    [
      "s3",
      { ...at(1), attempts: [DONE] },
      `Files have arrived and are left there: ${PATH}1.ndjson, and maybe later ones. A manifest may name them.`,
    ],
    [
      "s3",
      at(1, 1),
      "1 file had arrived before the destination was changed or disabled, and may be left where it delivered then. No manifest names them.",
    ],
    ["s3", { losses: 1 }, "Files may be left there. A manifest may name them."],
    ["s3", { attempts: [FAILED] }, "Files of earlier attempts may be left there. No manifest names them."],
    [
      "s3",
      { attempts: [FAILED, DONE] },
      "Files of earlier attempts may be left there. A manifest may name them.",
    ],
    ["http", {}, ""],
    ["http", { attempts: [FAILED] }, ""],
    ["http", { losses: 2 }, "Parts of it may have arrived."],
    ["http", at(1), "The first 1 part has arrived, the last one has not."],
    ["http", { ...at(3), losses: 1 }, "The first 3 parts have arrived; later ones may have, too."],
    [
      "http",
      at(3, 1),
      "The first 3 parts had arrived before the destination was changed or disabled, the last one had not.",
    ],
    ["postgres", at(3), ""],
    ["postgres", { losses: 1 }, "Its rows may have arrived."],
  ])("at %s after %j is reported as %j", (type, given, note) => {
    expect(noteOf(type, given)).toBe(note);
  });

  it("is not reported for a destination that was deleted", () => {
    expect(leftOf({ runId: "run-1", flowId: "flow-1", attempts: [], losses: 3 }, null)).toEqual([]);
  });
});
