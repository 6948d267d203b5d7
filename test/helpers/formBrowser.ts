/** A browser without Chromium for sites without scripts: it fetches pages, keeps cookies and sends forms. */
import { selectAll, selectOne } from "css-select";
import type { Element } from "domhandler";
import { getAttributeValue, textContent } from "domutils";
import type { CollectionBrowser } from "../../src/engine/collection/index.ts";
import { TargetError } from "../../src/engine/egress/index.ts";
import { createCookies, type Page, readDocument } from "../../src/engine/page/index.ts";
import type { LivePage } from "../../src/engine/steps/index.ts";

const MAX_HOPS = 5;

const unused = (): never => {
  throw new Error("the site has no scripts");
};

export const createFormBrowser = (): CollectionBrowser => {
  let cookies = createCookies();
  let login: number | undefined;
  let page: Page | undefined;
  const typed = new Map<string, string>();

  const open = async (address: string, body?: URLSearchParams): Promise<Page> => {
    let [url, form] = [new URL(address), body];
    for (let hop = 0; hop < MAX_HOPS; hop += 1) {
      // A server closes a connection that is kept alive after seconds: after a pause, a request might go to a closed one.
      const headers = { ...(await cookies.headersFor(url)), connection: "close" };
      const init = form ? { method: "POST", body: form } : {};
      const response = await fetch(url, { ...init, headers, redirect: "manual" });
      await cookies.keep(url, response.headers.getSetCookie());
      const html = await response.text();
      const location = response.headers.get("location");
      if (location === null) {
        const { status } = response;
        const document = readDocument(html, { url: url.href }, { status });
        typed.clear();
        page = { url: url.href, status, html, document, fetchedAt: new Date().toISOString() };
        return page;
      }
      [url, form] = [new URL(location, url), undefined];
    }
    throw new Error(`${address} leads nowhere`);
  };
  const current = (): Page => page ?? unused();
  const find = (css: string): Element | null =>
    selectOne(css, current().document.root.children) as Element | null;
  const need = (css: string): Element => {
    const found = find(css);
    if (found) return found;
    throw new TargetError("target-failed", `No visible element matches \`${css}\`.`, { retryable: false });
  };
  const isThere = ({ selector, text }: Parameters<LivePage["waitFor"]>[0]): boolean =>
    selector ? find(selector.css) !== null : textContent(current().document.root).includes(text ?? "");

  const live: LivePage = {
    url: () => current().url,
    snapshot: async () => current(),
    type: async ({ css }, textFor) => {
      typed.set(getAttributeValue(need(css), "name") ?? "", textFor(current().url));
    },
    click: async ({ css }) => {
      need(css);
      const inputs = selectAll("form input", current().document.root.children) as Element[];
      const named = inputs.map((input): [string, string] => {
        const name = getAttributeValue(input, "name") ?? "";
        return [name, typed.get(name) ?? getAttributeValue(input, "value") ?? ""];
      });
      const action = getAttributeValue(need("form"), "action") ?? "";
      await open(new URL(action, current().url).href, new URLSearchParams(named));
    },
    // Nothing changes by itself, so there is nothing to wait for.
    waitFor: async (sight, wanted) => isThere(sight) === wanted,
    offers: async ({ css }) => find(css) !== null,
    waitForQuiet: async () => true,
    findButton: async () => null,
    press: unused,
    select: unused,
    hover: unused,
    scroll: unused,
    scrollOn: unused,
    pause: unused,
    capture: unused,
    picture: unused,
  };

  const take = async (session: unknown): Promise<void> => {
    cookies = createCookies();
    await cookies.resume(session);
    login = (session as { readonly login?: number } | undefined)?.login;
  };
  return {
    openLive: async (url) => {
      await open(url);
      return live;
    },
    saveShot: unused,
    resume: async (session) => {
      if (page === undefined) await take(session);
    },
    replace: take,
    noteLogin: (number) => {
      login = number;
    },
    suspend: async () => ({ ...(await cookies.suspend()), ...(login !== undefined && { login }) }),
  };
};
