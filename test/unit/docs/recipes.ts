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
      before: "  getAlert: {",
      text: `  countAlerts: {
    method: "GET",
    path: "/alerts/count",
    tag: "Alerts",
    summary: "Count alerts",
    scope: "alerts:read",
    success: { status: 200, description: "The number of alerts.", data: AlertsRead },
    touches: { table: "read" },
  },
`,
    },
    {
      file: "src/contract/examples.ts",
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
      text: `import { countAlerts } from "../../src/domain/alerts/alerts.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("countAlerts", ({ caller, deps }) => countAlerts(deps, caller));
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
      file: "src/contract/actionSteps.ts",
      before: "  press: z\n",
      text: `  point: z.strictObject({ type: z.literal("point"), selector: ActionSelector, ...acting }).meta({
    description: "Points at an element.",
    examples: [{ type: "point", selector: "#menu" }],
  }),
`,
    },
    {
      file: "src/engine/steps/actions/point.ts",
      text: `import { parseActionSelector } from "../../../contract/actionSelectors.ts";
import type { Action, RunAction } from "./action.ts";

const runPoint: RunAction<"point"> = async ({ selector }, live, timeoutMs) => {
  await live.hover(parseActionSelector(selector), timeoutMs);
  return \`pointed at \${selector}\`;
};

export const pointAction: Action<"point"> = { run: runPoint };
`,
    },
    {
      file: "src/engine/steps/actions/index.ts",
      before: "  press: pressAction,",
      text: "  point: pointAction,\n",
    },
    {
      file: "src/engine/steps/actions/index.ts",
      before: "import { pressAction }",
      text: 'import { pointAction } from "./point.ts";\n',
    },
    {
      file: "test/browser/actions.test.ts",
      before: '    ["clicks the element that people see"',
      text: '    ["points", [{ type: "point", selector: "#menu" }], "hover"],\n',
    },
  ],
  "Add a limit to the plans": [
    {
      file: "src/contract/plans.ts",
      before: "  mapUrls: ",
      text: '  mapWords: "words of `q` that `POST /map` takes",\n',
    },
    { file: "src/contract/plans.ts", before: "    mapUrls: 1_000,", text: "    mapWords: 5,\n" },
    { file: "src/contract/plans.ts", before: "    mapUrls: 20_000,", text: "    mapWords: 10,\n" },
    { file: "src/contract/plans.ts", before: "    mapUrls: 30_000,", text: "    mapWords: 20,\n" },
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
  "Add an index": [
    {
      file: "src/store/schema.ts",
      before: "  due: {",
      text: '  byThird: { partitionKey: "pk4", sortKey: "sk" },\n',
    },
  ],
  "Add a type of value": [
    { file: "src/contract/outputTypes.ts", before: '  "datetime",', text: '  "moment",\n' },
    {
      file: "src/engine/extract/values/coerce.ts",
      before: "  datetime: parseDateTime,",
      text: "  moment: parseDateTime,\n",
    },
    { file: "scripts/guide/steps.ts", before: "  datetime: ", text: '  moment: "a time",\n' },
  ],
  "Add an alert type": [
    { file: "src/contract/alerts.ts", before: '  "data_quality",', text: '  "run_slow",\n' },
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
      text: `import type { EventMessage } from "../../contract/events.ts";
import type { Deps } from "../ports.ts";

export const weighMail = async ({ log }: Deps, message: EventMessage): Promise<void> => {
  log.info("weighed", { bytes: JSON.stringify(message).length });
};
`,
    },
    {
      file: "functions/queue/weighMail.ts",
      text: `import { EventMessage } from "../../src/contract/events.ts";
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
