import { describe, expect, it } from "@jest/globals";
import { zip } from "../../../scripts/attack/documentFiles.ts";
import { FlowDefinition } from "../../../src/contract/flows/flowDefinition.ts";
import { filterToCss, xpathToCss } from "../../../src/domain/imports/filters.ts";
import { importBackup } from "../../../src/domain/imports/importBackup.ts";
import { withArchives } from "../../../src/runtime/deps/archives.ts";

const CANARY = "canary-4711";

const convert = (watch: object, settings: object = {}) =>
  importBackup(withArchives(), {
    from: "changedetection.io",
    backup: { watching: { a: { url: "https://hotel.example/rules", ...watch } }, settings },
  });
const only = async (watch: object, settings: object = {}) => {
  const { flows, refused } = await convert(watch, settings);
  expect(refused).toEqual([]);
  const [flow] = flows;
  if (!flow) throw new Error("nothing was converted");
  expect(FlowDefinition.safeParse(flow.definition).success).toBe(true);
  return { ...flow, settings: flow.leftOut.map(({ setting }) => setting) };
};

describe("an imported changedetection.io watch", () => {
  it("becomes a text monitor with its selector, ignored text, conditions, interval and headers", async () => {
    const { definition, active, settings } = await only(
      {
        title: "Hotel rules",
        include_filters: ["#rules", "//div[@class='fees']/p[2]"],
        ignore_text: ["Last visit", "/\\d+ views/"],
        trigger_text: ["16:00", "/sold\\s+out/i"],
        time_between_check: { weeks: null, days: 0, hours: "6", minutes: 0, seconds: null },
        time_between_check_use_default: false,
        headers: { "Accept-Language": "de", Authorization: `Bearer ${CANARY}` },
        fetch_backend: "html_webdriver",
      },
      { application: { global_ignore_text: ["Cookies"] } },
    );
    expect(definition).toEqual({
      name: "Hotel rules",
      url: "https://hotel.example/rules",
      mode: "monitor",
      render: "browser",
      steps: [{ type: "extract", as: "markdown", selector: '#rules, div[class="fees"] > p:nth-of-type(2)' }],
      monitor: {
        watch: "text",
        ignore: ["Cookies", "Last visit"],
        conditions: ['added text contains "16:00"', 'added text matches "sold\\s+out"'],
      },
      schedule: { every: "6h" },
      request: { headers: { "Accept-Language": "de" } },
    });
    expect(active).toBe(true);
    expect(settings).toEqual(["ignore_text", "ignore_text", "trigger_text", "headers"]);
  });

  it("becomes a price monitor if it watched price and stock", async () => {
    const { definition } = await only({
      processor: "restock_diff",
      restock_settings: { in_stock_processing: "in_stock_only", price_change_threshold_percent: 5 },
    });
    expect(definition.monitor).toEqual({
      watch: "price",
      restock: true,
      conditions: ["price percent change > 5"],
    });
  });

  it("uses the backup's default interval, and stays a draft if it was paused", async () => {
    const settings = { requests: { time_between_check: { hours: 3 } } };
    expect((await only({ paused: true }, settings)).active).toBe(false);
    const { definition, active } = await only({ time_between_check_use_default: true }, settings);
    expect([definition.schedule, active]).toEqual([{ every: "3h" }, true]);
    const often = await only({ time_between_check: { seconds: 30 } });
    expect([often.definition.schedule, often.settings]).toEqual([{ every: "5m" }, ["time_between_check"]]);
  });

  it("lists the settings that have no equivalent, and is not started if it would watch more than before", async () => {
    const { active, settings } = await only({
      include_filters: ["json:$.price", "//p[position() > 2]"],
      subtractive_selectors: [".ad"],
      browser_steps: [{ operation: "Click element", selector: "#more" }],
      notification_urls: [`discord://${CANARY}`],
      text_should_not_be_present: ["Sold out"],
      time_schedule_limit: { enabled: true },
      method: "POST",
      body: CANARY,
      proxy: CANARY,
      time_between_check: { days: 1 },
    });
    expect(active).toBe(false);
    expect(settings.toSorted()).toEqual([
      "body",
      "browser_steps",
      "include_filters",
      "method",
      "notification_urls",
      "proxy",
      "subtractive_selectors",
      "text_should_not_be_present",
      "time_schedule_limit",
    ]);
  });

  it("never contains a notification URL, token or password", async () => {
    const answer = await convert(
      {
        notification_urls: [`slack://${CANARY}`],
        notification_body: CANARY,
        headers: { "X-Api-Key": CANARY, Cookie: CANARY },
        body: CANARY,
        webdriver_js_execute_code: CANARY,
      },
      {
        headers: { Authorization: CANARY },
        application: {
          notification_urls: [CANARY],
          api_access_token: CANARY,
          password: CANARY,
          tags: { a: 1 },
        },
      },
    );
    expect(JSON.stringify(answer)).not.toContain(CANARY);
    expect(answer.leftOut.map(({ setting }) => setting)).toEqual([
      "history",
      "notification_urls",
      "api_access_token",
      "password",
      "tags",
    ]);
  });

  it.each([
    ["file:///etc/passwd", "not one of http"],
    ["javascript:alert(1)", "not one of http"],
    [`https://user:${CANARY}@shop.example/`, "a password"],
    ["https://shop.example/{% now 'utc' %}", "a template"],
    ["", "not one of http"],
  ])("at %s is refused with a reason", async (url, reason) => {
    const { flows, refused } = await convert({ url });
    expect(flows).toEqual([]);
    expect(refused).toEqual([
      { url: expect.not.stringContaining(CANARY), reason: expect.stringContaining(reason) },
    ]);
  });
});

describe("a backup file", () => {
  const read = (files: Record<string, string>) =>
    importBackup(withArchives(), { from: "changedetection.io", backup: zip(files).toString("base64") });
  const id = "0f7c1d52-7a50-4e0e-9b33-d9c0a0a0e0f1";

  it.each([
    [
      "of older releases",
      { "url-watches.json": JSON.stringify({ watching: { a: { url: "https://a.example/" } } }) },
    ],
    [
      "of newer releases, with a file per watch",
      {
        "changedetection.json": JSON.stringify({ settings: {} }),
        [`${id}/watch.json`]: JSON.stringify({ url: "https://a.example/" }),
        [`${id}/history.txt`]: "not read",
        "secret.txt": CANARY,
      },
    ],
  ])("%s is read as ZIP", async (_name, files) => {
    const answer = await read(files);
    expect(answer.flows.map(({ definition }) => definition.url)).toEqual(["https://a.example/"]);
    expect(JSON.stringify(answer)).not.toContain(CANARY);
  });

  it.each([
    ["no JSON", { "url-watches.json": "{" }],
    ["JSON of something else", { "url-watches.json": "[1, 2]" }],
  ])("with %s is refused", async (_name, files) => {
    const answer = await read(files).catch((error: unknown) => error);
    if (answer instanceof Error) expect(answer).toMatchObject({ code: "invalid-request" });
    else expect(answer).toMatchObject({ flows: [] });
  });

  it.each([
    ["a cut archive", zip({ "url-watches.json": "{}" }).subarray(0, 40).toString("base64")],
    ["no base64 of anything", "%%%"],
    ["a number", Buffer.from("42").toString("base64")],
  ])("that is %s is refused", async (_name, backup) => {
    await expect(importBackup(withArchives(), { from: "changedetection.io", backup })).rejects.toMatchObject({
      code: "invalid-request",
    });
  });

  it("with hostile content (wrong types, prototype names, thousands of watches) does no harm", async () => {
    const odd = [null, 1, "x", [], { a: 1 }, true, "9".repeat(10_000)];
    const names = [
      "title",
      "include_filters",
      "ignore_text",
      "headers",
      "time_between_check",
      "paused",
      "tags",
      "method",
    ];
    const watches = names.flatMap((name) =>
      odd.map((value) => ({ url: "https://a.example/", [name]: value })),
    );
    const many = Array.from({ length: 1_500 }, () => ({ url: "https://a.example/" }));
    const watching = Object.fromEntries([...watches, ...many].map((watch, at) => [`w${at}`, watch]));
    const backup = JSON.parse(`{"__proto__": {"x": 1}, "watching": ${JSON.stringify(watching)}}`);
    const { flows, refused, leftOut } = await importBackup(withArchives(), {
      from: "changedetection.io",
      backup,
    });
    expect(flows.length + refused.length).toBe(1_000);
    expect(flows.length).toBeGreaterThan(900);
    expect(leftOut.at(-1)?.reason).toMatch(/first 1000 watches/);
    for (const { definition } of flows) expect(FlowDefinition.safeParse(definition).success).toBe(true);
  });
});

describe("an imported filter", () => {
  it.each([
    ["#a .b", "#a .b"],
    ["css:.b", ".b"],
    ["//*[@id='main']/div[2]/p", '[id="main"] > div:nth-of-type(2) > p'],
    ["/html/body//span[contains(@class, 'price')]", 'html > body span[class*="price"]'],
    ["xpath://h1", "h1"],
    ["json:$.a", null],
    ["//*[2]", null],
    ["//p[text()='x']", null],
    ["//a/@href", null],
    [`//a[@id='${"x".repeat(10)}"]']`, null],
  ])("%s becomes the CSS selector %s", (filter, css) => {
    expect(filterToCss(filter)).toBe(css);
  });

  it("is converted in linear time, whatever its length", () => {
    const startedMs = performance.now();
    for (const part of ["/a", "[1]", "//", "/a[@x='y']", "//*["]) xpathToCss(`/${part.repeat(100_000)}`);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });
});
