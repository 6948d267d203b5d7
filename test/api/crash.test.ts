import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Client, createClient } from "../../client/index.ts";
import { until } from "../helpers/api.ts";
import { type PageServer, type ServedPage, startPageServer } from "../helpers/pageServer.ts";
import { type RunnerProcess, spawnRunner } from "../helpers/runnerProcess.ts";

const PAGES = 60;
const ITEMS_PER_PAGE = 5;
const PAGE_DELAY_MS = 150;

/** The lease of a killed run ends after 30 s, and the clock looks for such runs every minute. */
const UNTIL_RECOVERY_MS = 90_000;
const RECOVERY_TIMEOUT_MS = 90_000;

const pathOf = (page: number): string => `/list/${page}`;

const pageOf = (page: number): ServedPage => {
  const items = Array.from(
    { length: ITEMS_PER_PAGE },
    (_, index) => `<li class="item"><b>item ${page}-${index}</b></li>`,
  );
  const next = page < PAGES ? `<a class="next" href="${pathOf(page + 1)}">next</a>` : "";
  return { body: `<title>List ${page}</title><ul>${items.join("")}</ul>${next}`, delayMs: PAGE_DELAY_MS };
};

describe("a runner killed in the middle of a run", () => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-test-"));
  let pages: PageServer;
  let runner: RunnerProcess;
  const start = async (): Promise<Client> => {
    runner = spawnRunner(["--data-dir", folder, "--allow-private", `127.0.0.1:${pages.port}`]);
    return createClient(await runner.started);
  };

  beforeAll(async () => {
    const list = Array.from({ length: PAGES }, (_, index) => [pathOf(index + 1), pageOf(index + 1)]);
    pages = await startPageServer(Object.fromEntries(list) as Record<string, ServedPage>);
  });
  afterAll(async () => {
    await runner.end("SIGINT");
    await pages.stop();
    rmSync(folder, { recursive: true });
  });

  it(
    "finishes the run after the next start, with no item lost or duplicated",
    async () => {
      const before = await start();
      const { id: flowId } = await before.createFlow({
        name: "A long list",
        url: pages.url + pathOf(1),
        mode: "extract",
        steps: [
          { type: "navigate" },
          { type: "extract", selector: "li.item", fields: ["name: b"] },
          { type: "paginate", selector: "a.next", maxPages: PAGES },
        ],
      });
      const { id } = await before.createRun({ flowId });
      const killed = await until(
        () => before.getRun(id),
        ({ itemsExtracted }) => itemsExtracted > 0,
      );
      expect(killed.status).toBe("running");
      await runner.end("SIGKILL");

      const after = await start();
      await runner.advanceClock(UNTIL_RECOVERY_MS);
      const finished = await until(
        () => after.getRun(id),
        ({ status }) => status !== "queued" && status !== "running",
        RECOVERY_TIMEOUT_MS,
      );
      expect(finished).toMatchObject({ status: "completed", itemsExtracted: PAGES * ITEMS_PER_PAGE });

      const names = await Array.fromAsync(after.listRunItems(id, { limit: 200 }), ({ name }) => name);
      expect(names).toHaveLength(PAGES * ITEMS_PER_PAGE);
      expect(new Set(names).size).toBe(PAGES * ITEMS_PER_PAGE);
    },
    RECOVERY_TIMEOUT_MS + 60_000,
  );
});
