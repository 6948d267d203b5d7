import { jsonLd } from "../helpers.ts";
import { type KindCase, NAMES, PROSE, repeat, TEXT } from "./case.ts";

const PRICED = { name: "string", price: "price" } as const;
const cards = (heading: string): string =>
  `<section><h2>${heading}</h2><div class="grid">${repeat(NAMES, (name, at) => `<div class="card"><a href="/p/${at}"><img src="/${at}.jpg" alt=""><h3>${name}</h3></a><span class="price">€${at + 1}.50</span></div>`)}</div></section>`;
const OWN = `<div class="product"><h1>Oak stool</h1><span class="price">€129.00</span><p>A stool of solid oak, oiled by hand.</p><form><button>Add to cart</button></form></div>`;
const SPECS = `<h2>Details</h2><table>${repeat(["Height", "Width", "Depth", "Weight", "Material"], (name, at) => `<tr><th>${name}</th><td>${at + 40} cm</td></tr>`)}</table>`;
const REVIEWS = `<h2>Reviews</h2>${repeat(NAMES, (name) => `<div class="review"><b>${name}</b><p>It came on time, and it has held up well for more than a year by now.</p></div>`)}`;
const LINKS = `<ul>${repeat(NAMES, (name, at) => `<li><a href="/news/${at}">How the ${name} came back to the hills</a></li>`)}</ul>`;
const RECIPE = `<h1>Leek soup</h1><p>By Ann Lee</p><h2>Ingredients</h2><ul><li>2 leeks</li><li>1 onion</li><li>1 l stock</li></ul><h2>Instructions</h2><ol><li>Chop the leeks and the onion.</li><li>Simmer them for half an hour.</li></ol>`;
const stool = [{ name: "Oak stool", price: 129 }];

export const ONE: readonly KindCase[] = [
  {
    name: "a product with related products",
    body: `${OWN}${cards("You may also like")}`,
    schema: PRICED,
    items: stool,
  },
  {
    name: "a product with related products under no known heading",
    body: `${OWN}${cards("From the same shelf")}`,
    schema: PRICED,
    items: stool,
  },
  {
    name: "a product with related products, of which the list price and all of its details are asked for",
    body: `${OWN}${cards("Similar stools")}`,
    schema: PRICED,
    instructions: "the list price and all details of this stool",
    items: stool,
  },
  {
    name: "a product with related products, without a schema",
    body: `${OWN}${cards("Related products")}`,
    items: [{ title: "Oak stool" }],
  },
  {
    name: "a product with a table of details",
    body: `${OWN}${SPECS}`,
    schema: { ...PRICED, height: "string" },
    items: [{ ...stool[0], height: "40 cm" }],
  },
  {
    name: "a product with a table of details, without a schema",
    body: `${OWN}${SPECS}`,
    items: [{ title: "Oak stool" }],
  },
  { name: "a product with reviews", body: `${OWN}${REVIEWS}`, schema: PRICED, items: stool },
  {
    name: "a product with reviews, without a schema",
    body: `${OWN}${REVIEWS}`,
    items: [{ title: "Oak stool" }],
  },
  {
    name: "a product whose price only its neighbours have",
    body: `<h1>Oak stool</h1><p>A stool of solid oak. Ask us for the price.</p><button>Add to cart</button>${cards("You may also like")}`,
    schema: PRICED,
    instructions: "this product",
    items: [{ name: "Oak stool", price: null }],
  },
  {
    name: "the price of a shelf, asked in the singular",
    body: `<h1>Things</h1><ul>${repeat(NAMES, (name, at) => `<li class="p"><b>${name}</b><i class="price">${at + 1}.50 €</i></li>`)}</ul>`,
    schema: PRICED,
    instructions: "the product's price",
    items: [{ name: "Things", price: null }],
  },
  {
    name: "a product with markup and cards",
    head: jsonLd({ "@type": "Product", name: "Oak stool", offers: { price: 129 } }),
    body: `<h1>Oak stool</h1>${cards("More stools")}`,
    schema: PRICED,
    items: stool,
  },
  {
    name: "an article",
    body: `<article><h1>The market</h1>${PROSE}</article>`,
    items: [{ title: "The market" }],
  },
  {
    name: "an article with related links",
    body: `<article><h1>The market</h1>${PROSE}</article><h2>Read more</h2>${LINKS}`,
    schema: { title: "string", author: "string" },
    items: [{ title: "The market", author: null }],
  },
  {
    name: "an article with related links, without a schema",
    body: `<article><h1>The market</h1>${PROSE}</article><h3>Elsewhere</h3>${LINKS}`,
    items: [{ title: "The market" }],
  },
  {
    name: "an article with cards below",
    body: `<article><h1>The market</h1>${PROSE}</article>${cards("From our shop")}`,
    schema: { title: "string" },
    items: [{ title: "The market" }],
  },
  {
    name: "an article in sections",
    body: `<article><h1>The market</h1>${repeat(["Bread", "Fish", "Cloth", "Tools"], (name) => `<h2>${name}</h2>${PROSE}`)}</article>`,
    items: [{ title: "The market" }],
  },
  {
    name: "an article with bullets",
    body: `<article><h1>The market</h1>${PROSE}<ul><li>bread of rye</li><li>fish of the lake</li><li>cloth of wool</li></ul></article>`,
    items: [{ title: "The market" }],
  },
  {
    name: "a recipe with cards of others",
    body: `${RECIPE}${cards("More recipes")}`,
    schema: { title: "string", ingredients: "string[]" },
    items: [{ title: "Leek soup", ingredients: ["2 leeks", "1 onion", "1 l stock"] }],
  },
  {
    name: "a recipe with cards of others, without a schema",
    body: `${RECIPE}${cards("From our kitchen")}`,
    items: [{ title: "Leek soup" }],
  },
  {
    name: "a list of definitions about one thing",
    body: `<h1>Oak stool</h1><dl><dt>Price</dt><dd>€129.00</dd><dt>Brand</dt><dd>Plain</dd><dt>Weight</dt><dd>4 kg</dd><dt>Colour</dt><dd>brown</dd></dl>`,
    schema: { ...PRICED, brand: "string", weight: "string" },
    items: [{ ...stool[0], brand: "Plain", weight: "4 kg" }],
  },
  {
    name: "a job with other jobs below",
    body: `<h1>Carpenter</h1><p>Berlin</p>${PROSE}<h2>Similar jobs</h2><ul>${repeat(NAMES, (name, at) => `<li><a href="/jobs/${at}">${name} hand</a> <span>Hamburg</span></li>`)}</ul>`,
    schema: { title: "string" },
    items: [{ title: "Carpenter" }],
  },
  {
    name: "one field of the page that its records have too",
    body: `<h1>Oak stool</h1>${cards("You may also like")}`,
    schema: { title: "string" },
    instructions: "the title of this page",
    items: [{ title: "Oak stool" }],
  },
  {
    name: "a German product",
    lang: "de",
    body: `<h1>Hocker Eiche</h1><p>129,00 €</p><button>In den Warenkorb</button><h2>Das könnte Ihnen auch gefallen</h2><ul>${repeat(NAMES, (name, at) => `<li><a href="/p/${at}">${name}</a><span>${at + 1},50 €</span></li>`)}</ul>`,
    schema: { name: "string", preis: "price" },
    items: [{ name: "Hocker Eiche", preis: 129 }],
  },
  {
    name: "a French product",
    lang: "fr",
    body: `<h1>Tabouret</h1><p class="prix">129,00 €</p><button>Ajouter au panier</button><h2>Vous aimerez aussi</h2><ul>${repeat(NAMES, (name, at) => `<li><a href="/p/${at}">${name}</a><span>${at + 1},50 €</span></li>`)}</ul>`,
    schema: { nom: "string", prix: "price" },
    items: [{ nom: "Tabouret", prix: 129 }],
  },
  {
    name: "a page of contacts",
    body: `<h1>Contact</h1><ul><li><b>Phone:</b> +49 30 1234567</li><li><b>Email:</b> hello@shop.example</li><li><b>Fax:</b> +49 30 1234568</li></ul>`,
    schema: { phone: "string", email: "email" },
    items: [{ phone: "+49 30 1234567", email: "hello@shop.example" }],
  },
  {
    name: "an article of numbered tips",
    body: `<article><h1>How to sell at a market</h1>${repeat(NAMES, (name, at) => `<h2>${at + 1}. Mind the ${name}</h2><p>${TEXT}</p><p>${TEXT} It is so.</p>`)}</article>`,
    items: [{ title: "How to sell at a market" }],
  },
  {
    name: "an article with cards below, without a schema",
    body: `<article><h1>The market</h1><p>By Ann Lee</p>${PROSE}${PROSE}</article>${cards("From our shop")}`,
    items: [{ title: "The market" }],
  },
  {
    name: "an article whose sections have pictures",
    body: `<article><h1>How to build a stall</h1>${repeat(NAMES, (name, at) => `<h2>The ${name} part</h2><img src="/${at}.jpg" alt=""><p>${TEXT}</p><p>${TEXT}</p>`)}</article>`,
    items: [{ title: "How to build a stall" }],
  },
  {
    name: "a product among many others of its shop, without a schema",
    path: "/shop/oak-stool",
    body: `${OWN}${cards("From the same shelf")}${cards("New in our shop")}`,
    items: [{ title: "Oak stool" }],
  },
  {
    name: "a product with a slider of others, and the fields of a card",
    body: `${OWN}<div class="carousel related-products"><h2>Related products</h2><div class="track">${repeat(NAMES, (name, at) => `<div class="slide"><a href="/p/${at}"><img src="/${at}.jpg" alt=""><h3>${name}</h3></a><span class="price">€${at + 1}.50</span></div>`)}</div></div>`,
    schema: { title: "string", price: "price", image: "image" },
    items: [{ title: "Oak stool", price: 129 }],
  },
  {
    name: "a page of documentation with its menu",
    body: `<div class="layout"><div class="docs-menu"><ul>${repeat(NAMES, (name) => `<li><a href="/docs/${name}">${name}</a></li>`)}</ul></div><main><h1>Set up</h1>${PROSE}<h2>Then</h2>${PROSE}<pre><code>npm start</code></pre><h2>At last</h2>${PROSE}</main></div>`,
    items: [{ title: "Set up" }],
  },
  {
    name: "a service with three boxes about itself",
    body: `<h1>We keep your books</h1><p>${TEXT}</p><div class="features">${repeat(["Fast", "Safe", "Cheap"], (name) => `<div class="feature"><img src="/${name}.svg" alt=""><h3>${name}</h3><p>We work so that you need not, from the first day of the year to the last, and longer where it must be.</p></div>`)}</div><p>${TEXT} ${TEXT}</p>`,
    items: [{ title: "We keep your books" }],
  },
  {
    name: "a German article with others below",
    lang: "de",
    body: `<article><h1>Der Markt</h1>${PROSE}${PROSE}</article><section><h2>Weitere Artikel</h2>${repeat(NAMES, (name, at) => `<article class="teaser"><a href="/a/${at}"><img src="/${at}.jpg" alt=""><h3>${name}</h3></a><time datetime="2026-03-0${at + 1}">${at + 1}. März 2026</time></article>`)}</section>`,
    items: [{ title: "Der Markt" }],
  },
  {
    name: "an article with comments below",
    body: `<article><h1>The market</h1>${PROSE}</article><div class="comments"><h2>Comments</h2>${repeat(NAMES, (name, at) => `<div class="comment"><a href="/u/${name}">${name}</a><time datetime="2026-03-0${at + 1}">${at + 1} March</time><p>I was there too, and the ${name} was in bloom by the bridge.</p></div>`)}</div>`,
    items: [{ title: "The market" }],
  },
];
