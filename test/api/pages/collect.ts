/** Collects a page as a user does: flow, run, items, through the public API. */

type Item = Readonly<Record<string, unknown>>;

interface Collection {
  readonly items: readonly Item[];
  readonly total: number;
  readonly status: string;
  readonly pagesFetched: number;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly logs: readonly { readonly level: string; readonly message: string }[];
}

export interface FlowCase {
  /** Path of the page where the flow starts. */
  readonly path: string;
  readonly steps: readonly Readonly<Record<string, unknown>>[];
  readonly outputSchema?: Readonly<Record<string, unknown>>;
}

interface Envelope<T> {
  readonly data: T;
  readonly total?: number;
  readonly nextCursor?: string;
}

interface RunRecord {
  readonly id: string;
  readonly status: string;
  readonly pagesFetched: number;
  readonly error: Collection["error"];
  readonly logs: Collection["logs"];
}

const RUN_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 100;

const wait = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));

const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const { url, apiKey } = JSON.parse(process.env.TEST_SERVICE ?? "{}") as { url?: string; apiKey?: string };
  if (url === undefined || apiKey === undefined)
    throw new Error("TEST_SERVICE does not say where the service answers");
  for (;;) {
    const response = await fetch(url + path, {
      method,
      headers: { "x-api-key": apiKey, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.ok) return (await response.json()) as T;
    const said = await response.text();
    if (response.status !== 429) throw new Error(`${method} ${path} answered ${response.status}: ${said}`);
    await wait(1_000 * Number(response.headers.get("retry-after") ?? 1));
  }
};

const awaitEnd = async (id: string): Promise<RunRecord> => {
  const deadline = Date.now() + RUN_TIMEOUT_MS;
  for (;;) {
    const { data } = await call<Envelope<RunRecord>>("GET", `/runs/${id}`);
    if (data.status !== "queued" && data.status !== "running") return data;
    if (Date.now() > deadline) throw new Error(`run ${id} is still ${data.status}`);
    await wait(POLL_INTERVAL_MS);
  }
};

const readItems = async (id: string): Promise<Pick<Collection, "items" | "total">> => {
  const items: Item[] = [];
  let total = 0;
  for (let cursor = ""; ; ) {
    const page = await call<Envelope<Item[]>>("GET", `/runs/${id}/items?limit=200${cursor}`);
    items.push(...page.data);
    total = page.total ?? Number.NaN;
    if (page.nextCursor === undefined) return { items, total };
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
};

/** Runs a flow over a page of a server of ours, and reads everything that it collected. */
export const collect = async (serverUrl: string, flow: FlowCase): Promise<Collection> => {
  const { data: created } = await call<Envelope<{ id: string }>>("POST", "/flows", {
    name: `Test of ${flow.path}`.slice(0, 200),
    url: serverUrl + flow.path,
    mode: "extract",
    steps: flow.steps,
    ...(flow.outputSchema && { outputSchema: flow.outputSchema }),
  });
  const { data: queued } = await call<Envelope<{ id: string }>>("POST", "/runs", { flowId: created.id });
  const { status, pagesFetched, error, logs } = await awaitEnd(queued.id);
  return { ...(await readItems(queued.id)), status, pagesFetched, error, logs };
};

/** Like `collect`, for a flow that must complete: the failure says why it did not. */
export const collectAll = async (serverUrl: string, flow: FlowCase): Promise<Collection> => {
  const collection = await collect(serverUrl, flow);
  if (collection.status !== "completed")
    throw new Error(`the run ended as ${collection.status}: ${JSON.stringify(collection.error)}`);
  return collection;
};
