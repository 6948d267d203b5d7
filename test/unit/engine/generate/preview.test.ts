import { describe, expect, it } from "@jest/globals";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";
import { withPreview } from "../../../../src/engine/generate/index.ts";
import { PAGES, SITE } from "./world/pages.ts";
import { generate, runFlow } from "./world/run.ts";

const NOW = Date.UTC(2026, 10, 21);
const previewOf = (path: string, prompt: string) => {
  const flow = generate(path, prompt);
  const url = SITE + path;
  const document = parseDocument(PAGES.get(url) ?? "", { url });
  return { flow, preview: withPreview({ url, document, isRendered: false }, flow, NOW).preview };
};

describe("the preview of a generated flow", () => {
  it.each([
    ["/kettles/oak", "This kettle's price, SKU, material, rating, description and availability"],
    ["/kettles/oak", "everything about this product"],
    ["/stellen", "Titel, Firma und Ort aller Stellen, nur diese Seite"],
    ["/cars", "name, price and power of all cars, only this page"],
    ["/kettles", "name, price, rating and stock of all kettles, only this page"],
  ])("equals what a run collects, for %s and %j", async (path, prompt) => {
    const { flow, preview } = previewOf(path, prompt);
    const items = await runFlow(flow);
    expect(preview).toMatchObject({ recordCount: items.length, records: items.slice(0, 10) });
    for (const name of Object.keys(flow.outputSchema))
      expect({ name, filled: preview?.records.some((record) => record[name] !== null) }).toEqual({
        name,
        filled: true,
      });
  });
});
