import { type Product, priceOf, showPrice } from "./catalogue.ts";
import { escapeHtml, productPath, type Shop } from "./reply.ts";

export const stockMarkup = ({ stock }: Product): string =>
  stock === 0
    ? `<p class="availability availability--out">Out of stock</p>`
    : `<p class="availability availability--in" data-stock="${stock}">In stock</p>`;

/** The current price, and the previous one if it was higher. */
export const priceMarkup = (product: Product, revision: number, attributes = ""): string => {
  const { cents, wasCents } = priceOf(product, revision);
  const was = wasCents === null ? "" : `<s class="price-was">${showPrice(wasCents)}</s>`;
  return `<span class="price"${attributes}>${showPrice(cents)}</span>${was}`;
};

export const ratingMarkup = ({ rating, reviewCount }: Product): string =>
  `<p class="rating" data-rating="${rating}" title="${rating} out of 5">${"★".repeat(Math.round(rating))} <span class="review-count">(${reviewCount})</span></p>`;

const card = (
  product: Product,
  shop: Shop,
): string => `<li><article class="product-card" data-sku="${product.sku}">
<a href="${productPath(product)}" tabindex="-1"><img src="/images/${product.sku}.svg" width="240" height="160" loading="lazy" alt=""></a>
<h3 class="product-card__title"><a href="${productPath(product)}" title="${escapeHtml(product.name)}">${escapeHtml(product.name)}</a></h3>
<p class="product-card__price">${priceMarkup(product, shop.revision())}</p>
${ratingMarkup(product)}
${stockMarkup(product)}
</article></li>`;

/** The same card as a redesign would build it. */
const tile = (product: Product, shop: Shop): string => `<div class="tile" data-sku="${product.sku}">
<div class="tile__picture"><img src="/images/${product.sku}.svg" width="240" height="160" loading="lazy" alt=""></div>
<div class="tile__body"><h2 class="tile__name"><a href="${productPath(product)}" title="${escapeHtml(product.name)}">${escapeHtml(product.name)}</a></h2>
<div class="tile__cost">${priceMarkup(product, shop.revision()).replaceAll('class="price', 'class="amount')}</div>
${ratingMarkup(product)}
${stockMarkup(product)}</div>
</div>`;

const wall = (products: readonly Product[], shop: Shop): string =>
  `<div class="tiles">\n${products.map((product) => tile(product, shop)).join("\n")}\n</div>`;

export const productList = (products: readonly Product[], shop: Shop): string =>
  shop.isRedesigned()
    ? wall(products, shop)
    : `<ul class="product-list">\n${products.map((product) => card(product, shop)).join("\n")}\n</ul>`;
