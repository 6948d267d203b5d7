import { CATEGORIES } from "./catalogue.ts";
import { escapeHtml, type Shop } from "./reply.ts";

export const SHOP_NAME = "Larch & Lumen";

interface Page {
  readonly title: string;
  readonly description: string;
  /** Path of the page's canonical URL. */
  readonly path: string;
  readonly main: string;
  /** Breadcrumbs from the home page to this page, which comes last and is not a link. */
  readonly crumbs: readonly { readonly name: string; readonly path: string }[];
  /** Further elements of the head. */
  readonly head?: string;
}

const breadcrumb = (crumbs: Page["crumbs"]): string => {
  const items = crumbs.map(({ name, path }, index) =>
    index === crumbs.length - 1
      ? `<li aria-current="page">${escapeHtml(name)}</li>`
      : `<li><a href="${path}">${escapeHtml(name)}</a></li>`,
  );
  return `<nav class="breadcrumb" aria-label="Breadcrumb"><ol>${items.join("")}</ol></nav>`;
};

const menu = CATEGORIES.map(({ slug, name }) => `<li><a href="/category/${slug}">${name}</a></li>`).join("");

/** A complete document of the shop. */
export const renderPage = (shop: Shop, page: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} – ${escapeHtml(SHOP_NAME)}</title>
<meta name="description" content="${escapeHtml(page.description)}">
<link rel="canonical" href="${shop.url}${page.path}">
<link rel="stylesheet" href="/assets/shop.css">
${page.head ?? ""}
</head>
<body>
<header class="site-header">
<a class="logo" href="/">${escapeHtml(SHOP_NAME)}</a>
<nav class="site-menu" aria-label="Shop"><ul><li><a href="/catalogue">Everything</a></li>${menu}<li><a href="/new-arrivals">New arrivals</a></li></ul></nav>
</header>
<main>
${breadcrumb(page.crumbs)}
${page.main}
</main>
<footer class="site-footer"><p>A shop that does not exist, for trying Gleaner out. Nothing here can be bought. Its prices change by themselves: about one in ten, each time someone opens the list of everything.</p></footer>
</body>
</html>
`;

export const STYLE = `:root{--ink:#22302a;--soft:#66756d;--line:#dfe6e1;--leaf:#2f6b4f;--paper:#fbfcfa}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
a{color:var(--leaf);text-decoration:none}a:hover{text-decoration:underline}
ul,ol{list-style:none;margin:0;padding:0}
.site-header,main,.site-footer{max-width:70rem;margin:0 auto;padding:1rem}
.site-header{display:flex;flex-wrap:wrap;gap:.5rem 2rem;align-items:baseline;border-bottom:1px solid var(--line)}
.logo{font:600 1.4rem Georgia,serif;color:var(--ink)}
.site-menu ul,.breadcrumb ol,.pager ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem}
.breadcrumb{font-size:.85rem;color:var(--soft);margin-bottom:1rem}
.breadcrumb li+li::before{content:"› ";color:var(--soft)}
.product-list{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:1rem}
.product-card{height:100%;padding:.75rem;background:#fff;border:1px solid var(--line);border-radius:.5rem}
.product-card img,.product img{width:100%;height:auto;border-radius:.3rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:1.5rem}
.tile{border-top:3px solid var(--leaf);background:#fff}.tile img{width:100%;height:auto}
.tile__body{padding:.5rem .75rem}.tile__name{font:600 1.1rem Georgia,serif;margin:.25rem 0}.amount{font-weight:600}
.product-card__title{font-size:1rem;margin:.5rem 0 .25rem}
.price{font-weight:600}.price-was{color:var(--soft);margin-left:.5rem}
.rating,.availability,.result-count{font-size:.85rem;color:var(--soft);margin:.1rem 0}
.availability--out{color:#a33}
.product{display:grid;grid-template-columns:minmax(12rem,24rem) 1fr;gap:2rem}
.specs th{text-align:left;padding-right:2rem;color:var(--soft);font-weight:400}
.pager{margin:1.5rem 0}.pager [aria-current]{font-weight:600}
.site-footer{color:var(--soft);font-size:.85rem}
@media(max-width:40rem){.product{grid-template-columns:1fr}}
`;
