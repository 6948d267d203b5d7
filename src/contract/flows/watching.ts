/** What a monitor that watches a page as a whole collects: no step has to say so. */

import type { Step } from "../steps/steps.ts";
import type { MonitorOptions } from "./monitor.ts";

const COLLECTING: ReadonlySet<string> = new Set(["extract", "follow", "sitemap", "crawl"]);

const STEPS: Partial<Record<NonNullable<MonitorOptions["watch"]>, Step>> = {
  text: { type: "extract", label: "text", as: "markdown" },
  price: { type: "extract", label: "price", as: "product" },
  picture: { type: "extract", label: "picture", as: "picture" },
};

interface Watching {
  readonly mode?: string | undefined;
  readonly monitor?: Pick<MonitorOptions, "watch"> | undefined;
  readonly steps?: readonly Step[];
}

/** The steps of a run: those of its flow, and what collects the text, price or picture that it watches. */
export const watchedSteps = ({ mode, monitor, steps = [] }: Watching): Step[] => {
  if (mode !== "monitor" || steps.some(({ type }) => COLLECTING.has(type))) return [...steps];
  const step = STEPS[monitor?.watch ?? "records"];
  return step ? [...steps, step] : [...steps];
};
