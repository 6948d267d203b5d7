import type { Product } from "./catalogue.ts";

/** What a page of the shop may know and change while the shop runs. */
export interface Shop {
  /** Where the shop answers: `http://127.0.0.1:4600`. */
  readonly url: string;
  /** How often prices have moved. */
  readonly revision: () => number;
  /** Counts a visit of the catalogue's first page, which moves the prices every so often. */
  readonly enterCatalogue: () => void;
  /** How often a path has been asked for, this time included. */
  readonly visitsOf: (path: string) => number;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How long the visitor waits for it. */
  readonly delayMs?: number;
}

/** What a visitor sends along. */
export interface Visit {
  readonly cookies: Readonly<Record<string, string>>;
  /** Fields of a form that was sent with POST; empty else. */
  readonly form: Readonly<Record<string, string>>;
  readonly isPost: boolean;
}

/** One area of the shop: paths of the form `/category/:slug/page/:page` and what they answer. */
export interface Route {
  readonly path: string;
  /** undefined: there is no such page. */
  readonly answer: (shop: Shop, params: Readonly<Record<string, string>>, visit: Visit) => Reply | undefined;
  /** Whether forms may be sent to it. */
  readonly takesForms?: true;
}

export const reply = (contentType: string, body: string, status = 200): Reply => ({
  status,
  headers: { "content-type": contentType },
  body,
});

export const html = (body: string, status = 200): Reply => reply("text/html; charset=utf-8", body, status);

export const redirect = (location: string, status = 301): Reply => ({
  status,
  headers: { location },
  body: "",
});

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it may stand in HTML or XML, in content and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

export const productPath = (product: Product): string => `/product/${product.slug}`;
