import { describe, expect, it } from "@jest/globals";
import type { Step } from "../../../../src/contract/steps/steps.ts";
import { failureOf } from "../loopback.ts";
import { BASE, collectSite, planOf } from "./site.ts";

const watch = (html: string, steps: readonly Step[] = []) =>
  collectSite({ "/": html }, planOf(steps, { mode: "monitor" }));

describe("a page that blocks or challenges bots", () => {
  it.each([
    "<title>Just a moment…</title><h1>shop.test</h1><p>Complete the CAPTCHA to go on.</p>",
    "<title>Just a moment... CAPTCHA</title>",
    "<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1>",
    "<title>shop.test</title><h2>Verifying you are human. This may take a few seconds.</h2>",
    "<title>Access Denied</title><h1>Access Denied</h1><p>Reference #18.2f</p>",
    "<title>Shop</title><h1>Please verify you are a human</h1>",
    "<h4>Enter the characters you see below</h4>",
  ])("fails a monitor: %s", async (html) => {
    expect(await failureOf(watch(html))).toMatchObject({
      code: "target-failed",
      message: expect.stringContaining("blocks or challenges bots"),
      url: `${BASE}/`,
      retryable: true,
    });
  });

  it("does not fail other flows", async () => {
    expect((await collectSite({ "/": "<title>Access denied</title>" }, planOf([]))).items).toHaveLength(1);
  });

  it.each([
    ["speaks of captchas in passing", "<title>Blue chair</title><p>This site is protected by reCAPTCHA.</p>"],
    ["has such words in a longer title", "<title>Just a moment of joy</title><h1>The captcha handbook</h1>"],
    ["is of some length", `<title>Access denied</title><p>${"a long review of the film ".repeat(30)}</p>`],
    ["is of a product with a telling number", "<title>Jeans 501</title><h1>Not found in shops: 404</h1>"],
  ])("is not recognized in a page that %s", async (_what, html) => {
    expect((await watch(html)).items).toHaveLength(1);
  });

  it("is skipped if an optional step leads to it", async () => {
    const steps = [
      { type: "extract", selector: "li", fields: ["name: a"] },
      {
        type: "follow",
        selector: "a",
        optional: true,
        steps: [{ type: "extract", fields: ["full: h1"] }],
      },
    ] as Step[];
    const site = { "/": '<li><a href="/a">a</a></li>', "/a": "<h1>Are you a robot?</h1>" };
    const { items, lacksValues } = await collectSite(site, planOf(steps, { mode: "monitor" }));
    expect([items, lacksValues]).toEqual([[{ name: "a" }], true]);
  });
});
