/** Previews what a draft collects from the live page. */
import type { Client, Extraction, FlowDefinition, FlowPreview, Item } from "../../../client/index.ts";
import { isLive } from "../../runs/runTable.tsx";
import type { RunInput } from "../inputs.ts";

const MAX_ITEMS = 20;
const LOOK_EVERY_MS = 700;
const MAX_NAME_CHARS = 200;

export type OtherReading = NonNullable<Extraction["other"]>;

export interface Trial {
  readonly items: readonly Item[];
  readonly currencies: FlowPreview["currencies"];
  /** What the page can also be read as. */
  readonly other?: OtherReading | undefined;
  /** Null if the page was read at once. */
  readonly preview: FlowPreview | null;
}

type Steps = NonNullable<FlowDefinition["steps"]>;

/** The step that reads a page by its looks, as one item or a list. */
export const stepThatReads = (records: OtherReading["records"]) => ({ type: "extract", records }) as const;

/** What the steps say of how to read the page; null if they do more. */
const readingOf = ([step, ...others]: Steps): { readonly records?: OtherReading["records"] } | null => {
  if (step === undefined) return {};
  if (step.type !== "extract" || others.length > 0) return null;
  const { type: _, records, ...rest } = step;
  return Object.keys(rest).length > 0 ? null : { ...(records && { records }) };
};

/** Whether one read of the page shows what a run would collect. */
export const isReadAtOnce = ({
  steps = [],
  urls = [],
  inputs = {},
  mode,
  monitor,
  render,
  request,
  proxy,
}: FlowDefinition): boolean =>
  readingOf(steps) !== null &&
  (monitor?.watch ?? "records") === "records" &&
  urls.length === 0 &&
  Object.keys(inputs).length === 0 &&
  mode !== "interact" &&
  // Only a flow has secrets.
  proxy === undefined &&
  !Object.values(request?.headers ?? {}).some((value) => value.includes("{{")) &&
  render !== "browser";

const readAtOnce = async (
  client: Client,
  { url, steps = [], outputSchema, render, robots, permissions, request }: FlowDefinition,
): Promise<Trial> => {
  const schema = Object.keys(outputSchema ?? {}).length > 0 ? { schema: outputSchema } : {};
  const { items, currencies, other } = await client.extract({
    url,
    ...schema,
    ...readingOf(steps),
    render,
    robots,
    permissions,
    request,
  });
  return { items: items.slice(0, MAX_ITEMS), currencies, other, preview: null };
};

const wait = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));

const untilEnded = async (
  client: Client,
  started: FlowPreview,
  onPreview: (preview: FlowPreview) => void,
): Promise<FlowPreview> => {
  for (let preview = started; ; preview = await client.getPreview(started.id)) {
    onPreview(preview);
    if (!isLive(preview)) return preview;
    await wait(LOOK_EVERY_MS);
  }
};

/** @param flowId the stored flow being edited, if any */
export const tryFlow = async (
  client: Client,
  flow: FlowDefinition,
  { flowId, input }: { readonly flowId?: string | undefined; readonly input: RunInput },
  onPreview: (preview: FlowPreview) => void,
): Promise<Trial> => {
  if (isReadAtOnce(flow)) return readAtOnce(client, flow);
  const named = { ...flow, name: flow.name || flow.url.slice(0, MAX_NAME_CHARS) };
  const preview = await untilEnded(
    client,
    await client.createPreview({ flow: named, flowId, input }),
    onPreview,
  );
  return { items: preview.items, currencies: preview.currencies, preview };
};
