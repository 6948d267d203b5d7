import { CATEGORIES, PRODUCTS } from "../catalogue.ts";
import { STYLE } from "../layout.ts";
import { productPath, type Route, reply, type Shop } from "../reply.ts";

const sitemap = (shop: Shop): string => {
  const paths = [
    "/",
    "/catalogue",
    ...CATEGORIES.map(({ slug }) => `/category/${slug}`),
    ...PRODUCTS.map(productPath),
  ];
  const entries = paths.map((path) => `<url><loc>${shop.url}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</urlset>
`;
};

const robots = (shop: Shop): string => `User-agent: *
Disallow: /basket
Sitemap: ${shop.url}/sitemap.xml
`;

export const FILE_ROUTES: readonly Route[] = [
  { path: "/robots.txt", answer: (shop) => reply("text/plain; charset=utf-8", robots(shop)) },
  { path: "/sitemap.xml", answer: (shop) => reply("application/xml; charset=utf-8", sitemap(shop)) },
  { path: "/assets/shop.css", answer: () => reply("text/css; charset=utf-8", STYLE) },
];
