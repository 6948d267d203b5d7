/** Collects a page as a user does: flow, run, items, through the public API. */
import { createClient, type Steps } from "../../../client/index.ts";
import { testService, until } from "../../helpers/api.ts";

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

const RUN_TIMEOUT_MS = 60_000;

/** Runs a flow over a page of a local server, and reads everything that it collected. */
export const collect = async (serverUrl: string, flow: FlowCase): Promise<Collection> => {
  const client = createClient(testService());
  const created = await client.createFlow({
    name: `Test of ${flow.path}`.slice(0, 200),
    url: serverUrl + flow.path,
    mode: "extract",
    // Cases are plain data; the service says what is wrong with one.
    steps: flow.steps as unknown as Steps,
    ...(flow.outputSchema && { outputSchema: flow.outputSchema }),
  });
  const { id } = await client.createRun({ flowId: created.id });
  const { status, pagesFetched, error, logs } = await until(
    () => client.getRun(id),
    (run) => run.status !== "queued" && run.status !== "running",
    RUN_TIMEOUT_MS,
  );
  const { total } = await client.listRunItems(id, { limit: 1 });
  const items = await Array.fromAsync(client.listRunItems(id, { limit: 200 }));
  return { items, total, status, pagesFetched, error, logs };
};

/** Like `collect`, for a flow that must complete: the failure says why it did not. */
export const collectAll = async (serverUrl: string, flow: FlowCase): Promise<Collection> => {
  const collection = await collect(serverUrl, flow);
  if (collection.status !== "completed")
    throw new Error(`the run ended as ${collection.status}: ${JSON.stringify(collection.error)}`);
  return collection;
};
