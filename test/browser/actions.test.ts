import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Step } from "../../src/contract/steps/steps.ts";
import {
  type BrowserSession,
  type BrowserSettings,
  createBrowserSession,
} from "../../src/engine/browser/index.ts";
import { browserSettings, collectIn, planOf } from "../helpers/browser.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const FORM = `<!doctype html><title>Form</title>
<input id="name" value="old"><select id="size"><option value="s">Small</option><option value="l">Large</option></select>
<div id="menu" style="width:80px;height:30px">Menu</div><button id="twin" style="display:none">Hidden</button><button id="twin">Shown</button>
<a id="out" href="/second" target="_blank">Elsewhere</a><p id="gone">Loading</p><div style="height:3000px"></div><p id="end">End</p>
<output></output><script>
const say = (text) => { document.querySelector("output").textContent += text + ";"; };
document.querySelector("#name").onkeydown = (event) => { if (event.key === "Enter") say("name=" + event.target.value); };
document.querySelector("#name").onselect = () => say("all");
document.querySelector("#size").onchange = (event) => say("size=" + event.target.value);
document.querySelector("#menu").onmouseenter = () => say("hover");
for (const twin of document.querySelectorAll("#twin")) twin.onclick = () => say(twin.textContent);
addEventListener("scroll", () => say(scrollY > 1000 ? "down" : "up"), { once: true });
setTimeout(() => document.querySelector("#gone").remove(), 400);
</script>`;
const SECOND = "<!doctype html><title>Second</title><h1>Second page</h1>";
/** Builds itself for three seconds, a piece at a time. */
const LATE = `<!doctype html><title>Late</title><div></div><script>
let pieces = 0;
const timer = setInterval(() => {
  document.querySelector("div").append(document.createElement("p"));
  if (++pieces < 10) return;
  clearInterval(timer);
  document.querySelector("div").innerHTML = "<input id=late>";
}, 300);
</script>`;
const SPIN = "<!doctype html><title>Spin</title><script>setTimeout(() => { for (;;) {} }, 50)</script>";

let server: PageServer;
let settings: BrowserSettings;
let session: BrowserSession;
const open = () => createBrowserSession(settings, { loadsImages: false, saveShot: async () => "" });
beforeAll(async () => {
  server = await startPageServer({
    "/": { body: FORM },
    "/second": { body: SECOND },
    "/spin": { body: SPIN },
    "/late": { body: LATE },
  });
  settings = await browserSettings(`127.0.0.1:${server.port}`);
  session = open();
});
afterAll(async () => {
  await session.close();
  await server.stop();
});

const said = async (...steps: readonly Step[]) => {
  const plan = planOf(`${server.url}/`, [...steps, { type: "extract", fields: ["said: output"] }]);
  return (await collectIn(session, plan)).items[0]?.said;
};

describe("an action", () => {
  it.each<[string, readonly Step[], string]>([
    [
      "types over what a field holds",
      [
        { type: "type", selector: "#name", text: "Anna" },
        { type: "press", key: "Enter" },
      ],
      "name=Anna",
    ],
    [
      "types after what a field holds",
      [
        { type: "type", selector: "#name", text: "er", append: true },
        { type: "press", key: "Enter", selector: "#name" },
      ],
      "name=older",
    ],
    ["presses keys together", [{ type: "press", key: "Control+a", selector: "#name" }], "all"],
    ["selects by label", [{ type: "select", selector: "#size", value: "Large" }], "size=l"],
    ["hovers", [{ type: "hover", selector: "#menu" }], "hover"],
    ["clicks the element that people see", [{ type: "click", selector: "#twin" }], "Shown"],
    ["scrolls to an element", [{ type: "scroll", selector: "#end" }], "down"],
    ["scrolls to the bottom", [{ type: "scroll", to: "bottom" }], "down"],
    ["scrolls by pixels", [{ type: "scroll", byPx: 200 }], "up"],
  ])("%s", async (_what, steps, expected) => {
    expect(String(await said(...steps))).toContain(expected);
  });

  it("without its element names what the page has, in a preview once the page is at rest", async () => {
    const hasty = createBrowserSession(settings, {
      loadsImages: false,
      saveShot: async () => "",
      isImpatient: true,
    });
    const outcome = (browser: BrowserSession, path: string, selector: string) =>
      collectIn(browser, planOf(`${server.url}${path}`, [{ type: "type", selector, text: "Anna" }])).then(
        () => "done",
        (error: unknown) => String(error),
      );
    try {
      expect(await outcome(hasty, "/", "#fullname")).toContain(
        "No visible element matches `#fullname`. The page has `#name`",
      );
      const beganAt = performance.now();
      expect(await outcome(hasty, "/", "#nowhere-to-be-found")).toContain("No visible element matches");
      expect(performance.now() - beganAt).toBeLessThan(8_000);
      // A page that is still building itself is waited for.
      expect(await outcome(hasty, "/late", "#late")).toBe("done");
    } finally {
      await hasty.close();
    }
  });

  it("waits until an element disappears, and fails if a condition is not met in time", async () => {
    await expect(said({ type: "wait", selector: "#gone", gone: true })).resolves.toBe(null);
    await expect(said({ type: "wait", text: "No such text", timeoutMs: 200 })).rejects.toMatchObject({
      code: "timeout",
      step: "steps[0]",
    });
  });

  it("that opens a new tab continues there", async () => {
    const plan = planOf(`${server.url}/`, [
      { type: "click", selector: "#out" },
      { type: "extract", fields: ["title: h1"] },
    ]);
    expect((await collectIn(session, plan)).items).toEqual([{ title: "Second page" }]);
  });

  it("on a select names the option that does not exist", async () => {
    await expect(said({ type: "select", selector: "#size", value: "Huge" })).rejects.toMatchObject({
      message: '`#size` has no option "Huge".',
    });
  });
});

describe("a page that never finishes loading", () => {
  it("times out, and stops when the run is aborted", async () => {
    const stuck = open();
    const plan = planOf(`${server.url}/spin`, [
      { type: "wait", delayMs: 500 },
      { type: "wait", text: "x", timeoutMs: 60_000 },
    ]);
    const startedAt = Date.now();
    const signal = AbortSignal.timeout(3_000);
    await expect(collectIn(stuck, plan, signal)).rejects.toMatchObject({ name: "TimeoutError" });
    await stuck.close();
    expect(Date.now() - startedAt).toBeLessThan(10_000);
  });
});
