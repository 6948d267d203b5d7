/** What is tried: every operation that takes an address, with every trick that fits it. */
import { innerNames, loopbackAddresses, noAddresses } from "./addresses.ts";
import type { Attacker, Told } from "./attacker.ts";
import { byExhaustion } from "./exhaustion.ts";
import type { Attack, Expectation, Sites } from "./expectations.ts";
import { DONE_SELECTOR } from "./hostilePage.ts";
import type { Listeners } from "./listeners.ts";
import { byLocalEndpoint } from "./localEndpoint.ts";
import { STATIC, surfacesAtOnce, surfacesThatOpen } from "./surfaces.ts";

/** Ports whose answers must not differ. */
const privatePorts = ({ port, closedPort, silentPort }: Listeners): Record<string, number> => ({
  open: port,
  closed: closedPort,
  silent: silentPort,
});

const byAddress = async (attacker: Attacker, listeners: Listeners): Promise<Attack[]> =>
  Object.entries(await surfacesAtOnce(attacker)).flatMap(([surface, ask]) => {
    const attack = (expects: Expectation) => (address: string) => ({
      surface,
      trick: address,
      expects,
      perform: () => ask(address),
    });
    const others = [listeners.closedPort, listeners.silentPort].map((port) => `http://127.0.0.1:${port}/`);
    return [
      ...[...loopbackAddresses(listeners.port), ...others].map(attack("refused")),
      ...noAddresses(listeners.port).map(attack("invalid")),
    ];
  });

/** Names that resolve inwards pass every check of the spelling: only who resolves them sees it. */
const byName = (attacker: Attacker, listeners: Listeners): Attack[] => {
  const { run, testWebhook } = attacker;
  const open: Record<string, (url: string) => Promise<Told>> = {
    ...surfacesThatOpen(attacker),
    "webhook test": testWebhook,
    "sitemap url": (url) =>
      run({ url, steps: [{ type: "sitemap", url, steps: [{ type: "extract" }] }], render: "static" }),
  };
  return innerNames().flatMap((name) =>
    Object.entries(open).flatMap(([surface, perform]) =>
      Object.entries(privatePorts(listeners)).map(([kind, port]) => ({
        surface,
        trick: `http://${name}/ that resolves inwards, ${kind} port`,
        expects: "refused" as const,
        perform: () => perform(`http://${name}:${port}/`),
      })),
    ),
  );
};

const REDIRECTS = [301, 302, 303, 307, 308];

/** Redirects, each hop of which must be checked, to what is open, closed or silent. */
const byRedirect = (attacker: Attacker, listeners: Listeners, { pages }: Sites): Attack[] => {
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
  // One browser a trick is dear: there the kinds of target are tried, and one status each.
  const inBrowser = /closed|silent|redirect 30[27]|name/;
  return Object.entries(surfacesThatOpen(attacker)).flatMap(([surface, perform]) =>
    Object.entries(tricks)
      .filter(([trick]) => !/browser|screenshot/.test(surface) || inBrowser.test(trick))
      .map(([trick, url]) => ({ surface, trick, expects: "refused" as const, perform: () => perform(url) })),
  );
};

/** Pages that lead inwards by what stands on them. */
const byPage = (attacker: Attacker, listeners: Listeners, { pages }: Sites): Attack[] => {
  const { ask, run } = attacker;
  const inner = `http://127.0.0.1:${listeners.port}/inner`;
  const surfaces = surfacesThatOpen(attacker);
  const loose = ["refresh", "refresh-header", "script", "frame", "base"].flatMap((trick) =>
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
      perform: () => compareTold(attacker, `${pages.url}/curious`, wait),
    },
  ];
};

/** What a page itself could find out, as its run's items show. */
const compareTold = async ({ run }: Attacker, url: string, wait: object): Promise<Told> => {
  const told = await run({
    url,
    mode: "interact",
    render: "browser",
    steps: [wait, { type: "extract", selector: "div.port", fields: ["told: p"] }],
  });
  const items = (told.run?.outputPreview ?? []) as { told: string }[];
  const texts = items.map((item) => item.told);
  const isSame = texts.length === 3 && new Set(texts).size === 1;
  return { status: null, code: isSame ? "same" : "different", message: texts.join("\n") || told.message };
};

/** What a run reads before its pages. */
const byFile = (attacker: Attacker, listeners: Listeners, { pages, robots, sitemaps }: Sites): Attack[] => {
  const inner = `http://127.0.0.1:${listeners.port}/inner`;
  const fromSitemap = (url: string, sitemap?: string) =>
    attacker.run({
      url,
      render: "static",
      steps: [
        {
          type: "sitemap",
          ...(sitemap && { url: sitemap }),
          steps: [{ type: "extract", fields: ["text: p"] }],
        },
      ],
    });
  const robotsAttacks = Object.entries(surfacesThatOpen(attacker)).map(([surface, perform]) => ({
    surface,
    trick: "robots.txt that redirects inwards",
    expects: "refused" as const,
    perform: () => perform(`${robots.url}/`),
  }));
  const sitemap = (trick: string, expects: Expectation, perform: () => Promise<Told>): Attack => ({
    surface: "step sitemap",
    trick,
    expects,
    perform,
  });
  return [
    ...robotsAttacks,
    sitemap("robots.txt names a sitemap inside", "anything", () => fromSitemap(`${sitemaps.url}/`)),
    sitemap("sitemap that redirects inwards", "refused", () =>
      fromSitemap(`${pages.url}/`, pages.leadTo("redirect/302", inner)),
    ),
    sitemap("sitemap that lists pages inside", "refused", () =>
      fromSitemap(`${pages.url}/`, pages.leadTo("sitemap.xml", inner)),
    ),
    sitemap("index that lists sitemaps inside", "anything", () =>
      fromSitemap(`${pages.url}/`, pages.leadTo("sitemap-index.xml", inner)),
    ),
  ];
};

/** Webhooks are sent what the caller cannot see, but are told of. */
const byWebhook = (attacker: Attacker, listeners: Listeners, { pages }: Sites): Attack[] => {
  const inner = `http://127.0.0.1:${listeners.port}/inner`;
  const flow = { url: `${pages.url}/`, ...STATIC };
  const redirects = REDIRECTS.map((status) => ({
    surface: "webhook test",
    trick: `redirect ${status}`,
    expects: "anything" as const,
    perform: () => attacker.testWebhook(pages.leadTo(`redirect/${status}`, inner)),
  }));
  const names = innerNames()
    .slice(0, 1)
    .map((name) => ({
      surface: "webhook delivery",
      trick: "a name that resolves inwards",
      expects: "refused" as const,
      perform: () => attacker.deliver(`http://${name}:${listeners.port}/`, flow),
    }));
  return [
    ...redirects,
    ...names,
    {
      surface: "webhook delivery",
      trick: "redirect 307",
      expects: "anything",
      perform: () => attacker.deliver(pages.leadTo("redirect/307", inner), flow),
    },
  ];
};

/** The operator's model endpoint is inside, as an attacker of the deployment would want it; no request can name one. */
const byModel = ({ ask }: Attacker, { pages }: Sites): Attack[] => [
  {
    surface: "model endpoint",
    trick: "a private one, asked by POST /generate",
    expects: "anything",
    perform: () => ask("POST", "/generate", { url: `${pages.url}/`, prompt: "All items with name" }),
  },
  {
    surface: "model endpoint",
    trick: "a private one, asked by POST /extract",
    expects: "anything",
    perform: () => ask("POST", "/extract", { url: `${pages.url}/`, schema: { sku: "string" } }),
  },
  {
    surface: "model endpoint",
    trick: "a private one, asked by GET /health",
    expects: "anything",
    perform: () => ask("GET", "/health"),
  },
];

/**
 * All attacks that may be in progress together. `sites` is null where the service under attack cannot visit the
 * attacker's pages.
 *
 * @param lambda the Invoke API of the service, where it was started for the attack, with a model endpoint on the
 * listener
 */
export const listAttacks = async (
  attacker: Attacker,
  listeners: Listeners,
  sites: Sites | null,
  lambda: string | null,
): Promise<Attack[]> => [
  ...(await byAddress(attacker, listeners)),
  ...byName(attacker, listeners),
  ...(sites
    ? [byRedirect, byPage, byFile, byWebhook].flatMap((list) => list(attacker, listeners, sites))
    : []),
  ...(sites && lambda !== null ? byModel(attacker, sites) : []),
  ...(lambda === null ? [] : byLocalEndpoint(lambda)),
];

/** Attacks on the service's time: few at once, so that each shows what it does by itself. */
export const listExhausting = (attacker: Attacker, sites: Sites | null): Attack[] =>
  sites ? byExhaustion(attacker, sites) : [];
