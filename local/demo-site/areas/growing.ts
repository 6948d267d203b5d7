/** Pages that show all their content only after scrolling, clicking or selecting. */

import { productList } from "../card.ts";
import { CATEGORIES, PRODUCTS, type Product, priceOf, productsIn, showPrice } from "../catalogue.ts";
import { renderPage } from "../layout.ts";
import { html, productPath, type Reply, type Route, reply, type Shop } from "../reply.ts";

const BATCH = 12;
export const WALL_COUNT = 60;
export const BARGAIN_COUNT = 40;
const DEPARTMENTS = CATEGORIES.slice(0, 3);
const DEPARTMENT_SIZE = 4;

const WALL = PRODUCTS.slice(100, 100 + WALL_COUNT);
const BARGAINS = PRODUCTS.slice(300, 300 + BARGAIN_COUNT);

const page = (shop: Shop, title: string, path: string, main: string): Reply =>
  html(
    renderPage(shop, {
      title,
      description: `${title} of the demo shop.`,
      path,
      crumbs: [
        { name: "Home", path: "/" },
        { name: title, path },
      ],
      main,
    }),
  );

const CARDS = `export const card = ({ sku, name, price, url }) => {
  const article = document.createElement("article");
  article.className = "product-card";
  article.dataset.sku = sku;
  article.innerHTML = '<h3 class="product-card__title"><a></a></h3><p class="product-card__price"><span class="price"></span></p>';
  const link = article.querySelector("a");
  link.textContent = name;
  link.href = url;
  article.querySelector(".price").textContent = price;
  const item = document.createElement("li");
  item.append(article);
  return item;
};
export const load = async (path) => (await fetch(path)).json();
`;

const WALL_SCRIPT = `import { card, load } from "/assets/cards.js";
const list = document.querySelector(".product-list");
let next = 2, busy = false;
addEventListener("scroll", async () => {
  if (busy || next === null || scrollY + innerHeight < document.documentElement.scrollHeight - 200) return;
  busy = true;
  const { products, nextPage } = await load("/api/wall/" + next + ".json");
  list.append(...products.map(card));
  next = nextPage;
  busy = false;
});
`;

const MORE_SCRIPT = `import { card, load } from "/assets/cards.js";
const list = document.querySelector(".product-list");
const button = document.querySelector("button.more");
let next = 2;
button.addEventListener("click", async () => {
  button.disabled = true;
  const { products, nextPage } = await load("/api/more/" + next + ".json");
  list.append(...products.map(card));
  next = nextPage;
  button.disabled = false;
  if (next === null) button.remove();
});
`;

const TABS_SCRIPT = `import { card, load } from "/assets/cards.js";
const panel = document.querySelector(".tab-panel");
for (const tab of document.querySelectorAll("[role=tab]")) tab.addEventListener("click", async () => {
  for (const other of document.querySelectorAll("[role=tab]")) other.setAttribute("aria-selected", String(other === tab));
  const { products } = await load("/api/tabs/" + tab.dataset.tab + ".json");
  const list = document.createElement("ul");
  list.className = "product-list";
  list.append(...products.map(card));
  panel.replaceChildren(list);
});
`;

const batch = (shop: Shop, all: readonly Product[], number: number): Reply | undefined => {
  const products = all.slice((number - 1) * BATCH, number * BATCH);
  if (products.length === 0) return undefined;
  const body = {
    products: products.map((product) => ({
      sku: product.sku,
      name: product.name,
      price: showPrice(priceOf(product, shop.revision()).cents),
      url: productPath(product),
    })),
    nextPage: number * BATCH < all.length ? number + 1 : null,
  };
  return reply("application/json", JSON.stringify(body));
};

const script = (name: string) => `<script type="module" src="/assets/${name}.js"></script>`;
const asset = (name: string, body: string): Route => ({
  path: `/assets/${name}.js`,
  answer: () => reply("text/javascript; charset=utf-8", body),
});

const tab = (slug: string, name: string) =>
  `<button type="button" role="tab" data-tab="${slug}" aria-selected="false">${name}</button>`;

export const GROWING_ROUTES: readonly Route[] = [
  asset("cards", CARDS),
  asset("wall", WALL_SCRIPT),
  asset("more", MORE_SCRIPT),
  asset("tabs", TABS_SCRIPT),
  {
    path: "/wall",
    answer: (shop) =>
      page(
        shop,
        "Wall",
        "/wall",
        `<h1>Wall</h1>\n${productList(WALL.slice(0, BATCH), shop)}${script("wall")}`,
      ),
  },
  {
    path: "/more",
    answer: (shop) =>
      page(
        shop,
        "Bargains",
        "/more",
        `<h1>Bargains</h1>\n${productList(BARGAINS.slice(0, BATCH), shop)}
<p><button type="button" class="more">Show more</button></p>${script("more")}`,
      ),
  },
  {
    path: "/tabs",
    answer: (shop) =>
      page(
        shop,
        "Departments",
        "/tabs",
        `<h1>Departments</h1>
<div role="tablist">${DEPARTMENTS.map(({ slug, name }) => tab(slug, name)).join("")}</div>
<div class="tab-panel" role="tabpanel"><p>Choose a department.</p></div>${script("tabs")}`,
      ),
  },
  { path: "/api/wall/:page.json", answer: (shop, { page: number }) => batch(shop, WALL, Number(number)) },
  { path: "/api/more/:page.json", answer: (shop, { page: number }) => batch(shop, BARGAINS, Number(number)) },
  {
    path: "/api/tabs/:slug.json",
    answer: (shop, { slug }) => {
      const category = DEPARTMENTS.find((known) => known.slug === slug);
      return category && batch(shop, productsIn(category).slice(0, DEPARTMENT_SIZE), 1);
    },
  },
];
