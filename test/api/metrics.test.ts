/** `/metrics` of one server, read by another project's parser of Prometheus' text format. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import parse from "parse-prometheus-text-format";
import { newAccount, testService, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { METRICS_TOKEN } from "../helpers/sharedService.ts";

interface Family {
  readonly name: string;
  readonly type: string;
  readonly metrics: readonly {
    readonly value?: string;
    readonly labels?: Readonly<Record<string, string>>;
  }[];
}

const ask = (token: string | null, method = "GET"): Promise<Response> =>
  fetch(`${testService().url}/metrics`, {
    method,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });

const scrape = async (): Promise<readonly Family[]> =>
  parse(await (await ask(METRICS_TOKEN)).text()) as readonly Family[];

/** The value of one series; 0 if there is none. */
const seriesValue = (
  families: readonly Family[],
  name: string,
  labels: Readonly<Record<string, string>>,
): number => {
  const series = families.find((family) => family.name === name)?.metrics ?? [];
  const found = series.find((each) =>
    Object.entries(labels).every(([key, value]) => each.labels?.[key] === value),
  );
  return Number(found?.value ?? 0);
};

describe("/metrics of a single server", () => {
  let server: PageServer;
  beforeAll(async () => {
    server = await startPageServer({
      "/shelf": { body: "<ul><li><b>Walden</b></li><li><b>Emma</b></li></ul>" },
    });
  });
  afterAll(() => server.stop());

  it("refuses requests without the token", async () => {
    for (const token of [null, "", "wrong", `${METRICS_TOKEN}x`]) {
      const { status, headers } = await ask(token);
      expect([status, headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    }
    expect((await ask(METRICS_TOKEN, "POST")).status).toBe(405);
  });

  it("counts runs, requests and invocations", async () => {
    const labels = {
      runs: { outcome: "completed", engine: "static" },
      requests: { route: "POST /runs", status: "202" },
      invocations: { function: "createRun", outcome: "succeeded" },
    };
    const countAll = async (): Promise<readonly number[]> => {
      const families = await scrape();
      return [
        seriesValue(families, "gleaner_runs_total", labels.runs),
        seriesValue(families, "gleaner_requests_total", labels.requests),
        seriesValue(families, "gleaner_function_invocations_total", labels.invocations),
      ];
    };
    const before = await countAll();
    const api = await newAccount();
    const { body } = await api.post("/flows", {
      name: "Shelf",
      url: `${server.url}/shelf`,
      mode: "extract",
      steps: [{ type: "extract", selector: "li", fields: ["title: b"] }],
    });
    expect((await api.post("/runs", { flowId: body.data.id })).status).toBe(202);
    const grown = (after: readonly number[]): boolean =>
      after.every((value, at) => value > (before[at] ?? 0));
    expect(await until(countAll, grown)).toHaveLength(3);
  });

  it("counts failed runs by their error code", async () => {
    const before = await scrape();
    const api = await newAccount();
    const { body } = await api.post("/flows", {
      name: "Gone",
      url: `${server.url}/gone`,
      mode: "extract",
      steps: [{ type: "extract", selector: "li", fields: ["title: b"] }],
    });
    const { body: started } = await api.post("/runs", { flowId: body.data.id });
    const { body: ended } = await until(
      () => api.get(`/runs/${started.data.id}`),
      ({ body: run }) => run.data.status === "failed",
    );
    const labels = { cause: ended.data.error.code };
    const failures = (families: readonly Family[]): number =>
      seriesValue(families, "gleaner_run_failures_total", labels);
    const after = await until(scrape, (families) => failures(families) > failures(before));
    expect(failures(after)).toBeGreaterThan(failures(before));
  });

  it("counts the messages of every queue, and reports the state of the process", async () => {
    const families = await scrape();
    const queues = families.find(({ name }) => name === "gleaner_queue_messages")?.metrics ?? [];
    const names = new Set(queues.map(({ labels }) => labels?.queue));
    expect([...names].sort()).toEqual(
      expect.arrayContaining(["runs", "browserRuns", "events", "deliveries", "deadLetters"]),
    );
    expect(seriesValue(families, "process_resident_memory_bytes", {})).toBeGreaterThan(10_000_000);
    expect(families.map(({ name }) => name)).toContain("gleaner_oldest_due_seconds");
  });
});
