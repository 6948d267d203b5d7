/** Watches a page without any set-up. */
import * as z from "zod";
import { isOver } from "../../client/index.ts";
import { WATCHED, watchPages } from "../../client/watch.ts";
import { sayFailedPages } from "../runs.ts";
import { define } from "../tool.ts";
import { url } from "./inputs.ts";

/** Below the 60 seconds after which most agents' programs give up on a tool. */
const MAX_WAIT_MS = 45_000;

interface Watching {
  readonly pictureUrl?: string | undefined;
}

export const WATCH_TOOLS = [
  define({
    name: "watch_page",
    core: true,
    title: "Watch a page for changes",
    description:
      "Creates a monitor of one or more pages, starts its schedule and returns the first reading: the page's text as Markdown, " +
      "its product's name, price and availability, or a picture. Nothing else is needed. list_changes tells what has changed since. " +
      "To watch the records of a list, use generate_flow.",
    input: {
      urls: z.array(url).min(1).max(50).describe("The pages; each is compared with itself."),
      watch: z
        .enum(WATCHED)
        .describe(
          "`text`: what the page says, word by word. `picture`: what it looks like. `price`: price and stock.",
        ),
      every: z.string().default("1h").describe("How often: 15m, 6h or 1d."),
      name: z.string().min(1).max(200).optional().describe("Name of the monitor."),
    },
    readOnly: false,
    pictureOf: (answer) => (answer as Watching).pictureUrl,
    call: async (client, { urls, watch, every, name }, agent) => {
      const { signal, tell } = agent;
      const [first = "", ...more] = urls;
      tell(`Opening ${first}`);
      const { flowId, run, records, ...made } = await watchPages(
        client,
        { urls: [first, ...more], watch, every, name },
        { signal, timeoutMs: MAX_WAIT_MS },
      );
      const [pictured] = records;
      return {
        flowId,
        name: made.name,
        watch,
        every,
        runId: run.id,
        status: run.status,
        ...(run.pages && { pages: run.pages }),
        ...(run.warnings.length > 0 && { warnings: run.warnings }),
        items: records.map(({ record }) => record),
        ...(watch === "picture" && pictured?.pictureUrl && { pictureUrl: pictured.pictureUrl }),
        next: isOver(run)
          ? `list_changes tells what changes from now on.${sayFailedPages(run, agent)}`
          : "The first reading is not there yet. get_run waits for it, list_changes tells what changes after it.",
      };
    },
  }),
] as const;
