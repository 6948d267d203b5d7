import { productList } from "../card.ts";
import { PRODUCTS } from "../catalogue.ts";
import { renderPage } from "../layout.ts";
import { html, type Reply, type Route, type Shop } from "../reply.ts";

/** How long `/slow` takes. */
const SLOW_DELAY_MS = 3_000;
/** How often `/flaky` fails before each success. */
const FLAKY_FAILURES = 2;

const renderSample = (shop: Shop, name: string, path: string): Reply =>
  html(
    renderPage(shop, {
      title: name,
      description: `${name}: five products behind a page that is hard to get.`,
      path,
      crumbs: [
        { name: "Home", path: "/" },
        { name, path },
      ],
      main: `<h1>${name}</h1>\n${productList(PRODUCTS.slice(0, 5), shop)}`,
    }),
  );

export const FAULT_ROUTES: readonly Route[] = [
  {
    path: "/slow",
    answer: (shop) => ({ ...renderSample(shop, "Slow page", "/slow"), delayMs: SLOW_DELAY_MS }),
  },
  {
    path: "/flaky",
    answer: (shop) =>
      shop.visitsOf("/flaky") % (FLAKY_FAILURES + 1) === 0
        ? renderSample(shop, "Flaky page", "/flaky")
        : html("<!doctype html><title>Out for a moment</title><h1>503</h1><p>Try again.</p>", 503),
  },
];
