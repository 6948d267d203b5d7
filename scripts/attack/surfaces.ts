/** The operations that take a URL. */
import type { Attacker, Observed } from "./attacker.ts";
import { doorSurfaces } from "./doorSurfaces.ts";

type Ask = (url: string) => Promise<Observed>;

/** One URL in a list: its rejection is reported at its position. */
const extractListed =
  ({ send }: Attacker): Ask =>
  async (url) => {
    type Listed = { readonly results: readonly { readonly error?: { code: string; message: string } }[] };
    const { status, body } = await send<Listed>("POST", "/extract", { urls: [url] });
    const error = body.error ?? body.data.results[0]?.error;
    const isRefused = status === 200 && error !== undefined;
    return {
      status: isRefused ? null : status,
      code: error?.code ?? "accepted",
      message: error?.message ?? "",
    };
  };

/** The page of a map: if the site has a sitemap, its problem is reported as a warning. */
const map =
  ({ send }: Attacker): Ask =>
  async (url) => {
    const { status, body } = await send<{ readonly warnings?: readonly string[] }>("POST", "/map", { url });
    const said = " could not be read: ";
    const warning = body.error ? undefined : body.data.warnings?.find((each) => each.startsWith(url + said));
    if (warning !== undefined)
      return { status: null, code: "target-refused", message: warning.slice(url.length + said.length) };
    return { status, code: body.error?.code ?? "accepted", message: body.error?.message ?? "" };
  };

/** Operations that check a URL immediately and reject it before anything is opened. */
export const surfacesAtOnce = async (attacker: Attacker): Promise<Record<string, Ask>> => {
  const { flowId, webhookId } = await attacker.makeVictims();
  const flow = { name: "Attack", mode: "extract", url: "https://shop.example/" };
  const flowWith = (step: object) => (url: string) =>
    attacker.ask("POST", "/flows", { ...flow, steps: [{ ...step, url }, { type: "extract" }] });
  return {
    "POST /extract": (url) => attacker.ask("POST", "/extract", { url }),
    "POST /extract urls": extractListed(attacker),
    "POST /map": map(attacker),
    "POST /generate": (url) => attacker.ask("POST", "/generate", { url, prompt: "All items with name" }),
    "POST /screenshot": (url) => attacker.ask("POST", "/screenshot", { url }),
    "POST /flows url": (url) => attacker.ask("POST", "/flows", { ...flow, url }),
    "PUT /flows url": (url) => attacker.ask("PUT", `/flows/${flowId}`, { url }),
    "PUT /flows step": (url) =>
      attacker.ask("PUT", `/flows/${flowId}`, { steps: [{ type: "navigate", url }] }),
    "step navigate": flowWith({ type: "navigate" }),
    "step follow": flowWith({ type: "follow", selector: "a", steps: [{ type: "extract" }] }),
    "step paginate": flowWith({ type: "paginate" }),
    "step sitemap": flowWith({ type: "sitemap", steps: [{ type: "extract" }] }),
    "POST /webhooks": (url) => attacker.ask("POST", "/webhooks", { url, events: ["run.completed"] }),
    "PUT /account/sso issuer": (url) =>
      attacker.ask("PUT", "/account/sso", { issuer: url, clientId: "attack" }),
    "PUT /webhooks": (url) => attacker.ask("PUT", `/webhooks/${webhookId}`, { url }),
    ...doorSurfaces(attacker),
  };
};

/** A run without a browser. */
export const STATIC = {
  render: "static",
  steps: [{ type: "navigate" }, { type: "extract", fields: ["text: p"] }],
} as const;
const BROWSER = {
  mode: "interact",
  render: "browser",
  steps: [
    { type: "wait", delayMs: 1_000 },
    { type: "extract", fields: ["text: p"] },
  ],
} as const;

/** Operations that open the URL. */
export const surfacesThatOpen = (attacker: Attacker): Record<string, Ask> => {
  const { ask, run } = attacker;
  return {
    "POST /extract": (url) => ask("POST", "/extract", { url }),
    "POST /extract urls": extractListed(attacker),
    "POST /map": map(attacker),
    "POST /generate": (url) => ask("POST", "/generate", { url, prompt: "All items with name" }),
    "POST /screenshot": (url) => ask("POST", "/screenshot", { url, delayMs: 1_500 }),
    "run, static": (url) => run({ url, ...STATIC }),
    "run, in a browser": (url) => run({ url, ...BROWSER }),
  };
};
