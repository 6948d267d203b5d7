import { jsonLd } from "../helpers.ts";
import { type KindCase, NAMES, PROSE, repeat, TEXT } from "./case.ts";

const PRICED = { name: "string", price: "price" } as const;
const priced = NAMES.map((name, at) => ({ name, price: at + 1.5 }));
const titled = NAMES.map((name) => ({ title: name }));
const three = NAMES.slice(0, 3);

const GRID = `<h1>Chairs</h1><div class="grid">${repeat(NAMES, (name, at) => `<div class="card"><a href="/p/${at}"><img src="/${at}.jpg" alt=""></a><h3><a href="/p/${at}">${name}</a></h3><span class="price">€${at + 1}.50</span><button>Add to cart</button></div>`)}</div>`;
const LINKLESS = `<h1>Things</h1><ul>${repeat(NAMES, (name, at) => `<li class="p"><b>${name}</b><i>${at + 1}.50 €</i><p>short</p></li>`)}</ul>`;
const DIVS = `<div><h1>Stock</h1><div>${repeat(NAMES, (name, at) => `<div><div>${name}</div><div>$${at + 1}.50</div></div>`)}</div></div>`;
const NEWS = `<h1>Latest</h1>${repeat(NAMES, (name, at) => `<article><h2><a href="/news/${at}">${name}</a></h2><time datetime="2026-03-0${at + 1}">${at + 1} March 2026</time><p>A short note on what happened around the ${name} this week in town.</p></article>`)}`;
const JOBS = `<h1>Open positions</h1><ul>${repeat(NAMES, (name, at) => `<li><a href="/jobs/${at}">${name} engineer</a> <span class="company">Acme ${at}</span> <span class="location">Berlin</span></li>`)}</ul>`;
const TABLE = `<h1>Teams</h1><table><tr><th>Team</th><th>Points</th><th>City</th></tr>${repeat(NAMES, (name, at) => `<tr><td>${name}</td><td>${at + 10}</td><td>Town ${at}</td></tr>`)}</table>`;
const HEADLESS = `<h1>Price list</h1><table>${repeat(NAMES, (name, at) => `<tr><td>${name}</td><td>${at + 1}.50 €</td></tr>`)}</table>`;
const PLAIN_HEAD = `<h1>Price list</h1><table><tr><td>Product</td><td>Price</td></tr>${repeat(NAMES, (name, at) => `<tr><td>${name}</td><td>${at + 1}.50</td></tr>`)}</table>`;
const GLOSSARY = `<h1>Glossary</h1><dl>${repeat(NAMES, (name) => `<dt>${name}</dt><dd>A tree of the woods in the north that is known for its fine and even grain.</dd>`)}</dl>`;
const FAQ = `<h1>Questions and answers</h1>${repeat(NAMES, (name) => `<details><summary>Where does ${name} grow?</summary><p>It grows on the hills of the north, where the soil is poor and dry.</p></details>`)}`;
const FORUM = `<h1>General</h1><table class="topics"><tbody>${repeat(NAMES, (name, at) => `<tr class="topic"><td><a href="/t/topic/${at}">Help with ${name}</a></td><td class="author">user${at}</td><td>${at + 3}</td></tr>`)}</tbody></table>`;
const SEARCH = `<h1>Results for wood</h1><p>6 results</p>${repeat(NAMES, (name) => `<div class="result"><a href="https://${name.toLowerCase()}.example/">${name}</a><div class="cite">${name.toLowerCase()}.example</div><p>All about the ${name}, its wood and what it is used for in the house.</p></div>`)}<div class="pagination"><a href="?p=2">2</a></div>`;
const FACETS = `<aside><h4>Colour</h4><ul>${repeat(["Red", "Green", "Blue", "Black"], (name) => `<li><a href="?c=${name}">${name}</a> (3)</li>`)}</ul></aside><main>${GRID}<section><h2>About our chairs</h2><p>${TEXT}</p></section></main>`;
const RECIPES = `<h1>Dinner ideas</h1><div class="recipes">${repeat(NAMES, (name, at) => `<a class="tile" href="/recipe/${at}"><img src="/${at}.jpg" alt=""><h3>${name} soup</h3><span>30 min</span></a>`)}</div>`;
const REVIEWED = `<h1>Reviews of the Alder</h1>${repeat(NAMES, (name, at) => `<div class="review"><span class="author">${name}</span><span class="rating">${(at % 5) + 1}</span><p>It came on time, and it has held up well for more than a year by now.</p></div>`)}`;
const QUOTES = `<h1>Quotes</h1>${repeat(NAMES, (name) => `<div class="quote"><span class="text">“The ${name} bends and does not break.”</span><span>by <small class="author">${name} Smith</small></span></div>`)}`;
const EVENTS = `<h1>Events</h1><ol>${repeat(NAMES, (name, at) => `<li><time datetime="2026-05-0${at + 1}">May ${at + 1}</time><strong>${name} night</strong><span>Town hall</span></li>`)}</ol>`;
const PEOPLE = `<h1>Our team</h1><section>${repeat(NAMES, (name) => `<div class="member"><img src="/${name}.jpg" alt=""><h4>${name} Jones</h4><p>Engineer</p></div>`)}</section>`;
const ROWS = `<h1>Shelf</h1>${repeat(["a", "b"], (row) => `<div class="row">${repeat(three, (name) => `<div class="col"><h3>${name} ${row}</h3><p class="price">£2.50</p></div>`)}</div>`)}`;
/** A text that is long enough to be judged by a forest. */
const LONG = repeat(
  Array.from({ length: 12 }, (_, at) => `${at}`),
  (district) =>
    `<p>The board decides on plans, roads and schools of district ${district}, and hears whoever wants to speak about them before it votes on what the committee has prepared.</p>`,
);
const cases = NAMES.map((name, at) => ({ docket: `19-${at}00${at}`, judge: `Judge ${name}` }));
const CASES = `<table><tr><th>Docket</th><th>Judge</th></tr>${repeat(NAMES, (name, at) => `<tr><td>19-${at}00${at}</td><td>Judge ${name}</td></tr>`)}</table>`;
const entities = jsonLd({
  "@type": "ItemList",
  itemListElement: NAMES.map((name, at) => ({
    "@type": "ListItem",
    item: { "@type": "Product", name, offers: { price: at + 1.5 } },
  })),
});

export const MANY: readonly KindCase[] = [
  { name: "a grid of products, with a schema", body: GRID, schema: PRICED, items: priced },
  { name: "a grid of products, without", body: GRID, items: titled },
  {
    name: "a grid of products, all asked for",
    body: GRID,
    schema: PRICED,
    instructions: "all chairs",
    items: priced,
  },
  { name: "records without links, with a schema", body: LINKLESS, schema: PRICED, items: priced },
  {
    name: "records without links, one field",
    body: LINKLESS,
    schema: { name: "string" },
    items: NAMES.map((name) => ({ name })),
  },
  { name: "records without links, without a schema", body: LINKLESS, items: titled },
  { name: "divs without classes, with a schema", body: DIVS, schema: PRICED, items: priced },
  { name: "divs without classes, without", body: DIVS, items: titled },
  { name: "a list of news", body: NEWS, items: titled },
  {
    name: "a list of news, with a schema",
    body: NEWS,
    schema: { title: "string", date: "date", url: "url" },
    items: [{ title: "Alder", date: "2026-03-01", url: "https://shop.example/news/0" }],
    count: 6,
  },
  {
    name: "a job board",
    body: JOBS,
    schema: { title: "string", company: "string", location: "string" },
    items: [{ title: "Alder engineer", company: "Acme 0", location: "Berlin" }],
    count: 6,
  },
  { name: "a job board, without a schema", body: JOBS, items: [{ title: "Alder engineer" }], count: 6 },
  {
    name: "a table with named columns",
    body: TABLE,
    schema: { team: "string", points: "integer", city: "string" },
    items: NAMES.map((team, at) => ({ team, points: at + 10, city: `Town ${at}` })),
  },
  {
    name: "a table with named columns, without a schema",
    body: TABLE,
    items: [{ team: "Alder", points: "10", city: "Town 0" }],
    count: 6,
  },
  { name: "a table without names", body: HEADLESS, schema: PRICED, items: priced },
  {
    name: "a table whose first row names the columns in plain cells",
    body: PLAIN_HEAD,
    schema: { product: "string", price: "price" },
    items: NAMES.map((product, at) => ({ product, price: at + 1.5 })),
  },
  {
    name: "a glossary",
    body: GLOSSARY,
    schema: { term: "string", definition: "string" },
    items: [
      {
        term: "Alder",
        definition: "A tree of the woods in the north that is known for its fine and even grain.",
      },
    ],
    count: 6,
  },
  { name: "a glossary, without a schema", body: GLOSSARY, items: titled },
  {
    name: "questions and answers",
    body: FAQ,
    schema: { question: "string", answer: "string" },
    items: [
      {
        question: "Where does Alder grow?",
        answer: "It grows on the hills of the north, where the soil is poor and dry.",
      },
    ],
    count: 6,
  },
  {
    name: "a board's topics",
    body: FORUM,
    schema: { title: "string", author: "string" },
    items: [{ title: "Help with Alder", author: "user0" }],
    count: 6,
  },
  {
    name: "results of a search",
    body: SEARCH,
    schema: { title: "string", url: "url" },
    items: NAMES.map((title) => ({ title, url: `https://${title.toLowerCase()}.example/` })),
  },
  { name: "results of a search, without a schema", body: SEARCH, items: titled },
  { name: "a category with facets and a text about it", body: FACETS, schema: PRICED, items: priced },
  { name: "a category with facets, without a schema", body: FACETS, items: titled.slice(0, 6), count: 7 },
  {
    name: "cards of recipes",
    body: RECIPES,
    schema: { name: "string", url: "url" },
    items: [{ name: "Alder soup", url: "https://shop.example/recipe/0" }],
    count: 6,
  },
  {
    name: "reviews, all asked for",
    body: REVIEWED,
    schema: { author: "string", rating: "number" },
    instructions: "the reviews on this page",
    items: [{ author: "Alder", rating: 1 }],
    count: 6,
  },
  {
    name: "quotes",
    body: QUOTES,
    schema: { text: "string", author: "string" },
    instructions: "all quotes",
    items: [{ text: "“The Alder bends and does not break.”", author: "Alder Smith" }],
    count: 6,
  },
  {
    name: "events",
    body: EVENTS,
    schema: { title: "string", date: "date" },
    items: [{ title: "Alder night", date: "2026-05-01" }],
    count: 6,
  },
  {
    name: "people",
    body: PEOPLE,
    schema: { name: "string", image: "image" },
    items: [{ name: "Alder Jones", image: "https://shop.example/Alder.jpg" }],
    count: 6,
  },
  {
    name: "cards in several rows",
    body: ROWS,
    schema: PRICED,
    items: [{ name: "Alder a", price: 2.5 }],
    count: 6,
  },
  {
    name: "two records only",
    body: `<h1>Chairs</h1><ul>${repeat(NAMES.slice(0, 2), (name, at) => `<li><a href="/p/${at}">${name}</a> <span class="price">€${at + 1}.50</span></li>`)}</ul>`,
    schema: PRICED,
    items: priced.slice(0, 2),
  },
  {
    name: "three records only",
    body: `<h1>Chairs</h1><div>${repeat(three, (name, at) => `<div class="it"><span>${name}</span><em>${at + 1},50 €</em></div>`)}</div>`,
    lang: "de",
    schema: PRICED,
    items: priced.slice(0, 3),
  },
  {
    name: "things that only machines are told of",
    body: `<h1>Chairs</h1><div id="app"></div>`,
    head: entities,
    schema: PRICED,
    items: priced,
  },
  {
    name: "things that only machines are told of, on a page of much text",
    body: `<h1>Chairs</h1>${LONG}`,
    head: entities,
    schema: PRICED,
    items: priced,
  },
  {
    name: "a table whose columns are asked for, beside an article",
    body: `<article><h1>Court</h1>${LONG}</article><aside>${CASES}</aside>`,
    schema: { docket: "string", judge: "string" },
    items: cases,
  },
  {
    name: "a table whose columns are asked for, below a text",
    body: `<main><h1>Court</h1>${LONG}${CASES}</main>`,
    schema: { docket: "string", judge: "string" },
    items: cases,
  },
  {
    name: "German cards",
    lang: "de",
    body: `<h1>Stühle</h1><p>6 Artikel</p><ul>${repeat(NAMES, (name, at) => `<li><h2>${name}</h2><p>${at + 1},50 €</p><p>inkl. MwSt.</p></li>`)}</ul>`,
    schema: { name: "string", preis: "price" },
    instructions: "alle Stühle",
    items: NAMES.map((name, at) => ({ name, preis: at + 1.5 })),
  },
  {
    name: "Japanese cards",
    lang: "ja",
    body: `<h1>椅子</h1><ul>${repeat(["松", "竹", "梅"], (name, at) => `<li><a href="/p/${at}"><h3>${name}の椅子</h3></a><span>${at + 1}000円</span></li>`)}</ul>`,
    schema: PRICED,
    items: [{ name: "松の椅子", price: 1000 }],
    count: 3,
  },
  {
    name: "Arabic cards",
    lang: "ar",
    body: `<h1>الكراسي</h1><ul>${repeat(["أحمر", "أخضر", "أزرق"], (name, at) => `<li><a href="/p/${at}"><h3>كرسي ${name}</h3></a><span>$${at + 1}.50</span></li>`)}</ul>`,
    schema: PRICED,
    items: [{ name: "كرسي أحمر", price: 1.5 }],
    count: 3,
  },
  {
    name: "a blog's front page with long teasers",
    body: `<h1>The blog</h1>${repeat(NAMES, (name, at) => `<article class="post"><h2><a href="/${at}">${name}</a></h2><p>${TEXT}</p><a href="/${at}">Read more</a></article>`)}`,
    schema: { title: "string", url: "url" },
    items: [{ title: "Alder", url: "https://shop.example/0" }],
    count: 6,
  },
  {
    name: "books asked for in the plural",
    body: `<h1>Trees of Europe</h1>${PROSE}<ul>${repeat(NAMES, (name, at) => `<li><a href="/b/${at}">${name}</a> <b>€${at + 1}.50</b></li>`)}</ul>`,
    schema: PRICED,
    instructions: "all books",
    items: priced,
  },
  {
    name: "sixty things of which one has a long text",
    body: `<h1>Things</h1><ul>${Array.from({ length: 60 }, (_, at) => `<li class="p"><b>Item ${at}</b><i>${at}.00 €</i><p>${at === 0 ? TEXT.repeat(20) : "short"}</p></li>`).join("")}</ul>`,
    schema: { name: "string" },
    items: [{ name: "Item 0" }, { name: "Item 1" }],
    count: 60,
  },
];
