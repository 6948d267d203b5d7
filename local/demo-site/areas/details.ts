import { priceMarkup, ratingMarkup, stockMarkup } from "../card.ts";
import { findProduct, PRODUCTS, type Product, priceOf } from "../catalogue.ts";
import { renderPage } from "../layout.ts";
import { escapeHtml, html, productPath, type Reply, type Route, reply, type Shop } from "../reply.ts";

const availabilityUrl = ({ stock }: Product): string =>
  `https://schema.org/${stock === 0 ? "OutOfStock" : "InStock"}`;

const crumbsOf = (product: Product) => [
  { name: "Home", path: "/" },
  { name: product.category.name, path: `/category/${product.category.slug}` },
  { name: product.name, path: productPath(product) },
];

/** JSON-LD for search engines, escaped so that a closing tag in a value cannot end the script. */
const jsonLd = (value: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;

const structuredData = (shop: Shop, product: Product): string =>
  jsonLd({
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Product",
        name: product.name,
        sku: product.sku,
        description: product.description,
        image: `${shop.url}/images/${product.sku}.svg`,
        brand: { "@type": "Brand", name: product.brand },
        aggregateRating:
          product.reviewCount === 0
            ? undefined
            : { "@type": "AggregateRating", ratingValue: product.rating, reviewCount: product.reviewCount },
        offers: {
          "@type": "Offer",
          price: (priceOf(product, shop.revision()).cents / 100).toFixed(2),
          priceCurrency: "EUR",
          availability: availabilityUrl(product),
          url: shop.url + productPath(product),
        },
      },
      {
        "@type": "BreadcrumbList",
        itemListElement: crumbsOf(product).map(({ name, path }, index) => ({
          "@type": "ListItem",
          position: index + 1,
          name,
          item: shop.url + path,
        })),
      },
    ],
  });

const renderDetail = (shop: Shop, product: Product): Reply => {
  const amount = (priceOf(product, shop.revision()).cents / 100).toFixed(2);
  return html(
    renderPage(shop, {
      title: product.name,
      description: product.description,
      path: productPath(product),
      crumbs: crumbsOf(product),
      head: structuredData(shop, product),
      main: `<article class="product" itemscope itemtype="https://schema.org/Product">
<img itemprop="image" src="/images/${product.sku}.svg" width="480" height="320" alt="${escapeHtml(product.name)}">
<div>
<h1 itemprop="name">${escapeHtml(product.name)}</h1>
${ratingMarkup(product)}
<p itemprop="offers" itemscope itemtype="https://schema.org/Offer">${priceMarkup(product, shop.revision(), ` itemprop="price" content="${amount}"`)}
<meta itemprop="priceCurrency" content="EUR"><link itemprop="availability" href="${availabilityUrl(product)}"></p>
${stockMarkup(product)}
<p itemprop="description">${escapeHtml(product.description)}</p>
<table class="specs"><tbody>
<tr><th scope="row">Item number</th><td itemprop="sku">${product.sku}</td></tr>
<tr><th scope="row">Brand</th><td itemprop="brand">${escapeHtml(product.brand)}</td></tr>
<tr><th scope="row">Material</th><td>${product.material}</td></tr>
<tr><th scope="row">Category</th><td><a href="/category/${product.category.slug}">${product.category.name}</a></td></tr>
</tbody></table>
</div>
</article>`,
    }),
  );
};

const drawImage = (product: Product): string => {
  const hue = (product.number * 47) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320" viewBox="0 0 480 320"><rect width="480" height="320" fill="hsl(${hue} 30% 90%)"/><circle cx="240" cy="150" r="80" fill="hsl(${hue} 35% 55%)"/><text x="240" y="290" text-anchor="middle" font-family="sans-serif" font-size="22" fill="hsl(${hue} 30% 30%)">${escapeHtml(product.name)}</text></svg>`;
};

export const DETAIL_ROUTES: readonly Route[] = [
  {
    path: "/product/:slug",
    answer: (shop, { slug }) => {
      const product = findProduct(slug ?? "");
      return product && renderDetail(shop, product);
    },
  },
  {
    path: "/images/:file",
    answer: (_shop, { file }) => {
      const product = PRODUCTS.find(({ sku }) => `${sku}.svg` === file);
      return product && reply("image/svg+xml", drawImage(product));
    },
  },
];
