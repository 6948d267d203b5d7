/** Attacks through other requests than pages: robots.txt, sitemaps, webhooks, the operator's model. */
import { innerNames } from "./addresses.ts";
import type { Attacker, Observed } from "./attacker.ts";
import type { Attack, Expectation, Sites } from "./expectations.ts";
import type { Listeners } from "./listeners.ts";
import { REDIRECTS } from "./pageAttacks.ts";
import { STATIC, surfacesThatOpen } from "./surfaces.ts";

/** What a run fetches before its pages. */
export const byFile = (
  attacker: Attacker,
  listeners: Listeners,
  { pages, robots, sitemaps }: Sites,
): Attack[] => {
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
  const sitemap = (trick: string, expects: Expectation, perform: () => Promise<Observed>): Attack => ({
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

/** A webhook's request is invisible to the caller, but its result is not. */
export const byWebhook = (attacker: Attacker, listeners: Listeners, { pages }: Sites): Attack[] => {
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

/** The operator's model endpoint is internal, as an attacker would like it; no request can name one. */
export const byModel = ({ ask }: Attacker, { pages }: Sites): Attack[] => [
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
