/** Watches pages without any set-up: an address, and what about it to watch. */
import type { CallOptions } from "./calls.ts";
import type { FlowDefinition, Item, Operations, Run } from "./generated.ts";
import { type WaitOptions, waitForRun } from "./runs.ts";
import { orDeleteFlow } from "./undo.ts";

/** What about a page can be watched as a whole. */
export const WATCHED = ["text", "picture", "price"] as const;
export type Watched = (typeof WATCHED)[number];

export interface WatchRequest {
  /** One page, or several, each of which is a record. */
  readonly urls: readonly [string, ...string[]];
  readonly watch: Watched;
  /** How often: `15m`, `6h` or `1d`. */
  readonly every: string;
  /** Default: what is watched, and where. */
  readonly name?: string | undefined;
}

/** A monitor that was created, with its first run and what that has read. */
export interface FirstReading {
  readonly flowId: string;
  readonly name: string;
  readonly run: Run;
  /** Empty while the run has not completed. */
  readonly records: readonly { readonly record: Item; readonly pictureUrl?: string | undefined }[];
}

const TITLES: Readonly<Record<Watched, string>> = { text: "Text", picture: "Picture", price: "Price" };
const MAX_NAME_CHARS = 200;
const READINGS = 50;

/** `shop.example/oak-kettle`: an address as people say it. */
export const placeOf = (address: string): string => {
  const { host, pathname } = new URL(address);
  return `${host}${pathname.replace(/\/$/, "")}`;
};

/** The flow of a monitor that watches pages as a whole. */
const watchDefinition = ({ urls, watch, every, name }: WatchRequest): FlowDefinition => {
  const [url, ...more] = urls;
  const rest = more.length === 0 ? "" : ` and ${more.length} more`;
  return {
    name: name ?? `${TITLES[watch]} of ${placeOf(url)}${rest}`.slice(0, MAX_NAME_CHARS),
    url,
    ...(more.length > 0 && { urls: [...urls] }),
    mode: "monitor",
    monitor: { watch },
    schedule: { every },
  };
};

type Starting = Pick<Operations, "createFlow" | "updateFlow" | "createRun" | "deleteFlow">;
type Reading = Starting & Pick<Operations, "getRun" | "listFlowRecords">;

const activateAndRun = async (client: Starting, flowId: string, options: CallOptions): Promise<string> => {
  await client.updateFlow(flowId, { status: "active" }, options);
  return (await client.createRun({ flowId }, options)).id;
};

/** Creates the monitor, starts its schedule and its first run. Leaves no monitor behind if they cannot start. */
export const startWatching = async (client: Starting, request: WatchRequest, options: CallOptions = {}) => {
  const { id: flowId, name } = await client.createFlow(watchDefinition(request), options);
  const runId = await orDeleteFlow(client, flowId, () => activateAndRun(client, flowId, options));
  return { flowId, name, runId };
};

/**
 * Creates the monitor and waits for its first reading.
 *
 * @throws if there is no first reading, for whatever reason: no monitor is left behind
 */
export const watchPages = async (
  client: Reading,
  request: WatchRequest,
  options: WaitOptions & CallOptions = {},
): Promise<FirstReading> => {
  const { id: flowId, name } = await client.createFlow(watchDefinition(request), options);
  return orDeleteFlow(client, flowId, async () => {
    const run = await waitForRun(client, await activateAndRun(client, flowId, options), options);
    if (run.status === "failed")
      throw new Error(
        `${run.error?.code ?? "failed"}: ${run.error?.message ?? "The first reading failed."} Nothing is watched.`,
      );
    const { data } =
      run.status === "completed" ? await client.listFlowRecords(flowId, { limit: READINGS }) : { data: [] };
    return { flowId, name, run, records: data };
  });
};
