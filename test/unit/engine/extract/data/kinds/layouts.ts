/** Pages of many whose records are split, nested, repeated or mixed with other things. */
import { type KindCase, NAMES, repeat, TEXT } from "./case.ts";

const titled = NAMES.map((title) => ({ title }));
const [first, second] = [NAMES.slice(0, 3), NAMES.slice(3)];
const card = (name: string, at: number, names = "card"): string =>
  `<div class="${names}"><a href="/p/${name}"><img src="/${name}.jpg" alt=""><h3>${name}</h3></a><span class="price">€${at + 1}.50</span></div>`;
const priced = NAMES.map((title, at) => ({ title, price: at + 1.5, url: `https://shop.example/p/${title}` }));
const ABOUT = repeat(
  ["How to choose", "Care", "Woods", "Where we buy"],
  (heading) => `<h2>${heading}</h2><p>${TEXT}</p><p>${TEXT} ${TEXT}</p>`,
);
const HERO = `<section class="hero"><a class="lead-story" href="/n/Alder"><img src="/Alder.jpg" alt=""><h2>Alder</h2><p>What happened by the river last night, and who saw it.</p></a></section>`;
const story = (name: string): string =>
  `<article class="story"><a href="/n/${name}"><img src="/${name}.jpg" alt=""><h3>${name}</h3></a><p>What happened there last night, and who saw it.</p></article>`;

export const LAYOUTS: readonly KindCase[] = [
  {
    name: "sections that have a grid each",
    body: `<h1>Chairs</h1><section class="oak"><h2>Of oak</h2><div class="grid">${repeat(first, (name, at) => card(name, at))}</div></section><section class="pine"><h2>Of pine</h2><div class="shelf">${repeat(second, (name, at) => card(name, at + 3))}</div></section>`,
    items: priced,
  },
  {
    name: "headings with what follows them, and no element around both",
    body: `<h1>Blog</h1><div>${repeat(NAMES, (name, at) => `<h2><a href="/b/${name}">${name}</a></h2><p>By Ann Lee on ${at + 1} March 2026</p><p>A short note on what happened in town this week.</p>`)}</div>`,
    schema: { title: "string", url: "url", date: "date" },
    instructions: "all posts",
    items: [{ title: "Alder", url: "https://shop.example/b/Alder" }],
    count: 6,
  },
  {
    name: "headings with what follows them, in two columns of other names",
    body: `<h1>News</h1>${repeat(["left", "right"], (side) => `<div class="${side}">${repeat(side === "left" ? first : second, (name) => `<h2 class="headline">${name}</h2><div class="blurb">Posted Mar 6, 2026 by ann<p>${TEXT}</p><p><a href="/a/${name}">Full story</a></p></div>`)}</div>`)}`,
    items: titled,
  },
  {
    name: "headings with a list below each",
    body: `<h1>Where to eat</h1>${repeat(NAMES, (name, at) => `<h3><a href="/r/${name}">${name}</a></h3><ul><li>Main street ${at + 1}</li><li>Open until ${at + 6} pm</li></ul>`)}`,
    items: titled,
  },
  {
    name: "records of two rows of a table and a row between",
    body: `<table><tbody>${repeat(NAMES, (name, at) => `<tr><td>${at + 1}.</td><td><a href="https://${name}.example/">${name} is back in the hills</a> (${name}.example)</td></tr><tr><td colspan="2">${at + 20} points by user${at} <a href="/hide?id=${at}">hide</a></td></tr><tr style="height:5px"></tr>`)}</tbody></table>`,
    schema: { title: "string", url: "url" },
    instructions: "all stories",
    items: NAMES.map((name) => ({
      title: `${name} is back in the hills`,
      url: `https://${name.toLowerCase()}.example/`,
    })),
  },
  {
    name: "adverts of the same name between the cards",
    body: `<h1>Chairs</h1><ul>${repeat(NAMES, (name, at) => `<li class="item">${card(name, at)}</li>${at % 2 === 1 ? `<li class="item"><div class="note">Subscribe to our letter today</div></li>` : ""}`)}</ul>`,
    schema: { title: "string", price: "price", url: "url" },
    items: priced,
  },
  {
    name: "links deep in their items",
    body: `<h1>Guides</h1><ul class="guides">${repeat(NAMES, (name) => `<li><div><div><a href="/g/${name}"><span><strong>${name}</strong></span></a></div></div></li>`)}</ul>`,
    items: NAMES.map((title) => ({ title, url: `https://shop.example/g/${title}` })),
  },
  {
    name: "an archive: mere links with a day each",
    body: `<h1>Archive</h1><ul>${repeat(NAMES, (name, at) => `<li><time datetime="2026-03-0${at + 1}">${at + 1} March</time> <a href="/${name}">${name}</a></li>`)}</ul>`,
    items: NAMES.map((title, at) => ({ title, date: `2026-03-0${at + 1}` })),
  },
  {
    name: "an archive in paragraphs",
    body: `<h1>Archive</h1>${repeat(NAMES, (name, at) => `<p><a href="/${name}">The story of the ${name} in the north</a> – ${at + 1} March 2026</p>`)}`,
    items: NAMES.map((name) => ({ title: `The story of the ${name} in the north` })),
  },
  {
    name: "cards that are links as a whole",
    body: `<h1>Courses</h1><div class="list">${repeat(NAMES, (name) => `<a href="/c/${name}"><img src="/${name}.jpg" alt=""><div><b>${name}</b></div><div>4 weeks</div></a>`)}</div>`,
    items: NAMES.map((title) => ({
      title,
      url: `https://shop.example/c/${title}`,
      image: `https://shop.example/${title}.jpg`,
    })),
  },
  {
    name: "cards in the cells of a table",
    body: `<h1>Chairs</h1><table>${repeat(["a", "b"], (row) => `<tr>${repeat(row === "a" ? first : second, (name, at) => `<td><a href="/p/${name}"><img src="/${name}.jpg" alt=""></a><br><a href="/p/${name}">${name}</a><br>€${at + (row === "a" ? 1 : 4)}.50</td>`)}</tr>`)}</table>`,
    items: priced,
  },
  {
    name: "cards that stand twice, for wide screens and for narrow ones",
    body: `<h1>Chairs</h1><div class="desktop-grid">${repeat(NAMES, (name, at) => card(name, at))}</div><div class="mobile-list">${repeat(NAMES, (name, at) => card(name, at))}</div>`,
    items: priced,
  },
  {
    name: "a slider that repeats its first slides",
    body: `<h1>Chairs</h1><div class="track">${repeat(NAMES, (name, at) => card(name, at, "slide"))}${repeat(first, (name, at) => card(name, at, "slide slide-clone"))}</div>`,
    items: priced,
  },
  {
    name: "a shop with much text below its goods",
    body: `<h1>Chairs</h1><p>Chairs of all kinds.</p><div class="grid">${repeat(NAMES, (name, at) => card(name, at))}</div><div class="seo">${ABOUT}</div>`,
    schema: { title: "string", price: "price", url: "url" },
    items: priced,
  },
  {
    name: "whole posts, one below the other",
    path: "/blog/",
    body: `<main>${repeat(NAMES, (name, at) => `<article class="post"><header><h2><a href="/2026/${name}">${name}</a></h2><p>Posted by ann, ${at + 1} March 2026</p></header><div class="body"><p>${TEXT} ${TEXT}</p><p>${TEXT} ${TEXT}</p></div></article>`)}</main>`,
    items: titled,
  },
  {
    name: "one story on top and the others below",
    body: `<h1>Today</h1>${HERO}<div class="stories">${repeat(NAMES.slice(1), story)}</div>`,
    items: titled,
  },
  {
    name: "news in sections whose cards are called alike",
    body: `<h1>Today</h1><section class="top"><h2>Town</h2>${repeat(first, story)}</section><section class="more"><h2>Country</h2><div class="columns"><div>${repeat(second, story)}</div></div></section>`,
    items: titled,
  },
  {
    name: "cards with a class of their own each",
    body: `<h1>Chairs</h1><ul>${repeat(NAMES, (name, at) => `<li class="slug_${name} product in-stock">${card(name, at)}</li>`)}</ul>`,
    items: priced,
  },
  {
    name: "cards beside a menu of the same addresses",
    body: `<h1>Chairs</h1><div class="cats"><ul>${repeat(NAMES, (name) => `<li class="cat"><a href="/p/${name}">${name}</a></li>`)}</ul></div><div class="grid">${repeat(NAMES, (name, at) => card(name, at))}</div>`,
    schema: { title: "string", price: "price", url: "url" },
    items: priced,
  },
  {
    name: "a German top list",
    lang: "de",
    body: `<h1>Die besten Stühle</h1>${repeat(NAMES, (name, at) => `<h2>Platz ${at + 1}: ${name}</h2><p><a href="/t/${name}"><img src="/${name}.jpg" alt=""></a></p><p>Ein guter Stuhl für Küche und Garten, der lange hält.</p>`)}`,
    items: [{ url: "https://shop.example/t/Alder", image: "https://shop.example/Alder.jpg" }],
    count: 6,
  },
  {
    name: "Russian news",
    lang: "ru",
    body: `<h1>Новости</h1><div>${repeat(["Первая", "Вторая", "Третья", "Четвёртая"], (name, at) => `<div><a href="/n/${at}">${name} новость</a><div>${at + 1} марта 2026</div><p>Что случилось в городе на этой неделе.</p></div>`)}</div>`,
    items: [{ title: "Первая новость", url: "https://shop.example/n/0" }],
    count: 4,
  },
  {
    name: "Spanish jobs",
    lang: "es",
    body: `<h1>Empleos</h1><p>4 ofertas</p>${repeat(["Carpintero", "Panadera", "Jardinero", "Médica"], (name, at) => `<div class="oferta"><h3><a href="/e/${at}">${name}</a></h3><p>Madrid</p><p>hace ${at + 1} días</p></div>`)}`,
    items: [{ title: "Carpintero", url: "https://shop.example/e/0" }],
    count: 4,
  },
  {
    name: "a Japanese ranking",
    lang: "ja",
    body: `<h1>人気の椅子</h1><ol>${repeat(["松", "竹", "梅", "桜"], (name, at) => `<li><span>第${at + 1}位</span><a href="/p/${at}"><img src="/${at}.jpg" alt=""><h3>${name}の椅子</h3></a><span>${at + 1}000円</span></li>`)}</ol>`,
    items: [{ title: "松の椅子", price: 1000, url: "https://shop.example/p/0" }],
    count: 4,
  },
  {
    name: "events under the day of each",
    body: `<h1>Calendar</h1>${repeat(first, (day, at) => `<div class="day"><h3>${at + 1} May 2026</h3><ul>${repeat(second, (name, hour) => `<li><a href="/e/${day}-${name}">${name} at the ${day}</a> <span>2${hour}:00</span></li>`)}</ul></div>`)}`,
    items: first.flatMap((day) => second.map((name) => ({ title: `${name} at the ${day}` }))),
  },
  {
    name: "rows of a table, and not the notes below it",
    body: `<h1>Trees</h1><table><tr><th>Name</th><th>Height</th></tr>${repeat(NAMES, (name, at) => `<tr><td><a href="/wiki/${name}">${name}</a></td><td>${at + 10} m</td></tr>`)}</table><h2>References</h2><ol>${repeat(NAMES, (name) => `<li>${name}, Trees of the north, 1990. <a href="https://doi.example/${name}">doi</a></li>`)}</ol>`,
    schema: { name: "string", height: "string" },
    items: NAMES.map((name, at) => ({ name, height: `${at + 10} m` })),
  },
  {
    name: "big and small tiles of one wall",
    body: `<h1>Recipes</h1><div class="wall">${repeat(NAMES, (name, at) => `<div class="${["big", "small", "wide"][at % 3]}"><a href="/r/${name}"><img src="/${name}.jpg" alt=""><h3>${name}</h3></a></div>`)}</div>`,
    items: titled,
  },
  {
    name: "odd and even rows, the first and the last of which have classes of their own",
    body: `<h1>Opinions</h1><table><tbody>${repeat(NAMES, (name, at) => `<tr class="${at % 2 === 0 ? "odd" : "even"} row-${["first", "second", "third", "fourth", "fifth", "last"][at]}"><td class="number"><a href="/o/${name}">${name}</a></td><td class="day">2 May 2026</td><td class="file"><a href="/o/${name}.pdf">PDF</a></td></tr>`)}</tbody></table>`,
    schema: { title: "string" },
    items: titled,
  },
  {
    name: "people whose boxes lead nowhere",
    body: `<h1>Our team</h1><div class="grid">${repeat(NAMES, (name) => `<div class="person"><img src="/${name}.jpg" alt=""><h3>${name}</h3><p>Engineer</p><a href="mailto:${name}@shop.example">Mail</a></div>`)}</div>`,
    items: titled,
  },
];
