/** Attacks with the attacker's own pages, which the service may open: redirects, links, scripts, frames, buttons. */
import { innerNames } from "./addresses.ts";
import type { Attacker, Observed } from "./attacker.ts";
import type { Attack, Sites } from "./expectations.ts";
import { DONE_SELECTOR } from "./hostilePage.ts";
import type { Listeners } from "./listeners.ts";
import { surfacesThatOpen } from "./surfaces.ts";

export const REDIRECTS = [301, 302, 303, 307, 308];

/** Redirects to open, closed or silent targets; every hop must be checked. */
export const byRedirect = (attacker: Attacker, listeners: Listeners, { pages }: Sites): Attack[] => {
  const inner = `http://127.0.0.1:${listeners.port}/inner`;
  const tricks: Record<string, string> = Object.fromEntries(
    REDIRECTS.map((status) => [`redirect ${status}`, pages.leadTo(`redirect/${status}`, inner)]),
  );
  tricks["chain of redirects"] = pages.leadTo("chain", inner);
  tricks["redirect to //"] = pages.leadTo("redirect/302", `//127.0.0.1:${listeners.port}/inner`);
  tricks["redirect to a decimal"] = pages.leadTo("redirect/302", `http://2130706433:${listeners.port}/inner`);
  for (const name of innerNames().slice(0, 1))
    tricks["redirect to a name"] = pages.leadTo("redirect/302", `http://${name}:${listeners.port}/inner`);
  tricks["redirect to a closed port"] = pages.leadTo(
    "redirect/302",
    `http://127.0.0.1:${listeners.closedPort}/`,
  );
  tricks["redirect to a silent port"] = pages.leadTo(
    "redirect/302",
    `http://127.0.0.1:${listeners.silentPort}/`,
  );
  tricks["redirect to file:"] = pages.leadTo("redirect/302", "file:///etc/passwd");
  // A browser for each trick is expensive, so these try only the kinds of target, with one status each.
  const inBrowser = /closed|silent|redirect 30[27]|name/;
  return Object.entries(surfacesThatOpen(attacker)).flatMap(([surface, perform]) =>
    Object.entries(tricks)
      .filter(([trick]) => !/browser|screenshot/.test(surface) || inBrowser.test(trick))
      .map(([trick, url]) => ({ surface, trick, expects: "refused" as const, perform: () => perform(url) })),
  );
};

/** Pages whose content points to private addresses. */
export const byPage = (attacker: Attacker, listeners: Listeners, { pages }: Sites): Attack[] => {
  const { ask, run } = attacker;
  const inner = `http://127.0.0.1:${listeners.port}/inner`;
  const surfaces = surfacesThatOpen(attacker);
  const loose = ["refresh", "refresh-header", "script", "frame", "base", "licence"].flatMap((trick) =>
    Object.entries(surfaces).map(([surface, perform]) => ({
      surface,
      trick: `page: ${trick}`,
      expects: "anything" as const,
      perform: () => perform(pages.leadTo(trick, inner)),
    })),
  );
  const links = pages.leadTo("links", inner);
  const extract = { type: "extract", selector: "li", fields: ["name: b", "url: a@href"] };
  const steps: Record<string, readonly object[]> = {
    "step follow": [extract, { type: "follow", selector: "a", steps: [{ type: "extract" }] }],
    "step follow, by field": [extract, { type: "follow", field: "url", steps: [{ type: "extract" }] }],
    "step paginate": [extract, { type: "paginate" }],
  };
  const led = Object.entries(steps).flatMap(([surface, list]) =>
    (["static", "browser"] as const).map((render) => ({
      surface,
      trick: `a page's link inwards, ${render}`,
      expects: "refused" as const,
      perform: () =>
        run({ url: links, steps: list, ...(render === "browser" ? { mode: "interact" } : {}), render }),
    })),
  );
  const byStep = innerNames().map((name) => ({
    surface: "step navigate",
    trick: `http://${name}/ that resolves inwards`,
    expects: "refused" as const,
    perform: () =>
      run({
        url: `${pages.url}/`,
        render: "static",
        steps: [extract, { type: "navigate", url: `http://${name}:${listeners.port}/` }, extract],
      }),
  }));
  const wait = { type: "wait", selector: DONE_SELECTOR, timeoutMs: 60_000 };
  const browser = (url: string, ...then: readonly object[]) =>
    run({
      url,
      mode: "interact",
      render: "browser",
      steps: [...then, { type: "extract", fields: ["text: p"] }],
    });
  return [
    ...loose,
    ...led,
    ...byStep,
    {
      surface: "step click",
      trick: "a page's button inwards",
      expects: "anything",
      perform: () =>
        browser(
          pages.leadTo("button", inner),
          { type: "click", selector: "button" },
          { type: "wait", delayMs: 500 },
        ),
    },
    {
      surface: "run, in a browser",
      trick: "hostile page",
      expects: "anything",
      perform: () => browser(`${pages.url}/hostile`, wait, { type: "screenshot" }),
    },
    {
      surface: "POST /screenshot",
      trick: "hostile page",
      expects: "anything",
      perform: () =>
        ask("POST", "/screenshot", { url: `${pages.url}/hostile`, waitFor: DONE_SELECTOR, fullPage: true }),
    },
    {
      surface: "POST /generate",
      trick: "hostile page",
      expects: "anything",
      perform: () => ask("POST", "/generate", { url: `${pages.url}/hostile`, prompt: "All items with name" }),
    },
    {
      surface: "run, in a browser",
      trick: "page that compares open, closed and silent ports",
      expects: "same",
      perform: () => compareShown(attacker, `${pages.url}/curious`, wait),
    },
  ];
};

/** What a page itself could find out, as shown in its run's items. */
const compareShown = async ({ run }: Attacker, url: string, wait: object): Promise<Observed> => {
  const observed = await run({
    url,
    mode: "interact",
    render: "browser",
    steps: [wait, { type: "extract", selector: "div.port", fields: ["text: p"] }],
  });
  const items = (observed.run?.outputPreview ?? []) as { text: string }[];
  const texts = items.map((item) => item.text);
  const isSame = texts.length === 3 && new Set(texts).size === 1;
  return { status: null, code: isSame ? "same" : "different", message: texts.join("\n") || observed.message };
};
