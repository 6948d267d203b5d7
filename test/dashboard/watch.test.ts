/** What a monitor of a page's text found: words in colour, two views, and noise that is settled with one click. */
import { describe, expect, it } from "@jest/globals";
import { startPageServer } from "../helpers/pageServer.ts";
import { meetSomeone } from "./someone.ts";
import { findViolations } from "./violations.ts";

const someone = meetSomeone();

const hotel = (checkIn: string, views: number): string =>
  `<html lang="en"><head><title>Hotel Lake</title></head><body><main><h1>Hotel Lake</h1>${Array.from(
    { length: 10 },
    (_, n) =>
      `<p>Room ${n + 1} has a large bed, a desk, a balcony over the lake and a bath with a window.</p>`,
  ).join("")}<p>Our standard check-in is from ${checkIn} every day, also on Sundays and holidays.</p>
  <p>This page about the hotel had ${views} views since it was opened last spring.</p></main></body></html>`;

describe("changes of a page's text", () => {
  it("are shown word by word, inline and side by side, with noise on request", async () => {
    const { client, signInAt, tab } = someone();
    let shown = hotel("14:00", 1_000);
    const server = await startPageServer({ "/hotel": () => ({ body: shown }) });
    try {
      const { id } = await client.createFlow({
        name: "Hotel",
        url: `${server.url}/hotel`,
        mode: "monitor",
        monitor: { watch: "text" },
      });
      for (const next of [hotel("16:00", 1_000), hotel("16:00", 1_200), ""]) {
        expect((await client.runs.createAndWait({ flowId: id })).status).toBe("completed");
        shown = next;
      }
      await signInAt(`/flows/${id}?tab=changes`);
      await tab.see('Text of Hotel Lake changed: "14:00" → "16:00" (+1 −1 words)');
      const marks = () =>
        tab.page.$$eval(".text-diff del, .text-diff ins", (all) => all.map((mark) => mark.textContent));
      expect(await marks()).toEqual(["14:00", "16:00"]);
      expect(await findViolations(tab)).toEqual([]);
      await tab.shoot("watch-inline");
      await tab.page.evaluate(
        `[...document.querySelectorAll(".text-diff label")].find((label) => label.textContent === "Side by side").click()`,
      );
      expect(await tab.page.$$eval(".diff-sides", (sides) => sides.length)).toBeGreaterThan(0);
      await tab.shoot("watch-sides");
      await tab.page.click(".check input");
      await tab.see("1 difference taken for noise");
      await tab.see("a view counter");
      expect(await findViolations(tab)).toEqual([]);
      await tab.shoot("watch-noise");
      await tab.push("This matters");
      await tab.see("are reported from the next run on");
      expect((await client.getFlow(id)).monitor).toMatchObject({ matters: ["markdown"] });
    } finally {
      await server.stop();
    }
  });
});
