import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type PageServer, type ServedPage, startPageServer } from "../helpers/pageServer.ts";
import { type RunnerProcess, type StartedService, spawnRunner } from "../helpers/runnerProcess.ts";

const PAGES = 60;
const ITEMS_PER_PAGE = 5;
const PAGE_DELAY_MS = 150;
const POLL_MS = 100;

/** The lease of a killed run ends after 30 s, and the clock looks for such runs every minute. */
const RECOVERY_TIMEOUT_MS = 180_000;

interface RunRecord {
  readonly id: string;
  readonly status: string;
  readonly itemsExtracted: number;
}

interface Answer<T> {
  readonly data: T;
  readonly total: number;
  readonly nextCursor?: string;
}

const pathOf = (page: number): string => `/list/${page}`;

const pageOf = (page: number): ServedPage => {
  const items = Array.from(
    { length: ITEMS_PER_PAGE },
    (_, index) => `<li class="item"><b>item ${page}-${index}</b></li>`,
  );
  const next = page < PAGES ? `<a class="next" href="${pathOf(page + 1)}">next</a>` : "";
  return { body: `<title>List ${page}</title><ul>${items.join("")}</ul>${next}`, delayMs: PAGE_DELAY_MS };
};

const call = async <T>(
  { url, apiKey }: StartedService,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> => {
  const response = await fetch(url + path, {
    method,
    headers: { "x-api-key": apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
};

/** Reads the run until it is as wished. */
const awaitRun = async (
  service: StartedService,
  id: string,
  isAsWished: (run: RunRecord) => boolean,
  timeoutMs: number,
): Promise<RunRecord> => {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    const { data } = await call<Answer<RunRecord>>(service, "GET", `/runs/${id}`);
    if (isAsWished(data)) return data;
    if (Date.now() > giveUpAt) throw new Error(`The run is still ${JSON.stringify(data)}.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

const readItems = async (service: StartedService, id: string): Promise<string[]> => {
  const names: string[] = [];
  for (let cursor = ""; ; ) {
    const page = await call<Answer<{ name: string }[]>>(
      service,
      "GET",
      `/runs/${id}/items?limit=200${cursor}`,
    );
    names.push(...page.data.map(({ name }) => name));
    if (page.nextCursor === undefined) return names;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
};

describe("a runner that is killed in the middle of a run", () => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-test-"));
  let pages: PageServer;
  let runner: RunnerProcess;
  const start = async (): Promise<StartedService> => {
    runner = spawnRunner(["--data-dir", folder, "--allow-private", `127.0.0.1:${pages.port}`]);
    return runner.started;
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
    "finishes the run after the next start, its items neither lost nor doubled",
    async () => {
      const before = await start();
      const { data: flow } = await call<Answer<{ id: string }>>(before, "POST", "/flows", {
        name: "A long list",
        url: pages.url + pathOf(1),
        mode: "extract",
        steps: [
          { type: "navigate" },
          { type: "extract", selector: "li.item", fields: ["name: b"] },
          { type: "paginate", selector: "a.next", maxPages: PAGES },
        ],
      });
      const { data: queued } = await call<Answer<RunRecord>>(before, "POST", "/runs", { flowId: flow.id });
      const killed = await awaitRun(before, queued.id, (run) => run.itemsExtracted > 0, 30_000);
      expect(killed.status).toBe("running");
      await runner.end("SIGKILL");

      const after = await start();
      const isOver = ({ status }: RunRecord): boolean => status !== "queued" && status !== "running";
      const finished = await awaitRun(after, queued.id, isOver, RECOVERY_TIMEOUT_MS);
      expect(finished).toMatchObject({ status: "completed", itemsExtracted: PAGES * ITEMS_PER_PAGE });

      const names = await readItems(after, queued.id);
      expect(names).toHaveLength(PAGES * ITEMS_PER_PAGE);
      expect(new Set(names).size).toBe(PAGES * ITEMS_PER_PAGE);
    },
    RECOVERY_TIMEOUT_MS + 60_000,
  );
});
