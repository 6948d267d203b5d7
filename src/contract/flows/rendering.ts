/**
 * Which engine reads the pages of a run, and why: plain HTTP, which is cheap, or a browser, in which scripts run and
 * steps can act. All code that chooses an engine, rejects a flow for it or moves a run to a browser decides here, and
 * logs the decision in the run.
 */
import * as z from "zod";
import type { RunQueueName } from "../operation.ts";
import { isActionType } from "../steps/actionSteps.ts";
import { takesPicture } from "../steps/pictures.ts";
import type { NestedStep, Step } from "../steps/steps.ts";
import { signsIn } from "./sessions.ts";
import { watchedSteps } from "./watching.ts";

export const FlowRender = z.enum(["auto", "static", "browser"]);
export type FlowRender = z.infer<typeof FlowRender>;

export type PageEngine = "http" | "browser";

/** The queue of each engine's workers. */
export const QUEUE_OF = {
  http: "runs",
  browser: "browserRuns",
} as const satisfies Record<PageEngine, RunQueueName>;

interface Rendered {
  readonly mode?: string | undefined;
  /** Absent: same as `static`. */
  readonly render?: FlowRender | undefined;
  readonly steps?: readonly Step[];
  /** What a flow in monitor mode watches. */
  readonly monitor?: Parameters<typeof watchedSteps>[0]["monitor"];
}

interface EngineChoice {
  readonly engine: PageEngine;
  readonly why: string;
}

/** Whether a step needs a live page in a browser. */
export const actsOnPage = (step: Pick<Step, "type"> & { readonly method?: unknown }): boolean =>
  isActionType(step.type) || signsIn(step) || step.method === "load-more" || step.method === "scroll";

/** Whether a step that collects needs the page in a browser: it waits there, or takes a screenshot of it. */
export const needsLivePage = (step: Step | NestedStep): boolean =>
  step.type === "extract" &&
  step.as === "page" &&
  (step.waitMs !== undefined || step.outputs?.includes("screenshot") === true);

/** The engine with which a run of the flow starts. A replay reads the pages that another run saved. */
export const chooseEngine = (flow: Rendered, { isReplay = false } = {}): EngineChoice => {
  const { mode, render, steps = [] } = flow;
  if (isReplay) return { engine: "http", why: "saved pages are read as they are" };
  if (mode === "interact") return { engine: "browser", why: 'the flow\'s mode is "interact"' };
  if (render === "browser") return { engine: "browser", why: 'the flow has `render` set to "browser"' };
  const acting = steps.findIndex(actsOnPage);
  if (acting >= 0) {
    const why = `steps[${acting}] (${steps[acting]?.type}) acts on its page`;
    return { engine: "browser", why };
  }
  if (watchedSteps(flow).some(takesPicture)) return { engine: "browser", why: "pictures are taken of them" };
  const why = render === "auto" ? "no step acts on them" : 'the flow has `render` set to "static"';
  return { engine: "http", why };
};

/** The flow as a plan for saved pages, which never needs a browser. */
export const asReplay = <T extends Rendered>(flow: T) =>
  ({ ...flow, mode: "extract", render: "static" }) as const;

/** What needs a browser in a flow whose `render` is `static`. */
export const staticFaults = (flow: Rendered) => {
  const { mode, render, steps = [] } = flow;
  if (render !== "static") return [];
  if (watchedSteps(flow).some(takesPicture))
    return [{ path: ["render"], message: "pictures are taken in a browser" }];
  const ofMode = { path: ["render"], message: "an interact flow runs in a browser" };
  const ofSteps = steps.flatMap((step, index) => {
    const message = `a ${step.type} step like this one needs a browser, not render "static"`;
    return actsOnPage(step) ? [{ path: ["steps", index, "type"], message }] : [];
  });
  return mode === "interact" ? [ofMode, ...ofSteps] : ofSteps;
};

/** Whether a page that is rendered by its scripts is opened again in a browser. */
export const rendersScripts = ({ render }: Rendered, engine: PageEngine): boolean =>
  render === "auto" && engine === "http";

/** Why a run that started without a browser cannot continue without one. */
export const BROWSER_REASONS = {
  flow: "This flow asks for a browser",
  screenshot: "A screenshot is asked for",
  picture: "A picture of the page is asked for",
  action: (step: string) => `${step} acts on the page`,
  growing: (step: string) => `${step} works on a page that grows`,
  scripts: (url: string) => `${url} is rendered by its scripts`,
} as const;

/** The collection can only continue in a browser. `message` is one of `BROWSER_REASONS`. */
export class NeedsBrowser extends Error {
  override readonly name = "NeedsBrowser";
}

/** Log message of a run that starts. */
export const tellEngine = ({ engine, why }: EngineChoice): string =>
  `Reading pages ${engine === "browser" ? "in" : "without"} a browser: ${why}.`;

/** Log message of a run that moves to a browser. */
export const tellMove = (reason: string): string => `${reason}: the run continues in a browser.`;
