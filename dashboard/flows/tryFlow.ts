/** What a draft would collect, tried on the real page, by the public API. */
import type { Client, FlowDefinition, Item, Run } from "../../client/index.ts";
import { isLive } from "../runs/runTable.tsx";
import type { RunInput } from "./inputs.ts";

const LIMITS = { maxPages: 3, maxItems: 20 };
const LOOK_EVERY_MS = 700;
const MAX_NAME_CHARS = 200;

export interface Trial {
  readonly items: readonly Item[];
  /** Of the run that was needed; null where the page was read at once. */
  readonly run: Run | null;
}

/** Whether reading the page once tells what a run would collect. */
export const isReadAtOnce = ({ steps = [], urls = [], inputs = {}, mode, render }: FlowDefinition): boolean =>
  steps.length === 0 &&
  urls.length === 0 &&
  Object.keys(inputs).length === 0 &&
  mode !== "interact" &&
  render !== "browser";

const readAtOnce = async (
  client: Client,
  { url, outputSchema, render, robots }: FlowDefinition,
): Promise<Trial> => {
  const schema = Object.keys(outputSchema ?? {}).length > 0 ? { schema: outputSchema } : {};
  const { items } = await client.extract({ url, ...schema, render, robots });
  return { items: items.slice(0, LIMITS.maxItems), run: null };
};

const wait = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));

const untilEnded = async (client: Client, id: string, onRun: (run: Run) => void): Promise<Run> => {
  for (;;) {
    const run = await client.getRun(id);
    onRun(run);
    if (!isLive(run)) return run;
    await wait(LOOK_EVERY_MS);
  }
};

/**
 * Runs the draft as a flow of its own, which is gone afterwards with its run: the flow that is being edited keeps its
 * successes, its schedule and what it last collected.
 */
const runScratchFlow = async (
  client: Client,
  definition: FlowDefinition,
  input: RunInput,
  onRun: (run: Run) => void,
): Promise<Trial> => {
  const { monitor, schedule, mode, ...rest } = definition;
  const { id } = await client.createFlow({
    ...rest,
    mode: mode === "monitor" ? "extract" : mode,
    name: `Preview: ${rest.name || rest.url}`.slice(0, MAX_NAME_CHARS),
    limits: LIMITS,
  });
  try {
    const { id: runId } = await client.createRun({ flowId: id, input });
    try {
      const run = await untilEnded(client, runId, onRun);
      const { data } = await client.listRunItems(runId, { limit: LIMITS.maxItems });
      return { items: data, run };
    } finally {
      // It was paid for and counted, but is no run that anyone looks for later.
      await client.deleteRun(runId).catch(() => undefined);
    }
  } finally {
    await client.deleteFlow(id).catch(() => undefined);
  }
};

export const tryFlow = (
  client: Client,
  definition: FlowDefinition,
  input: RunInput,
  onRun: (run: Run) => void,
): Promise<Trial> =>
  isReadAtOnce(definition)
    ? readAtOnce(client, definition)
    : runScratchFlow(client, definition, input, onRun);
