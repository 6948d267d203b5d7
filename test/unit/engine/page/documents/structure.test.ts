import { describe, expect, it } from "@jest/globals";
import type { TagNode } from "../../../../../src/engine/page/documents/pdf/pieces.ts";
import { createTagReader } from "../../../../../src/engine/page/documents/pdf/structure.ts";

const page = (tags: TagNode | Error | null) => {
  const asked = { count: 0 };
  const getStructTree = (): Promise<TagNode | null> => {
    asked.count += 1;
    return tags instanceof Error ? Promise.reject(tags) : Promise.resolve(tags);
  };
  return { asked, page: { getStructTree } as unknown as Parameters<ReturnType<typeof createTagReader>>[0] };
};

const row = (id?: string): TagNode => ({
  role: "TR",
  children: [{ role: "TD", children: id === undefined ? [] : [{ type: "content", id }] }],
});
const table = (rows: number, own: number): TagNode => ({
  role: "Table",
  children: Array.from({ length: rows }, (_, index) => row(index < own ? `mark-${index}` : undefined)),
});

describe("the tags of a PDF's pages", () => {
  it("are read for all pages that have their own", async () => {
    const readTags = createTagReader();
    const own = page(table(1_000, 1_000));
    for (let number = 0; number < 500; number++) expect(await readTags(own.page)).not.toBeNull();
  });

  it("are ignored in a table so long that reading them would repeat for every page", async () => {
    const readTags = createTagReader();
    const part = page(table(10_000, 40));
    let read = 0;
    while (read < 100 && (await readTags(part.page))) read += 1;
    expect(read).toBeGreaterThan(3);
    expect(read).toBeLessThan(20);
    const { count } = part.asked;
    expect(await readTags(part.page)).toBeNull();
    expect(part.asked.count).toBe(count);
  });

  it("are absent if the page has none or they are damaged", async () => {
    const readTags = createTagReader();
    expect(await readTags(page(null).page)).toBeNull();
    expect(await readTags(page(new Error("loop")).page)).toBeNull();
    expect(await readTags(page(table(2, 2)).page)).not.toBeNull();
  });
});
