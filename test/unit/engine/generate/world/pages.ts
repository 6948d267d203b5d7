/** Pages of our own making, as shops, boards, papers and forums of several languages write them. */

export const SITE = "https://site.example";

const page = (language: string, title: string, main: string, head = ""): string =>
  `<!doctype html><html lang="${language}"${language === "ar" ? ' dir="rtl"' : ""}><head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body><header><nav><a href="/">Start</a><a href="/about">About</a><a href="/contact">Contact</a></nav></header><main><h1>${title}</h1>${main}</main>
<footer><p>All rights reserved</p><a href="/imprint">Imprint</a><a href="/privacy">Privacy</a></footer></body></html>`;

const WOODS = ["Oak", "Elm", "Ash", "Yew", "Fir", "Box", "Bay", "Fig", "Sal"];
export const KETTLES = WOODS.map((wood, index) => ({
  slug: wood.toLowerCase(),
  name: `${wood} kettle`,
  price: 20.5 + index,
  rating: 3.5 + (index % 3) / 2,
  stock: index % 3 !== 1,
  sku: `KT-${100 + index}`,
  description: `The ${wood.toLowerCase()} kettle holds ${index + 1} litres, whistles when the water boils and keeps its handle cool for hours.`,
}));
const PER_PAGE = 3;

const kettleCard = ({ slug, name, price, rating, stock }: (typeof KETTLES)[number]): string =>
  `<article class="product-card"><a class="product-card__image" href="/kettles/${slug}"><img src="/img/${slug}.jpg" alt="${name}"></a>
<h2 class="product-card__name"><a href="/kettles/${slug}">${name}</a></h2><p class="price">€${price.toFixed(2)}</p>
<p class="rating" aria-label="Rating: ${rating} of 5">${rating} stars</p><p class="stock">${stock ? "In stock" : "Sold out"}</p></article>`;

/** Cards of a shop, three to a page, with a link that says "Next". */
const kettlePage = (number: number): string => {
  const count = KETTLES.length / PER_PAGE;
  const next =
    number < count ? `<a class="pager__next" rel="next" href="/kettles?page=${number + 1}">Next</a>` : "";
  const cards = KETTLES.slice((number - 1) * PER_PAGE, number * PER_PAGE).map(kettleCard);
  const search = `<form role="search" action="/search"><input type="search" name="q" placeholder="Search the shop"><button>Go</button></form>`;
  return page(
    "en",
    "Kettles",
    `${search}<div class="cookie-banner"><p>We use cookies.</p><button id="accept-cookies">Accept all</button></div><div class="grid">${cards.join("")}</div><nav class="pager">${next}</nav>`,
  );
};

const kettleDetail = ({ name, price, rating, stock, sku, description }: (typeof KETTLES)[number]): string =>
  page(
    "en",
    name,
    `<p class="price">€${price.toFixed(2)}</p><p class="rating" aria-label="Rating: ${rating} of 5">${rating} stars</p><p class="availability">${stock ? "In stock" : "Sold out"}</p>
<div class="description">${description}</div><dl><dt>SKU</dt><dd>${sku}</dd><dt>Material</dt><dd>Steel</dd></dl><button>Add to cart</button>`,
  );

const searchPage = (): string =>
  page(
    "en",
    "Results for teapot",
    `<ul class="hits">${["Red", "Blue", "Green", "White"].map((colour, index) => `<li class="hit"><h3 class="hit-name"><a href="/teapots/${colour}">${colour} teapot</a></h3><span class="hit-price">€${30 + index}.00</span></li>`).join("")}</ul>`,
  );

export const CARS = ["Astra", "Berlingo", "Cinto", "Delta", "Elan"].map((name, index) => ({
  name,
  price: 9_000 + index * 1_500,
  power: `${75 + index * 10} PS`,
  fuel: index % 2 === 0 ? "Petrol" : "Diesel",
}));
const carPage = (): string =>
  page(
    "en",
    "Used cars",
    `<ul class="cars">${CARS.map(({ name, price, power, fuel }) => `<li class="car"><h3><a href="/cars/${name}">${name}</a></h3><span class="price">$${price.toLocaleString("en")}</span><dl><dt>Horsepower</dt><dd>${power}</dd><dt>Fuel type</dt><dd>${fuel}</dd></dl></li>`).join("")}</ul>`,
  );

export const STELLEN = ["Tischlerin", "Maurer", "Köchin", "Lehrer", "Ärztin", "Gärtner"].map(
  (titel, index) => ({
    titel: `${titel} (m/w/d)`,
    firma: `Werk ${index + 1} GmbH`,
    ort: ["Bremen", "Köln", "Jena"][index % 3] ?? "",
    gehalt: `${(2_800 + index * 100).toLocaleString("de")} €`,
  }),
);
const stellenPage = (number: number): string => {
  const rows = STELLEN.slice((number - 1) * 3, number * 3).map(
    ({ titel, firma, ort, gehalt }) =>
      `<tr><td><a href="/stellen/${encodeURIComponent(firma)}">${titel}</a></td><td>${firma}</td><td>${ort}</td><td>${gehalt}</td></tr>`,
  );
  const pager = [1, 2].map((each) =>
    each === number ? `<span class="current">${each}</span>` : `<a href="/stellen?seite=${each}">${each}</a>`,
  );
  return page(
    "de",
    "Stellenangebote",
    `<table class="stellen"><thead><tr><th>Titel</th><th>Firma</th><th>Ort</th><th>Gehalt</th></tr></thead><tbody>${rows.join("")}</tbody></table><div class="pagination">${pager.join("")}</div>`,
  );
};

export const ARTICLES = [
  "Le pont rouvre",
  "La mairie en vert",
  "Une chorale primée",
  "Le marché déménage",
].map((titre, index) => ({
  titre,
  auteur: ["Ana Roux", "Luc Petit"][index % 2] ?? "",
  date: `2026-03-0${index + 1}`,
}));
const articlesPage = (number: number): string => {
  const shown = ARTICLES.slice((number - 1) * 2, number * 2).concat(
    // A third that is on both pages, as a paper pins one.
    { titre: "À la une : la crue", auteur: "Eva Blanc", date: "2026-03-09" },
  );
  const next = number === 1 ? `<a class="suivant" href="/actualites/page/2">Suivant</a>` : "";
  return page(
    "fr",
    "Actualités",
    `<div class="liste">${shown.map(({ titre, auteur, date }) => `<article class="depeche"><h2><a href="/a/${encodeURIComponent(titre)}">${titre}</a></h2><span class="auteur">${auteur}</span> <time datetime="${date}">${date}</time><p>Une dépêche de notre rédaction sur ce sujet, à lire en entier.</p></article>`).join("")}</div><nav class="pagination">${next}</nav>`,
  );
};

export const HILOS = [
  "¿Qué tetera comprar?",
  "Agua dura y cal",
  "Té verde frío",
  "Mi primera tetera",
  "Asas que queman",
].map((titulo, index) => ({
  titulo,
  autor: ["marta", "jose", "lucia"][index % 3] ?? "",
  respuestas: index * 4 + 1,
}));
const hilosPage = (): string =>
  page(
    "es",
    "Foro de teteras",
    `<ul class="hilos">${HILOS.map(({ titulo, autor, respuestas }, index) => `<li class="hilo"><a class="titulo" href="/foro/${index}">${titulo}</a><span class="autor">${autor}</span><span class="respuestas">${respuestas} respuestas</span></li>`).join("")}</ul>`,
  );

const PRODUTO = page(
  "pt",
  "Chaleira de aço",
  `<p class="preco">R$ 129,90</p><p class="descricao">Chaleira de aço inoxidável com apito, capacidade de dois litros e cabo que não esquenta.</p><p class="estoque">Em estoque</p><button>Comprar</button>`,
);

const JA = ["青い急須", "赤い急須", "白い急須", "黒い急須"].map((name, index) => ({
  name,
  price: 2_800 + index * 400,
}));
const ZH = ["蓝色茶壶", "红色茶壶", "白色茶壶", "黑色茶壶"].map((name, index) => ({
  name,
  price: 88 + index * 10,
}));
const AR = ["إبريق أزرق", "إبريق أحمر", "إبريق أبيض", "إبريق أسود"].map((name, index) => ({
  name,
  price: 120 + index * 5,
}));
export const POTS = { ja: JA, zh: ZH, ar: AR };
const potPage = (language: "ja" | "zh" | "ar", title: string, money: (price: number) => string): string =>
  page(
    language,
    title,
    `<ul class="items">${POTS[language].map(({ name, price }, index) => `<li class="item"><a class="item-name" href="/${language}/${index}">${name}</a><span class="item-price">${money(price)}</span></li>`).join("")}</ul>`,
  );

const DOCS = page(
  "en",
  "Installing the pump",
  `<article><p class="byline">By <span class="author">Nora Field</span>, <time datetime="2026-02-03">3 February 2026</time></p><p>Close the valve before you begin, and let the pipe run dry; the pump draws air otherwise and will have to be bled twice.</p><h2>Tools</h2><p>A wrench of 22 mm, tape for the thread, and a bucket that holds what is left in the pipe when the old pump comes off.</p><h2>Steps</h2><p>Turn the nuts by hand first, then a quarter with the wrench; open the valve slowly and look for drops on both sides of the pump.</p></article>`,
);

/** Its pager's second page is not there. */
const torn = (): string =>
  page(
    "en",
    "Stamps",
    `<ul class="stamps">${["Red penny", "Blue swan", "Green bear", "Grey owl"].map((name, index) => `<li class="stamp"><a class="stamp-name" href="/stamps/${index}">${name}</a><span class="stamp-price">$${index + 5}.00</span></li>`).join("")}</ul><div class="pagination"><span class="current">1</span> <a href="/stamps?page=2">2</a> <a href="/stamps?page=3">3</a></div>`,
  );

/** Address to markup; what is not here is not there. */
export const PAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "/kettles": kettlePage(1),
    "/kettles?page=2": kettlePage(2),
    "/kettles?page=3": kettlePage(3),
    ...Object.fromEntries(KETTLES.map((kettle) => [`/kettles/${kettle.slug}`, kettleDetail(kettle)])),
    "/search?q=teapot": searchPage(),
    "/cars": carPage(),
    "/stellen": stellenPage(1),
    "/stellen?seite=2": stellenPage(2),
    "/actualites": articlesPage(1),
    "/actualites/page/2": articlesPage(2),
    "/foro": hilosPage(),
    "/chaleira": PRODUTO,
    "/ja": potPage("ja", "急須の一覧", (price) => `${price.toLocaleString("en")}円`),
    "/zh": potPage("zh", "茶壶", (price) => `¥${price}.00`),
    "/ar": potPage("ar", "أباريق الشاي", (price) => `${price}.00 ر.س`),
    "/docs/pump": DOCS,
    "/stamps": torn(),
  }).map(([path, html]) => [SITE + path, html]),
);
