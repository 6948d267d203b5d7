import { describe, expect, it } from "@jest/globals";
import type { Inspection } from "../../../src/contract/extraction/inspections.ts";
import { findInspection } from "../../../src/domain/inspections/inspections.ts";
import type { InspectionRecord } from "../../../src/store/flows/inspections.ts";
import { createStore } from "../../../src/store/index.ts";
import { createMemoryTable } from "../../helpers/memoryTable.ts";

const CREATED = Date.parse("2026-11-21T06:00:00.000Z");
const EXPIRES = Date.parse("2026-11-21T07:00:00.000Z");

const record = {
  accountId: "acc-1",
  id: "insp-1",
  status: "completed" satisfies Inspection["status"],
  request: { url: "https://shop.example/", render: "auto", robots: "obey" },
  createdAt: new Date(CREATED).toISOString(),
  expiresAt: new Date(EXPIRES).toISOString(),
} as const satisfies InspectionRecord;

describe("an inspection", () => {
  it("is returned to its account until it expires, even if the table still holds it", async () => {
    const store = createStore(createMemoryTable());
    await store.commit(store.inspections.insert(record));
    const find = (accountId: string, nowMs: number) =>
      findInspection({ store, now: () => nowMs }, accountId, record.id);
    expect(await find("acc-1", EXPIRES - 1)).toMatchObject(record);
    await expect(find("acc-1", EXPIRES)).rejects.toMatchObject({
      code: "not-found",
      message: expect.stringContaining("kept for an hour"),
    });
    await expect(find("acc-2", CREATED)).rejects.toMatchObject({ code: "not-found" });
  });
});
