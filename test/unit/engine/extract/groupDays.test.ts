import { describe, expect, it } from "@jest/globals";
import { parseField } from "../../../../src/contract/fields/fields.ts";
import type { OutputSchema } from "../../../../src/contract/fields/outputSchema.ts";
import { extractRecords, parseDocument } from "../../../../src/engine/extract/extract.ts";

const VISIT = Date.UTC(2026, 10, 27);
const datesOf = (body: string, type: "date" | "datetime" = "date", now = VISIT): unknown[] => {
  const page = parseDocument(
    `<!doctype html><html lang="en-US"><head><title>Events</title></head><body><main>${body}</main></body></html>`,
    { url: "https://town.example/" },
  );
  const schema: OutputSchema = { title: "string", date: type };
  const fields = ["title: h3", "date"].map(parseField);
  return extractRecords(page, { selector: ".r", fields, schema, now }).records.map(({ date }) => date);
};
const record = (title: string, text = ""): string => `<div class="r"><h3>${title}</h3>${text}</div>`;
const OPINIONS = `<h2>Opinions of December 23, 2019</h2>${record("A")}${record("B")}`;

describe("a flow's field named just date", () => {
  it("is the date above its group", () => {
    expect(datesOf(OPINIONS)).toEqual(["2019-12-23", "2019-12-23"]);
  });

  it("has the type of its field", () => {
    const day = "2019-12-23T00:00:00.000Z";
    expect(datesOf(OPINIONS, "datetime")).toEqual([day, day]);
  });

  it("takes the year above it, whenever the page is visited", () => {
    const body = `<h2>2019 meetings</h2>${record("A", "<p>December 18, 7 pm</p>")}${record("B", "<p>January 8, 7 pm</p>")}`;
    for (const now of [VISIT, Date.UTC(2031, 6, 30)])
      expect(datesOf(body, "date", now)).toEqual(["2019-12-18", "2019-01-08"]);
  });

  it.each([VISIT, Date.UTC(2027, 6, 30)])("does not take the year of the visit, at %d", (now) => {
    const body = `${record("A", "<p>December 18, 7 pm</p>")}${record("B", "<p>January 8, 7 pm</p>")}`;
    expect(datesOf(body, "date", now)).toEqual([null, null]);
  });

  it("is never a date that the record only mentions", () => {
    const founded = record("C (founded May 5, 1990)");
    expect(datesOf(`${OPINIONS}<h2>No date here</h2>${founded}`).at(-1)).toBeNull();
    expect(datesOf(`<h2>Companies</h2>${founded}${founded}`)).toEqual([null, null]);
  });
});
