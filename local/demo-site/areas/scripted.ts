import { PRODUCTS, priceOf, showPrice } from "../catalogue.ts";
import { html, productPath, type Route, reply } from "../reply.ts";

/** How many products the scripted page shows. */
const NEW_ARRIVAL_COUNT = 24;

/** This document contains no products: a collector without a browser finds an empty shell. */
const SHELL = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>New arrivals</title>
<link rel="stylesheet" href="/assets/shop.css">
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript.</noscript>
<script type="module" src="/assets/new-arrivals.js"></script>
</body>
</html>
`;

const SCRIPT = `const app = document.getElementById("app");
const make = (tag, className, text) => {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text ?? "";
  return element;
};
const card = ({ sku, name, price, url }) => {
  const article = make("article", "product-card");
  article.dataset.sku = sku;
  const title = make("h3", "product-card__title");
  const link = make("a", "", name);
  link.href = url;
  title.append(link);
  article.append(title, make("span", "price", price));
  return article;
};
const response = await fetch("/api/new-arrivals.json");
const { products } = await response.json();
const list = make("div", "product-list");
list.append(...products.map(card));
app.append(make("h1", "", "New arrivals"), list);
`;

export const SCRIPTED_ROUTES: readonly Route[] = [
  {
    path: "/new-arrivals",
    answer: () => html(SHELL),
  },
  { path: "/assets/new-arrivals.js", answer: () => reply("text/javascript; charset=utf-8", SCRIPT) },
  {
    path: "/api/new-arrivals.json",
    answer: (shop) =>
      reply(
        "application/json",
        JSON.stringify({
          products: PRODUCTS.slice(-NEW_ARRIVAL_COUNT).map((product) => ({
            sku: product.sku,
            name: product.name,
            price: showPrice(priceOf(product, shop.revision()).cents),
            url: productPath(product),
          })),
        }),
      ),
  },
];
