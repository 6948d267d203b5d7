import type { Product } from "./catalogue.ts";

/** Who is signed in at the shop. */
export interface ShopSessions {
  /** Lets a customer in. @returns the value of the session cookie; null while the account is locked */
  readonly admit: () => string | null;
  /** Counts a wrong password. */
  readonly refuse: () => void;
  readonly knows: (session: string | undefined) => boolean;
}

/** The shop's state, shared by its pages. */
export interface Shop {
  /** The shop's base URL: `http://127.0.0.1:4600`. */
  readonly url: string;
  /** How often prices have changed. */
  readonly revision: () => number;
  /** Counts a visit to the first catalogue page. Prices change every few visits. */
  readonly enterCatalogue: () => void;
  /** How often a path has been requested, including this time. */
  readonly visitsOf: (path: string) => number;
  readonly sessions: ShopSessions;
  /** Whether its lists have their new design: other names and elements for the same products. */
  readonly isRedesigned: () => boolean;
  readonly redesign: () => void;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How long the response is delayed. */
  readonly delayMs?: number;
}

/** What a request contains. */
export interface Visit {
  readonly cookies: Readonly<Record<string, string>>;
  /** Fields of a form sent with POST; otherwise empty. */
  readonly form: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly isPost: boolean;
}

/** One area of the shop: paths such as `/category/:slug/page/:page` and their responses. */
export interface Route {
  readonly path: string;
  /** undefined: there is no such page. */
  readonly answer: (shop: Shop, params: Readonly<Record<string, string>>, visit: Visit) => Reply | undefined;
  /** Whether it accepts forms. */
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

/** Escapes text for HTML or XML, in content and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

export const productPath = (product: Product): string => `/product/${product.slug}`;
