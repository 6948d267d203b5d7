/** A shop, flows that watch it, and tokens of them. */
import { afterAll, beforeAll } from "@jest/globals";
import { type Api, apiAs, endOfRun, newAccount, testService } from "../../helpers/api.ts";
import { type PageServer, startPageServer } from "../../helpers/pageServer.ts";

/** What the shop shows now; null: nothing. */
export const shop: { shown: readonly string[] | null } = { shown: null };

export let server: PageServer;
export let account: Api;

export const stranger = apiAs(null, { takes429: true });

const escapeHtml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const row = (title: string): string => `<li class="p"><a>${escapeHtml(title)}</a><b>£9.50</b></li>`;

const page = () => ({ body: `<ul>${(shop.shown ?? []).map(row).join("")}</ul>` });

/** More than a function may answer with. */
export const LARGE_ITEMS = 300;

const large = (): string =>
  `<ul>${Array.from({ length: LARGE_ITEMS }, (_, n) => row(`${n} ${"x".repeat(15_000)}`)).join("")}</ul>`;

export const AWKWARD = ["Lamp, “big”", "كرسي", '<script>alert("1")</script> & more'];

export const makeFlow = async (over: object = {}): Promise<string> =>
  (
    await account.post("/flows", {
      name: "Shop <b>",
      url: `${server.url}/shop`,
      mode: "monitor",
      steps: [{ type: "extract", selector: "li.p", fields: ["title: a", "price: b"] }],
      outputSchema: { title: "string", price: "price" },
      monitor: { key: ["title"] },
      expect: { minItems: 3 },
      ...over,
    })
  ).body.data.id;

export const run = async (flowId: string) =>
  endOfRun(account, (await account.post("/runs", { flowId })).body.data.id);

export const makeToken = async (flowId: string, name = "Sheet") =>
  (await account.post(`/flows/${flowId}/tokens`, { name })).body.data as { id: string; token: string };

/** As a program that can send no header asks: redirects followed. */
export const open = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(testService().url + path, { headers });

export const NOT_VALID = { status: 401, body: { error: { code: "unauthenticated" } } };

export const useShop = (): void => {
  beforeAll(async () => {
    server = await startPageServer({ "/shop": page, "/large": () => ({ body: large() }) });
    account = await newAccount();
  });
  afterAll(() => server.stop());
};
