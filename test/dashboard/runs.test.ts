import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { parquetReadObjects } from "hyparquet";
import { until } from "../helpers/api.ts";
import { eventually } from "../helpers/dashboard.ts";
import { meetSomeone } from "./someone.ts";
import { LAMPS } from "./world.ts";

const someone = meetSomeone();

describe("a run", () => {
  it("can be watched while in progress, and cancelled", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id: flowId } = await client.createFlow({
      name: "Endless",
      url: `${pages.url}/endless`,
      mode: "extract",
      steps: [
        { type: "extract", selector: "li.lamp", fields: ["title: h2"] },
        { type: "paginate", selector: "a[rel=next]" },
      ],
    });
    const { id } = await client.createRun({ flowId });
    await signInAt(`/runs/${id}`);
    await tab.see("Running");
    await tab.see("/endless (200)");
    await tab.see("Lamp 2");
    await tab.push("Cancel run");
    await tab.see("Run cancelled.");
    await tab.see("Run again");
    expect((await client.getRun(id)).status).toBe("cancelled");
  });

  it("can be repeated, also from its saved pages", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id: flowId } = await client.createFlow({
      name: "Lamps",
      url: `${pages.url}/lamps`,
      mode: "extract",
    });
    const { id } = await client.createRun({ flowId });
    await until(
      () => client.getRun(id),
      ({ status }) => status === "completed",
      60_000,
    );
    await signInAt(`/runs/${id}`);
    await tab.push("Re-extract");
    await tab.see("Pages from");
    const visits = pages.requests.length;
    await tab.see("Completed");
    expect(pages.requests.length).toBe(visits);
    await tab.push("Run again");
    await tab.see("Run queued.");
    expect((await client.listRuns()).total).toBe(3);
  });
});

describe("a run in a browser", () => {
  it("shows its screenshots", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id: flowId } = await client.createFlow({
      name: "Pictures",
      url: `${pages.url}/lamps`,
      mode: "interact",
      steps: [{ type: "screenshot" }, { ...LAMPS.steps[0], fields: [...LAMPS.steps[0].fields] }],
    });
    const { id } = await client.createRun({ flowId });
    await signInAt(`/runs/${id}`);
    await tab.see("Screenshots");
    await tab.page.waitForFunction("document.querySelector('.shots img')?.naturalWidth > 0");
    await tab.shoot("journey-screenshots");
  });
});

describe("an export", () => {
  it("downloads a file with every item", async () => {
    const { client, context, pages, signInAt, tab } = someone();
    const flow = await client.createFlow({
      name: "Lamps",
      url: `${pages.url}/lamps`,
      mode: "extract",
      steps: [{ ...LAMPS.steps[0], fields: [...LAMPS.steps[0].fields] }],
    });
    const { id } = await client.createRun({ flowId: flow.id });
    await until(
      () => client.getRun(id),
      ({ status }) => status === "completed",
      60_000,
    );
    const folder = await mkdtemp(join(tmpdir(), "gleaner-export-"));
    const session = await tab.page.createCDPSession();
    await session.send("Browser.setDownloadBehavior", {
      behavior: "allow",
      downloadPath: folder,
      browserContextId: context.id,
    } as { behavior: "allow"; downloadPath: string });
    await signInAt(`/runs/${id}`);
    await tab.see("Lamp 25");
    await tab.push("Price");
    await tab.push("Price");
    await tab.page.waitForFunction(
      "document.querySelector('th[aria-sort=descending]') && document.querySelector('tbody tr').innerText.includes('Lamp 60')",
    );
    await tab.page.locator("input[type=search]").fill("lamp 49");
    await tab.page.waitForFunction("document.querySelectorAll('tbody tr').length === 1");
    await tab.push("Columns");
    await tab.page.locator('::-p-aria([name="URL"][role="menuitemcheckbox"])').click();
    await tab.page.keyboard.press("Escape");
    const heads = () =>
      tab.page.$$eval("thead th", (cells) => cells.map(({ textContent }) => textContent?.trim()));
    await eventually(async () => expect(await heads()).toEqual(["Title", expect.stringContaining("Price")]));
    for (const [format, name] of [
      ["csv", `${id}.csv`],
      ["xlsx", `${id}.xlsx`],
    ] as const) {
      await tab.choose("Export format", format);
      await tab.push("Export");
      // Chromium reserves the name with an empty file, and fills it at the end.
      await until(
        () => readFile(join(folder, name)).catch(() => Buffer.alloc(0)),
        (bytes) => bytes.length > 0,
        60_000,
      );
    }
    const lines = (await readFile(join(folder, `${id}.csv`), "utf8")).trim().split("\r\n");
    expect(lines).toHaveLength(61);
    expect((await readFile(join(folder, `${id}.xlsx`))).subarray(0, 2).toString()).toBe("PK");
    // Parquet is written in the background, in parts.
    await tab.choose("Export format", "parquet");
    await tab.push("Export");
    await tab.see("in the background");
    await tab.see("in 1 file");
    await tab.push("Show files");
    await tab.shoot("run-export-files");
    await tab.page.locator("::-p-text(part-00001.parquet)").click();
    const bytes = await until(
      () => readFile(join(folder, `${id}-part-00001.parquet`)).catch(() => Buffer.alloc(0)),
      (read) => read.length > 0,
      60_000,
    );
    expect((await parquetReadObjects({ file: new Uint8Array(bytes).buffer })).length).toBe(60);
    await rm(folder, { recursive: true });
  });
});
