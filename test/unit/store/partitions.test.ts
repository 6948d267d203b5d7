import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";

const STORE = new URL("../../../src/store/", import.meta.url);
/** A partition key that is put together where it stands. */
const HAND_MADE = /`[A-Z]+#\$\{|pk: "[A-Z]/;
const ALLOWED: Readonly<Record<string, string>> = {
  "due.ts": "shards of an index",
  "index.ts": "the item that proves that the table answers",
  "runs/runDetail.ts": "sort keys of logs and previews",
  "people/sso.ts": "sort keys of identities and of a person's own",
  "runs/waits.ts": "a sort key for each span of time",
};

describe("the table's keys", () => {
  it("are built in one place, so that erasing an account finds every kind of partition", () => {
    const files = readdirSync(STORE, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".ts") && file !== "partitions.ts" && !(file in ALLOWED),
    );
    expect(files.length).toBeGreaterThan(20);
    const handMade = files.filter((file) => HAND_MADE.test(readFileSync(new URL(file, STORE), "utf8")));
    expect(handMade).toEqual([]);
  });
});
