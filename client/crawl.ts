/** Crawls a site without any set-up: an address, and which of its pages. */
import type { CallOptions } from "./calls.ts";
import type { CrawlStep, FlowDefinition, Operations, OutputSchema } from "./generated.ts";
import { freeName } from "./names.ts";
import { orDeleteFlow } from "./undo.ts";

export interface CrawlRequest
  extends Pick<CrawlStep, "match" | "exclude" | "within" | "ignoreQuery" | "depth" | "maxPages"> {
  readonly url: string;
  /** Collect these fields of each page. Default: its main content as Markdown. */
  readonly schema?: OutputSchema | undefined;
  /** Default: the host. */
  readonly name?: string | undefined;
}

const crawlDefinition = ({ url, schema, name, ...where }: CrawlRequest): FlowDefinition => ({
  name: name ?? `Crawl of ${new URL(url).host}`,
  mode: "extract",
  url,
  steps: [{ type: "crawl", ...where, steps: [{ type: "extract", ...(!schema && { as: "markdown" }) }] }],
  ...(schema && { outputSchema: schema }),
});

/** Stores the crawl as a flow and starts its first run. Leaves no flow behind if the run cannot start. */
export const startCrawl = async (
  client: Pick<Operations, "createFlow" | "createRun" | "deleteFlow" | "listFlows">,
  request: CrawlRequest,
  options: CallOptions = {},
) => {
  const definition = crawlDefinition(request);
  const named = request.name === undefined ? await freeName(client, definition.name) : request.name;
  const { id: flowId, name } = await client.createFlow({ ...definition, name: named }, options);
  const { id: runId } = await orDeleteFlow(client, flowId, () => client.createRun({ flowId }, options));
  return { flowId, name, runId };
};
