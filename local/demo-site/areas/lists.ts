import { productList } from "../card.ts";
import {
  CATEGORIES,
  PAGE_SIZE,
  PRODUCT_COUNT,
  PRODUCTS,
  type Product,
  pageOf,
  productsIn,
} from "../catalogue.ts";
import { renderPage, SHOP_NAME } from "../layout.ts";
import { escapeHtml, html, type Reply, type Route, redirect, type Shop } from "../reply.ts";

interface List {
  readonly name: string;
  readonly path: string;
  readonly products: readonly Product[];
}

const CATALOGUE: List = { name: "Everything", path: "/catalogue", products: PRODUCTS };

const pathOfPage = (list: List, page: number): string =>
  page === 1 ? list.path : `${list.path}/page/${page}`;

const pager = (list: List, page: number, pageCount: number): string => {
  const near = Array.from({ length: pageCount }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pageCount || Math.abs(number - page) <= 2,
  );
  const numbers = near.map((number) =>
    number === page
      ? `<li aria-current="page">${number}</li>`
      : `<li><a href="${pathOfPage(list, number)}">${number}</a></li>`,
  );
  const previous = page > 1 ? `<li><a rel="prev" href="${pathOfPage(list, page - 1)}">Previous</a></li>` : "";
  const next =
    page < pageCount
      ? `<li class="next"><a rel="next" href="${pathOfPage(list, page + 1)}">Next</a></li>`
      : "";
  return `<nav class="pager" aria-label="Pages"><ul>${previous}${numbers.join("")}${next}</ul></nav>`;
};

const headLinks = (list: List, page: number, pageCount: number): string =>
  [
    page > 1 ? `<link rel="prev" href="${pathOfPage(list, page - 1)}">` : "",
    page < pageCount ? `<link rel="next" href="${pathOfPage(list, page + 1)}">` : "",
  ].join("");

const renderList = (shop: Shop, list: List, pageNumber: number): Reply | undefined => {
  const slice = pageOf(list.products, pageNumber);
  if (!slice) return undefined;
  const { items, page, pageCount } = slice;
  const first = (page - 1) * PAGE_SIZE + 1;
  const heading = page === 1 ? list.name : `${list.name}, page ${page}`;
  return html(
    renderPage(shop, {
      title: heading,
      description: `${list.name}: ${list.products.length} products at ${SHOP_NAME}, page ${page} of ${pageCount}.`,
      path: pathOfPage(list, page),
      crumbs: [
        { name: "Home", path: "/" },
        { name: list.name, path: list.path },
      ],
      head: headLinks(list, page, pageCount),
      main: `<h1>${escapeHtml(list.name)}</h1>
<p class="result-count">Showing ${first}–${first + items.length - 1} of ${list.products.length} products</p>
${productList(items, shop)}
${pager(list, page, pageCount)}`,
    }),
  );
};

const categoryList = (slug: string | undefined): List | undefined => {
  const category = CATEGORIES.find((known) => known.slug === slug);
  return (
    category && { name: category.name, path: `/category/${category.slug}`, products: productsIn(category) }
  );
};

/** A numbered page. The first page has only the list's own URL. */
const renderNumbered = (shop: Shop, list: List | undefined, page: string | undefined): Reply | undefined => {
  if (!list) return undefined;
  return page === "1" ? redirect(list.path) : renderList(shop, list, Number(page));
};

const renderHome = (shop: Shop): Reply => {
  const categories = CATEGORIES.map(
    ({ slug, name }) =>
      `<li><a href="/category/${slug}">${name}</a> (${PRODUCT_COUNT / CATEGORIES.length})</li>`,
  );
  return html(
    renderPage(shop, {
      title: "Things made to last",
      description: `${SHOP_NAME} is a demo shop of ${PRODUCT_COUNT} products for trying Gleaner out.`,
      path: "/",
      crumbs: [{ name: "Home", path: "/" }],
      main: `<h1>Things made to last</h1>
<p>${PRODUCT_COUNT} products in ${CATEGORIES.length} categories. <a href="/catalogue">See everything</a>.</p>
<ul class="category-list">${categories.join("")}</ul>
<h2>Things to try</h2>
<ul>
<li>Prices change by themselves: about one in ten, each time someone opens <a href="/catalogue">the list of everything</a>. Watch it, and Gleaner tells you which.</li>
<li>Redesign the shop, and see a flow find its fields again: <form class="redesign" method="post" action="/redesign"><button type="submit">${shop.isRedesigned() ? "Bring the old design back" : "Redesign the shop"}</button></form></li>
<li><a href="/account/orders">Your orders</a>: behind a login (reader, larch), which ends after ten minutes and is locked for a minute after five sign-ins in a minute</li>
<li><a href="/manual">Manual</a>: seven chapters to crawl</li>
<li><a href="/manual/price-list.pdf">Price list</a>: a PDF</li>
</ul>
<h2>Pages that make collecting hard</h2>
<ul>
<li><a href="/new-arrivals">New arrivals</a>: nothing but a script until a browser runs it</li>
<li><a href="/wall">Wall</a>: grows as you scroll</li>
<li><a href="/more">Bargains</a>: shows more at the push of a button</li>
<li><a href="/tabs">Departments</a>: hidden behind tabs</li>
<li><a href="/slow">Slow page</a>: takes three seconds to answer</li>
<li><a href="/flaky">Flaky page</a>: fails twice with 503, then works</li>
</ul>`,
    }),
  );
};

export const LIST_ROUTES: readonly Route[] = [
  {
    path: "/redesign",
    takesForms: true,
    answer: (shop, _params, { isPost }) => {
      if (isPost) shop.redesign();
      return redirect("/", 303);
    },
  },
  { path: "/", answer: renderHome },
  {
    path: "/catalogue",
    answer: (shop) => {
      shop.enterCatalogue();
      return renderList(shop, CATALOGUE, 1);
    },
  },
  { path: "/catalogue/page/:page", answer: (shop, { page }) => renderNumbered(shop, CATALOGUE, page) },
  {
    path: "/category/:slug",
    answer: (shop, { slug }) => {
      const list = categoryList(slug);
      return list && renderList(shop, list, 1);
    },
  },
  {
    path: "/category/:slug/page/:page",
    answer: (shop, { slug, page }) => renderNumbered(shop, categoryList(slug), page),
  },
];
