/**
 * Which engine reads the pages of a run, and why: plain HTTP, which is cheap, or a browser, in which pages run their
 * scripts and steps act. Whoever has to choose, to refuse or to move asks here, and says in the run's log what came of it.
 */
import * as z from "zod";
import { isActionType } from "./actionSteps.ts";
import type { RunQueueName } from "./operation.ts";
import type { Step } from "./steps.ts";

export const FlowRender = z.enum(["auto", "static", "browser"]);
export type FlowRender = z.infer<typeof FlowRender>;

export type PageEngine = "http" | "browser";

/** The queue of the workers that have each engine. */
export const QUEUE_OF = {
  http: "runs",
  browser: "browserRuns",
} as const satisfies Record<PageEngine, RunQueueName>;

interface Rendered {
  readonly mode?: string | undefined;
  /** Absent: as `static`. */
  readonly render?: FlowRender | undefined;
  readonly steps?: readonly Step[];
}

interface EngineChoice {
  readonly engine: PageEngine;
  readonly why: string;
}

/** Whether a step can run on a live page only, which a browser holds. */
export const actsOnPage = (step: Pick<Step, "type"> & { readonly method?: unknown }): boolean =>
  isActionType(step.type) || step.method === "load-more" || step.method === "scroll";

/** The engine with which a run of the flow begins; one that reads the pages that another run kept is a replay. */
export const chooseEngine = (
  { mode, render, steps = [] }: Rendered,
  { isReplay = false } = {},
): EngineChoice => {
  if (isReplay) return { engine: "http", why: "saved pages are read as they are" };
  if (mode === "interact") return { engine: "browser", why: 'the flow\'s mode is "interact"' };
  if (render === "browser") return { engine: "browser", why: 'the flow has `render` set to "browser"' };
  const acting = steps.findIndex(actsOnPage);
  if (acting >= 0) {
    const why = `steps[${acting}] (${steps[acting]?.type}) acts on its page`;
    return { engine: "browser", why };
  }
  const why = render === "auto" ? "no step acts on them" : 'the flow has `render` set to "static"';
  return { engine: "http", why };
};

/** A plan for saved pages: nothing in it asks for a browser. */
export const asReplay = <T extends Rendered>(flow: T) =>
  ({ ...flow, mode: "extract", render: "static" }) as const;

/** What a flow asks of a browser although its `render` is `static`. */
export const staticFaults = ({ mode, render, steps = [] }: Rendered) => {
  if (render !== "static") return [];
  const ofMode = { path: ["render"], message: "an interact flow runs in a browser" };
  const ofSteps = steps.flatMap((step, index) => {
    const message = `a ${step.type} step like this one needs a browser, not render "static"`;
    return actsOnPage(step) ? [{ path: ["steps", index, "type"], message }] : [];
  });
  return mode === "interact" ? [ofMode, ...ofSteps] : ofSteps;
};

/** Whether a page that its scripts fill in is opened again in a browser. */
export const rendersScripts = ({ render }: Rendered, engine: PageEngine): boolean =>
  render === "auto" && engine === "http";

/** Why a run that began without a browser cannot go on without one. */
export const BROWSER_REASONS = {
  flow: "This flow asks for a browser",
  screenshot: "A screenshot is asked for",
  action: (step: string) => `${step} acts on the page`,
  growing: (step: string) => `${step} works on a page that grows`,
  scripts: (url: string) => `${url} is rendered by its scripts`,
} as const;

/** The collection can go on in a browser only. `message` is one of `BROWSER_REASONS`. */
export class NeedsBrowser extends Error {
  override readonly name = "NeedsBrowser";
}

/** For the log of a run that begins. */
export const tellEngine = ({ engine, why }: EngineChoice): string =>
  `Reading pages ${engine === "browser" ? "in" : "without"} a browser: ${why}.`;

/** For the log of a run that moves. */
export const tellMove = (reason: string): string => `${reason}: the run continues in a browser.`;
