/** Each recipe of docs/contributing.md, followed: what is written into which file to add one more of its kind. */

/** Text to insert before this existing text; a new file if there is none. */
interface Edit {
  readonly file: string;
  readonly before?: string;
  readonly text: string;
}

export const RECIPES: Readonly<Record<string, readonly Edit[]>> = {
  "Add an operation": [
    {
      file: "src/contract/operations/alerts.ts",
      before: "export const getAlert =",
      text: `export const countAlerts = {
  method: "GET",
  path: "/alerts/count",
  tag: "Alerts",
  summary: "Count alerts",
  scope: "alerts:read",
  success: { status: 200, description: "The number of alerts.", data: AlertsRead },
  touches: { table: "read" },
} as const satisfies Operation;

`,
    },
    {
      file: "src/contract/operations/alerts.ts",
      before: "  getAlert,\n",
      text: "  countAlerts,\n",
    },
    {
      file: "src/contract/examples/examples.ts",
      before: "  getAlert: {",
      text: "  countAlerts: { answer: { updated: 3 } },\n",
    },
    {
      file: "src/domain/alerts/alerts.ts",
      before: "/** Marks every unread alert read. */",
      text: `export const countAlerts = async ({ store }: Deps, { accountId }: Caller) => {
  const { total } = await store.alerts.list(accountId, {}, { limit: 1 });
  return { updated: total };
};

`,
    },
    {
      file: "functions/http/countAlerts.ts",
      text: `import * as operations from "../../src/contract/operations/alerts.ts";
import { countAlerts } from "../../src/domain/alerts/alerts.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.countAlerts, ({ caller, deps }) => countAlerts(deps, caller));
`,
    },
    {
      file: "test/api/journal.test.ts",
      before: 'describe("alerts", () => {',
      text: `describe("the number of alerts", () => {
  it("is 0 in a new account", async () => {
    const { body } = await (await newAccount()).get("/alerts/count");
    expect(body.data).toEqual({ updated: 0 });
  });
});

`,
    },
  ],
  "Add a browser step": [
    {
      file: "src/contract/steps/actionSteps.ts",
      before: "  press: z\n",
      text: `  rise: z.strictObject({ type: z.literal("rise"), ...acting }).meta({
    description: "Scrolls to the top of the page.",
    examples: [{ type: "rise" }],
  }),
`,
    },
    {
      file: "src/engine/steps/actions/rise.ts",
      text: `import type { Action, RunAction } from "./action.ts";

const runRise: RunAction<"rise"> = async (_, live, timeoutMs) => {
  await live.scroll("top", timeoutMs);
  return "scrolled to the top";
};

export const riseAction: Action<"rise"> = { run: runRise };
`,
    },
    {
      file: "src/engine/steps/actions/index.ts",
      before: "  press: pressAction,",
      text: "  rise: riseAction,\n",
    },
    {
      file: "src/engine/steps/actions/index.ts",
      before: "import { screenshotAction }",
      text: 'import { riseAction } from "./rise.ts";\n',
    },
    {
      file: "test/browser/actions.test.ts",
      before: '    ["clicks the element that people see"',
      text: '    ["rises", [{ type: "rise" }], "scroll"],\n',
    },
  ],
  "Add a limit to the plans": [
    {
      file: "src/contract/account/plans.ts",
      before: "  mapUrls: ",
      text: '  mapWords: "words of `q` that `POST /map` takes",\n',
    },
    { file: "src/contract/account/plans.ts", before: "    mapUrls: 1_000,", text: "    mapWords: 5,\n" },
    { file: "src/contract/account/plans.ts", before: "    mapUrls: 20_000,", text: "    mapWords: 10,\n" },
    { file: "src/contract/account/plans.ts", before: "    mapUrls: 30_000,", text: "    mapWords: 20,\n" },
    {
      file: "src/domain/map/mapSite.ts",
      before: "  const query = {",
      text: "  words.splice(PLANS[plan].mapWords);\n",
    },
    {
      file: "test/api/map.test.ts",
      before: '  it("fails like the page does when nothing can be read"',
      text: `  it("looks for no more words than the plan allows", async () => {
    serve({ "/sitemap.xml": { body: sitemap([\`\${server.url}/a-b-c-d-e\`]) } });
    expect(pathsOf(await map({ q: "a b c d e nowhere" }))).toEqual(["/a-b-c-d-e"]);
  });

`,
    },
  ],
  "Add a limit on what is stored": [
    {
      file: "src/store/flows/tallies.ts",
      before: '"WEBHOOKS" | "DESTINATIONS"',
      text: '"TICKETS" | ',
    },
    {
      file: "src/domain/usage/tallies.ts",
      before: '  WEBHOOKS: "webhooks",',
      text: '  TICKETS: "tickets",\n',
    },
    {
      file: "src/domain/usage/tallies.ts",
      before: "  WEBHOOKS: async",
      text: "  TICKETS: async (store, accountId) => (await store.tickets.list(accountId, {}, { limit: 1 })).total,\n",
    },
    {
      file: "src/domain/tickets/tickets.ts",
      before: "/** Opens a ticket",
      text: `const MAX_TICKETS = 1_000;

export const insertWithin = (deps: Deps, ticket: TicketRecord) => {
  const within = { accountId: ticket.accountId, kind: "TICKETS", limit: MAX_TICKETS } as const;
  return commitWithin(deps, within, deps.store.tickets.insert(ticket));
};

`,
    },
    {
      file: "src/domain/tickets/tickets.ts",
      before: "import { findPngFault }",
      text: 'import { commitWithin } from "../usage/tallies.ts";\n',
    },
    {
      file: "test/store/tallies.test.ts",
      before: '  it("admits one of several requests',
      text: `  it("is kept for tickets", async () => {
    const within = { accountId: uniqueId("acct-"), kind: "TICKETS", limit: 0 } as const;
    const added = commitWithin({ store: openTestStore() }, within);
    await expect(added).rejects.toMatchObject({ code: "limit-reached" });
  });

`,
    },
  ],
  "Add a status of flows": [
    {
      file: "src/contract/flows/flowStatus.ts",
      before: "  draft: {",
      text: "  archived: { isScheduled: false, needsAttention: false },\n",
    },
  ],
  "Add an index": [
    {
      file: "src/store/schema.ts",
      before: "  due: {",
      text: '  byThird: { partitionKey: "pk4", sortKey: "sk" },\n',
    },
  ],
  "Add a type of value": [
    { file: "src/contract/fields/outputTypes.ts", before: '  "datetime",', text: '  "moment",\n' },
    {
      file: "src/engine/extract/values/coerce.ts",
      before: "  datetime: parseDateTime,",
      text: "  moment: parseDateTime,\n",
    },
    { file: "scripts/guide/steps.ts", before: "  datetime: ", text: '  moment: "a time",\n' },
  ],
  "Add an alert type": [
    { file: "src/contract/account/alerts.ts", before: '  "data_quality",', text: '  "run_slow",\n' },
    {
      file: "src/domain/webhooks/mailEvent.ts",
      before: '  data_quality: "alert",',
      text: '  run_slow: "alert",\n',
    },
    {
      file: "src/domain/flows/countOnFlow.ts",
      before: "/** Stores the run's warnings on the flow",
      text: `export const tellSlow = (deps: Deps, { id: flowId, accountId, name }: FlowRecord): Write[] => {
  const title = \`\${name} was slow\`;
  const alert = { type: "run_slow", severity: "info", flowId, title, message: title, cause: null } as const;
  return raiseAlert(deps, accountId, alert);
};

`,
    },
  ],
  "Add a queue worker": [
    {
      file: "src/contract/workers.ts",
      before: "  deliverMail: {",
      text: `  weighMail: {
    queue: "mails",
    batchSize: 1,
    maxConcurrency: 2,
    maxReceiveCount: 6,
    memoryMb: 256,
    timeoutSeconds: 30,
    touches: { table: "read" },
  },
`,
    },
    {
      file: "src/domain/mail/weighMail.ts",
      text: `import type { EventMessage } from "../../contract/deliveries/events.ts";
import type { Deps } from "../ports.ts";

export const weighMail = async ({ log }: Deps, message: EventMessage): Promise<void> => {
  log.info("weighed", { bytes: JSON.stringify(message).length });
};
`,
    },
    {
      file: "functions/queue/weighMail.ts",
      text: `import { EventMessage } from "../../src/contract/deliveries/events.ts";
import { weighMail } from "../../src/domain/mail/weighMail.ts";
import { worker } from "../../src/runtime/worker.ts";

export const handler = worker(
  EventMessage,
  () => ({}),
  (message, { deps }) => weighMail(deps, message),
);
`,
    },
  ],
};
