/** What each operation needs to exist before it can be called: one row for each that names a record in its path. */
import type { Client } from "../../../client/index.ts";
import { EXAMPLES } from "../../../src/contract/examples/examples.ts";
import type { OPERATIONS, OperationName } from "../../../src/contract/operations.ts";

type WithParams = {
  [N in OperationName]: (typeof OPERATIONS)[N] extends { readonly params: unknown } ? N : never;
}[OperationName];

type Params = Readonly<Record<string, string>>;
type MakeRecord = (client: Client) => Promise<Params>;

const makeFlow: MakeRecord = async (client) => ({
  id: (await client.createFlow({ name: "Contract", url: "https://shop.example/", mode: "extract" })).id,
});

const makeRun: MakeRecord = async (client) => ({
  id: (await client.createRun({ flowId: (await makeFlow(client)).id ?? "" })).id,
});

const makeEndedRun: MakeRecord = async (client) => {
  const { id = "" } = await makeRun(client);
  await client.waitForRun(id);
  return { id };
};

const makeExport: MakeRecord = async (client) => {
  const { id = "" } = await makeEndedRun(client);
  return { id, exportId: (await client.createExport(id, {})).id };
};

const makeKey: MakeRecord = async (client) => ({
  id: (await client.createKey({ name: "Contract", scopes: ["flows:read"] })).id,
});

const makeTicket: MakeRecord = async (client) => ({
  id: (await client.createTicket({ subject: "Contract", type: "bug", priority: "high" })).id,
});

const makeWebhook: MakeRecord = async (client) => ({
  id: (await client.createWebhook({ url: "https://hooks.example/", events: ["run.completed"] })).id,
});

const makeDestination: MakeRecord = async (client) => ({
  id: (
    await client.createDestination({
      name: "Contract",
      target: { type: "http", url: "https://receiver.example/" },
    })
  ).id,
});

const makeSecret: MakeRecord = async (client) => {
  const { id = "" } = await makeFlow(client);
  await client.putFlowSecret(id, "password", { value: "correct horse" });
  return { id, name: "password" };
};

const makeSession: MakeRecord = async (client) => {
  const { id = "" } = await makeFlow(client);
  await client.updateFlow(id, { session: { keep: true } });
  return { id };
};

const makeToken: MakeRecord = async (client) => {
  const { id = "" } = await makeFlow(client);
  return { id, tokenId: (await client.createFlowToken(id, { name: "Contract" })).id };
};

const makeInvitation: MakeRecord = async (client) => ({
  id: (await client.invitePerson({ email: `${crypto.randomUUID()}@shop.example`, role: "viewer" })).id,
});

/** Members come from invitations that they accept, and sessions from links: see people.test.ts. */
const noPerson: MakeRecord = async () => ({ id: "user-0000000000000000000" });
const noPersonSession: MakeRecord = async () => ({ id: "sess-0000000000000000000" });

const noDevice: MakeRecord = async () => ({ code: "BCDF-GHJK" });

/** Deliveries come from events. */
const noDelivery: MakeRecord = async () => ({ id: "dlv-0" });

/** Alerts come from runs, not from a request: this uses an id of the right shape. */
const noAlert: MakeRecord = async () => ({ id: "alert-0000000000000000000" });

/** Links are signed: this uses an unsigned id. */
const noFile: MakeRecord = async () => ({ id: "unsigned" });

/** Inspections open a page, which the contract's own tests have none of. */
const noInspection: MakeRecord = async () => ({ id: "insp-0000000000000000000" });

/** Nor is there a worker for previews. */
const noPreview: MakeRecord = async () => ({ id: "preview-0000000000000000000" });

/** The API for programs written for Firecrawl: nor is there a worker for its jobs. */
const noJob: MakeRecord = async () => ({ version: "v2", id: "job-0000000000000000000" });
const noRecord: MakeRecord = async () => ({ version: "v2" });

const RECORDS: { readonly [N in WithParams]: MakeRecord } = {
  getFlow: makeFlow,
  updateFlow: makeFlow,
  deleteFlow: makeFlow,
  getFlowSession: makeFlow,
  putFlowSession: makeSession,
  deleteFlowSession: makeSession,
  putFlowSecret: makeSecret,
  deleteFlowSecret: makeSecret,
  listFlowChanges: makeFlow,
  listFlowRecords: makeFlow,
  getRecordHistory: async (client) => ({ ...(await makeFlow(client)), key: "walden" }),
  getLatestItems: makeFlow,
  getChangesFeed: makeFlow,
  listFlowTokens: makeFlow,
  createFlowToken: makeFlow,
  rotateFlowToken: makeToken,
  revokeFlowToken: makeToken,
  getRun: makeRun,
  cancelRun: makeRun,
  deleteRun: makeRun,
  retryRun: makeRun,
  listRunItems: makeRun,
  listRunPages: makeRun,
  listRunSites: makeRun,
  exportRunItems: makeRun,
  createExport: makeEndedRun,
  listExports: makeRun,
  getExport: makeExport,
  cancelExport: makeExport,
  listExportParts: makeExport,
  getKey: makeKey,
  rotateKey: makeKey,
  revokeKey: makeKey,
  updatePerson: noPerson,
  removePerson: makeInvitation,
  getDeviceSignIn: noDevice,
  answerDeviceSignIn: noDevice,
  revokeSession: noPersonSession,
  acceptInvitation: noPersonSession,
  updateAlert: noAlert,
  getAlert: noAlert,
  deleteAlert: noAlert,
  getFile: noFile,
  getInspection: noInspection,
  getPreview: noPreview,
  getTicket: makeTicket,
  updateTicket: makeTicket,
  deleteTicket: makeTicket,
  getDestination: makeDestination,
  updateDestination: makeDestination,
  deleteDestination: makeDestination,
  testDestination: makeDestination,
  listDestinationDeliveries: makeDestination,
  replayDestinationDelivery: async (client) => ({
    ...(await makeDestination(client)),
    deliveryId: "dlv-0",
  }),
  getWebhook: makeWebhook,
  updateWebhook: makeWebhook,
  deleteWebhook: makeWebhook,
  testWebhook: makeWebhook,
  rotateWebhookSecret: makeWebhook,
  listWebhookDeliveries: makeWebhook,
  replayDelivery: noDelivery,
  firecrawlScrape: noRecord,
  firecrawlCrawl: noRecord,
  firecrawlCrawlStatus: noJob,
  firecrawlCancelCrawl: noJob,
  firecrawlCrawlErrors: noJob,
  firecrawlBatch: noRecord,
  firecrawlBatchStatus: noJob,
  firecrawlCancelBatch: noJob,
  firecrawlBatchErrors: noJob,
  firecrawlMap: noRecord,
  firecrawlSearch: noRecord,
  firecrawlExtract: noRecord,
  firecrawlExtractStatus: noJob,
  firecrawlTeam: async () => ({ version: "v2", report: "credit-usage" }),
  firecrawlConcurrency: noRecord,
  firecrawlCrawlParams: noRecord,
  firecrawlOther: async () => ({ version: "v2", feature: "agent" }),
};

/** Makes the record that an operation is called on. @returns the parameters of its path */
export const makeRecord = (name: OperationName, client: Client): Promise<Params> => {
  const make = (RECORDS as Partial<Record<OperationName, MakeRecord>>)[name];
  return make ? make(client) : Promise.resolve({});
};

/** The body of the document's example, its flow replaced by one of the account's own. */
export const bodyFor = async (name: OperationName, client: Client): Promise<object | undefined> => {
  const examples: Partial<Record<OperationName, { body?: object; answer?: unknown }>> = EXAMPLES;
  const body = examples[name]?.body;
  if (!body || !("flowId" in body)) return body;
  return { ...body, flowId: (await makeFlow(client)).id };
};
