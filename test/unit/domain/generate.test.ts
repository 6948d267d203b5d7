import { expect, it } from "@jest/globals";
import type { GeneratedFlow } from "../../../src/contract/extraction/generate.ts";
import { generateFlow } from "../../../src/domain/generate/generateFlow.ts";

const REQUEST = { url: "https://shop.example/", prompt: "goods", siblings: false, render: "auto" };

/** A page that yields a flow only from the given version, and only if it may have less than is asked for. */
const open = async (version: "fetched" | "rendered", hasScripts: boolean) => {
  const pageOf = (name: string) => ({
    siblingPages: 0,
    generate: (_: string, takesLess = false) =>
      takesLess && name === version ? ({ name, steps: [] } as unknown as GeneratedFlow) : null,
  });
  const page = { ...pageOf("fetched"), render: async () => (hasScripts ? pageOf("rendered") : null) };
  const deps = { checkTarget: () => {}, source: { open: async () => page }, model: null };
  const generate = generateFlow as (...args: readonly unknown[]) => Promise<GeneratedFlow>;
  return (await generate(deps, {}, REQUEST)).name;
};

it("a flow takes what a page has after its scripts, or without them", async () => {
  expect(await open("rendered", true)).toBe("rendered");
  expect(await open("fetched", false)).toBe("fetched");
});
