import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

let body = "";
let server: PageServer;
let account: Api;
beforeAll(async () => {
  server = await startPageServer({
    "/page": () => ({ body: `<!doctype html><html><body>${body}</body></html>` }),
  });
  account = await newAccount();
});
afterAll(() => server.stop());

const monitor = async (over: object = {}): Promise<string> => {
  const flow = {
    name: "Text",
    mode: "monitor",
    url: `${server.url}/page`,
    monitor: { watch: "text" },
    ...over,
  };
  const { status, body: created } = await account.post("/flows", flow);
  expect([status, created]).toEqual([201, created]);
  return created.data.id;
};
const run = async (flowId: string) =>
  endOfRun(account, (await account.post("/runs", { flowId })).body.data.id);
const changesOf = async (flowId: string) =>
  (await account.get(`/flows/${flowId}/changes?noise=true`)).body.data;
const main = (...paragraphs: readonly string[]): string =>
  `<main><h1>Rules</h1>${paragraphs.map((text) => `<p>${text}</p>`).join("")}</main>`;

describe("a text monitor", () => {
  const HOURS = [{ type: "extract", as: "markdown", selector: ".hours" }];

  it("fails with selector-broken and keeps its baseline when its selector matches nothing", async () => {
    body = main("Welcome.", '</p><p class="hours">Open until 18:00');
    const flowId = await monitor({ steps: HOURS });
    expect(await run(flowId)).toMatchObject({ status: "completed" });
    body = main("Welcome.");
    expect(await run(flowId)).toMatchObject({ status: "failed", error: { code: "selector-broken" } });
    body = main("Welcome to all.", '</p><p class="hours">Open until 20:00');
    expect(await run(flowId)).toMatchObject({ status: "completed" });
    const changes = await changesOf(flowId);
    expect(changes).toHaveLength(1);
    expect(changes[0].records[0].fields).toEqual({
      markdown: { previous: "Open until 18:00", current: "Open until 20:00" },
    });
  });

  it.each([
    [
      "right-to-left text",
      "الغرف متاحة من الساعة 14:00 حتى المساء",
      "الغرف متاحة من الساعة 16:00 حتى المساء",
      "16:00",
    ],
    ["emoji", "Status: 🟢 all rooms 👩‍👩‍👧‍👦 welcome", "Status: 🔴 all rooms 👩‍👩‍👧‍👦 welcome", "🔴"],
    ["a script without spaces", "営業時間は午前九時からです。", "営業時間は午前十時からです。", "十"],
  ])("reports the word that changed in %s", async (_name, before, after, word) => {
    body = main("Welcome.", before);
    const flowId = await monitor();
    await run(flowId);
    body = main("Welcome.", after);
    await run(flowId);
    const [change] = await changesOf(flowId);
    const lines = change.records[0].fields.markdown.diff.hunks.flatMap(
      ({ lines }: { lines: object[] }) => lines,
    );
    const added = lines
      .flatMap(({ parts }: { parts: { type: string; text: string }[] }) => parts)
      .filter(({ type }: { type: string }) => type === "added")
      .map(({ text }: { text: string }) => text)
      .join("");
    expect(added).toContain(word);
    expect(added.length).toBeLessThan(after.length);
  });

  it("compares megabytes on one line in limited time and memory, with exact counts", async () => {
    const words = (at: number) =>
      Array.from({ length: 250_000 }, (_, n) => (n % 1_000 === at ? `w${at}` : "word")).join(" ");
    body = main(words(1));
    const flowId = await monitor();
    expect(await run(flowId)).toMatchObject({ status: "completed" });
    body = main(words(2));
    expect(await run(flowId)).toMatchObject({ status: "completed" });
    const changes = await changesOf(flowId);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ changed: 1 });
    const text = JSON.stringify(changes[0]);
    expect(text.length).toBeLessThan(100_000);
    const { diff } = changes[0].records[0].fields.markdown;
    expect(diff.addedWords).toBeGreaterThanOrEqual(250);
  }, 180_000);
});
