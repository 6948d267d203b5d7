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

it("a generated flow uses the page after its scripts ran, or before", async () => {
  expect(await open("rendered", true)).toBe("rendered");
  expect(await open("fetched", false)).toBe("fetched");
});

it("a page to sign in on that a site led to is named, whether there is a flow or not", async () => {
  const open = (flow: object | null) => {
    const signInUrl = "https://shop.example/login";
    const page = { siblingPages: 0, signInUrl, generate: () => flow, render: async () => null };
    const deps = { checkTarget: () => {}, source: { open: async () => page }, model: null };
    return (generateFlow as (...args: readonly unknown[]) => Promise<GeneratedFlow>)(deps, {}, REQUEST);
  };
  const told = expect.stringContaining("led to https://shop.example/login, which asks for a sign-in");
  expect(await open({ description: "Collects email.", steps: [] })).toMatchObject({ description: told });
  await expect(open(null)).rejects.toMatchObject({
    details: [{ path: "url", message: told }, { path: "prompt" }],
  });
});
