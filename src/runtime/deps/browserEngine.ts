import type { WithObjects } from "../../domain/ports.ts";
import { keepShot } from "../../domain/screenshots/keepShot.ts";
import { createBrowserSession } from "../../engine/browser/index.ts";
import { browserSettings } from "./browser.ts";
import { createEngine } from "./createEngine.ts";
import { withFileLinks } from "./fileLinks.ts";
import { withObjects } from "./objects.ts";

/** The engine of the workers with a browser: a process of its own for each run. */
export const withBrowserEngine = () => {
  const settings = browserSettings();
  const deps: WithObjects & ReturnType<typeof withFileLinks> = { ...withObjects(), ...withFileLinks() };
  const engine = createEngine(({ steps }) => {
    const session = createBrowserSession(settings, {
      loadsImages: steps.some(({ type }) => type === "screenshot"),
      saveShot: async (shot) => (await keepShot(deps, shot)).path,
    });
    return { fetchPage: session.fetchPage, browser: session, close: session.close };
  });
  return { serves: "browserRuns" as const, engine };
};
