import { createTransport, type RawRequest } from "../../client/transport.ts";

/** A request of the document and its response. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request has no key. */
  readonly anonymous?: true;
  readonly status: number;
  readonly answer: unknown;
}

type Body = ReturnType<typeof JSON.parse>;

const PATIENCE_MS = 60_000;
const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Sends requests to the service and records the responses. */
const createNotes = (service: { url: string; apiKey: string }) => {
  const exchanges: Exchange[] = [];
  const keyed = createTransport(service);
  const anonymous = createTransport({ url: service.url, apiKey: null });

  const ask = async (method: string, path: string, request: RawRequest = {}, isAnonymous = false) => {
    const { status, body } = await (isAnonymous ? anonymous : keyed).send(method, path, request);
    const exchange: Exchange = {
      method,
      path,
      ...(request.body !== undefined && { body: request.body }),
      ...(request.headers && { headers: request.headers }),
      ...(isAnonymous && { anonymous: true as const }),
      status,
      answer: body,
    };
    return exchange;
  };

  return {
    exchanges,
    say: async (
      method: string,
      path: string,
      body?: unknown,
      headers?: Record<string, string>,
    ): Promise<Body> => {
      const request = { ...(body !== undefined && { body }), ...(headers && { headers }) };
      const exchange = await ask(method, path, request);
      exchanges.push(exchange);
      return exchange.answer;
    },
    /** Records a request that must succeed. @returns the id of the created record */
    make: async (path: string, body: unknown): Promise<string> => {
      const exchange = await ask("POST", path, { body });
      exchanges.push(exchange);
      const { id } = (exchange.answer as Body).data ?? {};
      if (typeof id !== "string") throw new Error(`${path} answers ${JSON.stringify(exchange.answer)}`);
      return id;
    },
    sayWithoutKey: async (path: string): Promise<void> => {
      exchanges.push(await ask("GET", path, {}, true));
    },
    /** Records a response once it has reached its final state. */
    waitFor: async (path: string, isReady: (body: Body) => boolean): Promise<Body> => {
      const giveUpAt = Date.now() + PATIENCE_MS;
      for (;;) {
        const exchange = await ask("GET", path);
        const body = exchange.answer as Body;
        if (isReady(body)) {
          exchanges.push(exchange);
          return body;
        }
        if (Date.now() > giveUpAt) throw new Error(`${path} still answers ${JSON.stringify(body)}`);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },
  };
};

const hasEnded = ({ data }: Body) => !["queued", "running"].includes(data.status);

/** The part of the service that a scene talks to. */
type Notes = ReturnType<typeof createNotes>;

const runToEnd = async ({ make, waitFor }: Notes, flowId: string): Promise<string> => {
  const id = await make("/runs", { flowId });
  await waitFor(`/runs/${id}`, hasEnded);
  return id;
};

/** @returns the webhook that gets the deliveries */
const setUp = async ({ make, say, sayWithoutKey }: Notes, site: string): Promise<string> => {
  await sayWithoutKey("/health");
  await sayWithoutKey("/flows");
  const hook = await make("/webhooks", {
    url: `${site}/hook`,
    events: ["run.completed", "run.failed", "alert.created"],
    secret: "a-secret-of-our-own-making",
  });
  const made = await make("/webhooks", { url: `${site}/hook`, events: ["run.failed"] });
  await say("PUT", `/webhooks/${made}`, { active: false });
  const key = await make("/keys", { name: "Reader", scopes: ["flows:read", "runs:write"] });
  await say("POST", "/keys", { name: "Old scopes", scopes: ["extract:read", "billing:read", "audit:write"] });
  await say("POST", `/keys/${key}/rotate`, { overlapSeconds: 0 });
  return hook;
};

const createFlows = async ({ make, say }: Notes, site: string) => {
  const flow = await make("/flows", {
    name: "Books",
    description: "All books",
    url: `${site}/books`,
    mode: "extract",
    steps: [{ type: "navigate" }, { type: "extract", label: "books", fields: ["title: h1"] }],
    outputSchema: { title: "string" },
  });
  const short = await make("/flows", { name: "Short", url: `${site}/shelf`, mode: "extract" });
  const list = { type: "extract", selector: ".book", fields: ["title: a", "link: a@href", "price: .price"] };
  const watched = await make("/flows", {
    name: "Watched",
    url: `${site}/watched`,
    mode: "monitor",
    steps: [list],
    outputSchema: { title: "string", price: "price" },
    monitor: { key: ["title"], conditions: ["price falls"] },
    schedule: { cron: "0 6 1 1 *", timezone: "Europe/Berlin" },
    limits: { maxPages: 5 },
  });
  const broken = await make("/flows", { name: "Broken", url: `${site}/nowhere`, mode: "extract" });
  const login = await make("/flows", {
    name: "Login",
    url: `${site}/sign-in`,
    mode: "interact",
    steps: [{ type: "type", selector: "input", text: "{{secret.password}}" }],
  });
  await say("PUT", `/flows/${login}/secrets/password`, { value: "correct horse" });
  await say("PUT", `/flows/${flow}`, { name: "Books, daily", status: "active" });
  await say("PUT", `/flows/${short}`, { status: "paused" }, { "if-match": "1" });
  await say("PUT", `/flows/${short}`, { status: "active" }, { "if-match": "1" });
  return { flow, short, watched, broken, login };
};

type Flows = Awaited<ReturnType<typeof createFlows>>;

/** @returns a run with items */
const runFlows = async (
  notes: Notes,
  { flow, short, watched, broken }: Flows,
  hook: string,
): Promise<string> => {
  const { make, say, waitFor } = notes;
  const run = await runToEnd(notes, flow);
  const triggered = await make("/runs/trigger", { flowId: flow, trigger: "cron" });
  await waitFor(`/runs/${triggered}`, hasEnded);
  const shelf = await runToEnd(notes, short);
  await runToEnd(notes, watched);
  await runToEnd(notes, watched);
  await runToEnd(notes, broken);
  const retried = await make(`/runs/${shelf}/retry`, { from: "snapshots" });
  await waitFor(`/runs/${retried}`, hasEnded);
  await say("POST", `/runs/${run}/cancel`);
  await waitFor("/alerts", ({ total }) => total > 0);
  await waitFor(
    `/webhooks/${hook}/deliveries`,
    ({ data }) => data.length > 5 && data.every(({ status }: { status: string }) => status === "succeeded"),
  );
  return shelf;
};

/** @returns a ticket */
const doTheRest = async ({ make, say }: Notes, flow: string, site: string): Promise<string> => {
  await say("POST", "/tickets", { subject: "Prices are missing", type: "bug", priority: "high" });
  const ticket = await make("/tickets", {
    subject: "All",
    description: "Of it",
    type: "bug",
    priority: "high",
    flowId: flow,
    screenshot: PNG,
  });
  await say("PUT", `/tickets/${ticket}`, { status: "resolved" });
  await say("POST", "/extract", {
    url: `${site}/books`,
    instructions: "The title",
    schema: { title: "string" },
  });
  await say("POST", "/generate", { prompt: "All books with prices", url: `${site}/shelf` });
  await say("POST", "/checkout", { plan: "pro", interval: "month" });
  await say("POST", "/email", { to: "reader@example.com", subject: "Hello", template: "welcome", data: {} });
  await say("PUT", "/account", { name: "Frozen" });
  const gone = await make("/flows", { name: "Gone", url: `${site}/books`, mode: "extract" });
  await say("DELETE", `/flows/${gone}`);
  return ticket;
};

/** What is read once everything has happened. */
const pathsOf = ({ flow, watched, login }: Flows, run: string, ticket: string): readonly string[] => [
  "/flows",
  "/flows?status=active",
  "/flows?mode=monitor",
  "/flows?limit=2",
  `/flows/${flow}`,
  `/flows/${watched}`,
  `/flows/${login}`,
  `/flows/${watched}/changes`,
  `/flows/${watched}/records`,
  "/runs",
  `/runs?flowId=${flow}`,
  "/runs?status=completed",
  `/runs?flowId=${flow}&status=failed`,
  `/runs/${run}/items`,
  "/keys",
  "/alerts",
  "/alerts?severity=info",
  "/alerts?read=false",
  "/analytics",
  "/analytics?period=30d",
  "/audit?limit=5",
  "/audit?limit=200",
  "/activity?limit=5",
  "/activity?limit=200",
  "/webhooks",
  "/tickets",
  `/tickets/${ticket}`,
  "/account",
  // Errors must stay the same, too.
  "/flows/flow-1",
  "/flows?status=something",
  "/runs?colour=red",
  "/no/such/route",
];

const makeMistakes = async ({ say }: Notes): Promise<void> => {
  await say("POST", "/flows", { name: "", url: "nowhere", mode: "dance", colour: "red" });
  await say("POST", "/runs", { flowId: "flow-1" });
  await say("PATCH", "/flows", {});
};

/** The requests of the service document and of later additions, on a new account. */
export const converse = async (
  service: { url: string; apiKey: string },
  site: string,
): Promise<readonly Exchange[]> => {
  const notes = createNotes(service);
  const hook = await setUp(notes, site);
  const flows = await createFlows(notes, site);
  const run = await runFlows(notes, flows, hook);
  const ticket = await doTheRest(notes, flows.flow, site);
  for (const path of pathsOf(flows, run, ticket)) await notes.say("GET", path);
  await makeMistakes(notes);
  return notes.exchanges;
};
