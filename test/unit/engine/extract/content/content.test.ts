import { describe, expect, it } from "@jest/globals";
import { itemFrom, pageOf } from "../data/helpers.ts";

const contentOf = (html: string): string =>
  String(itemFrom(html, { title: "string", content: "string" })?.content);
const markdownOf = (html: string): string => String(itemFrom(html, { markdown: "string" })?.markdown);

const MENU = `<header><nav><ul><li><a href="/">Start</a></li><li><a href="/neu">Neues</a></li><li><a href="/hilfe">Hilfe</a></li></ul></nav></header>`;
const FOOTER = `<footer><ul><li><a href="/impressum">Impressum</a></li><li><a href="/agb">AGB</a></li></ul><p>© 2026 Holz Meier. Alle Rechte vorbehalten.</p></footer>`;

const ARTICLE = pageOf(
  `${MENU}<main><article><h1>Bretter richtig lagern</h1>
  <p>Wer Bretter über den Winter bringen will, braucht vor allem Luft: Zwischen den Lagen liegen schmale Leisten, damit kein Brett das andere berührt.</p>
  <h2>Der Platz</h2><p>Ein Schuppen ohne Heizung ist besser als ein warmer Keller, denn dort trocknet das Holz zu schnell und reißt an den Enden.</p>
  <p>Nach zwei Jahren ist eine Lärche von drei Zentimetern so trocken, dass sie sich hobeln lässt, ohne zu klemmen.</p></article></main>
  <div id="onetrust-banner-sdk"><h2>Wir schätzen Ihre Privatsphäre</h2><p>Wir und unsere 91 Partner speichern Informationen auf einem Gerät und greifen darauf zu, um Inhalte zu messen und Anzeigen zu zeigen, die zu Ihnen passen.</p></div>${FOOTER}`,
  "<title>Bretter richtig lagern | Holz Meier</title>",
  "de",
);

const STORY = pageOf(
  `<header><nav><a href="/">Home</a> <a href="/news">News</a></nav></header>
  <article><h1>The bridge reopens</h1><p class="byline">By Ada Krüger</p><time datetime="2026-03-28">28 March</time>
  <p>After two years of work the old bridge over the river was opened to the public on Saturday morning.</p>
  <h2>What is new</h2><p>The deck is wider now, and there is a <a href="/path">separate path</a> for people who <strong>walk</strong>.</p>
  <ul><li>Wider deck, with room for two carts side by side.</li><li>New lamps along the whole of the southern rail.</li></ul></article>
  <aside class="related"><h3>Related</h3><a href="/x">Ten bridges you must see</a></aside>
  <footer>© 2026 The Ems Herald. All rights reserved. <a href="/privacy">Privacy</a></footer>`,
  "<title>The bridge reopens | The Ems Herald</title>",
);

const THREAD = pageOf(
  `${MENU}<main><h1>Which glue for larch boards?</h1><div class="posts">
  <article class="post"><div class="post-author">boardfriend</div><div class="post-body"><p>I have built a bench of larch and the joints open every winter. Which glue do you use for wood that stays outside?</p></div></article>
  <article class="post"><div class="post-author">sawmill</div><div class="post-body"><p>Polyurethane glue holds for me since five years, but the joint must be tight, and the boards dry before you start.</p></div></article>
  <article class="post"><div class="post-author">ada</div><div class="post-body"><p>I would not glue it at all: larch moves so much outside that screws with some play in the holes last longer.</p></div></article></div></main>
  <aside class="sidebar"><h3>Popular threads</h3><ul><li><a href="/t/1">Oil or varnish?</a></li><li><a href="/t/2">Show us your workbench</a></li></ul></aside>${FOOTER}`,
  "<title>Which glue for larch boards? - Board Forum</title>",
);

const PRODUCT = pageOf(
  `${MENU}<main><h1>Workbench Larch</h1><p class="price">249,00 €</p><button>Add to cart</button>
  <div class="product-description"><h2>Description</h2><p>A bench for the small workshop: the top is made of solid larch, four centimetres thick, and carries two hundred kilograms without a sound.</p>
  <ul><li>Solid larch from the Alps, oiled by hand</li><li>Vice of cast iron with an opening of twenty centimetres</li></ul></div>
  <section class="related-products"><h2>You may also like</h2><div class="card"><a href="/p/2">Tool chest of beech</a><span>89,00 €</span></div><div class="card"><a href="/p/3">Stool with three legs</a><span>39,00 €</span></div><div class="card"><a href="/p/4">Hammer of ash</a><span>19,00 €</span></div></section></main>
  <div class="newsletter"><h3>Newsletter</h3><p>Subscribe to our newsletter and get 10 % off your first order.</p></div>${FOOTER}`,
  '<title>Workbench Larch | Holz Meier</title><meta property="og:type" content="product">',
);

describe("main content", () => {
  it("of an article excludes the menu, the footer and the consent dialog", () => {
    const content = contentOf(ARTICLE);
    expect(content).toContain("Zwischen den Lagen liegen schmale Leisten");
    expect(content).toContain("ohne zu klemmen");
    expect(content).not.toMatch(/91 Partner|Impressum|Neues|Alle Rechte/);
  });

  it("of a thread is all posts, without the board's recommendations", () => {
    const content = contentOf(THREAD);
    expect(content).toContain("the joints open every winter");
    expect(content).toContain("Polyurethane glue holds");
    expect(content).toContain("screws with some play");
    expect(content).not.toContain("Show us your workbench");
  });

  it("of a product is its description, without other products and the newsletter form", () => {
    const content = contentOf(PRODUCT);
    expect(content).toContain("carries two hundred kilograms");
    expect(content).toContain("Vice of cast iron");
    expect(content).not.toMatch(/Stool with three legs|Subscribe|Add to cart/);
  });

  it("contains once what the page repeats for small and large screens", () => {
    const text = "Wer Bretter über den Winter bringen will";
    const twice = ARTICLE.replace("<main>", '<main><div class="mobile">').replace(
      "</main>",
      `</div><div class="desktop">${/<article>.*<\/article>/s.exec(ARTICLE)?.[0]}</div></main>`,
    );
    expect(twice.split(text)).toHaveLength(3);
    expect(contentOf(twice).split(text)).toHaveLength(2);
  });
});

describe("Markdown of a page", () => {
  const page = pageOf(
    `${MENU}<main><article><h1>Instalar la sierra</h1><p>La sierra se instala con <code>npm</code> y necesita un sistema de <a href="/requisitos">los que se admiten</a>; el resto lo hace ella sola.</p>
    <h2>Los pasos</h2><ol><li>Descargue el paquete y compruebe la firma antes de abrirlo.</li><li>Ejecute la orden que sigue en una consola nueva.</li></ol>
    <pre><code>npm install sierra\nsierra --version</code></pre>
    <table><tr><th>Opción</th><th>Qué hace</th></tr><tr><td>--lento</td><td>Corta despacio y con cuidado</td></tr><tr><td>--rápido</td><td>Corta deprisa, con más ruido</td></tr></table>
    <p>Si algo falla, la sierra escribe en el registro lo que ha pasado y se detiene sin tocar la madera.</p></article></main>${FOOTER}`,
    "<title>Instalar la sierra</title>",
    "es",
  );

  it("keeps headings, links, steps, code and tables", () => {
    const markdown = markdownOf(page);
    expect(markdown).toContain("## Los pasos");
    expect(markdown).toContain("[los que se admiten](https://shop.example/requisitos)");
    expect(markdown).toContain("1. Descargue el paquete");
    expect(markdown).toContain("```\nnpm install sierra\nsierra --version\n```");
    expect(markdown).toContain("| --lento | Corta despacio y con cuidado |");
  });
});

describe("a story page", () => {
  const item = itemFrom(STORY, {
    title: "string",
    author: "string",
    date: "date",
    content: "string",
    markdown: "string",
  });

  it("has the article's text as its content", () => {
    expect(item?.content).toContain("After two years of work the old bridge");
    expect(item?.content).toContain("Wider deck, with room for two carts");
    expect(item?.content).not.toMatch(/Privacy|All rights reserved|Ten bridges/);
  });

  it("has its title, author and date", () => {
    expect(item).toMatchObject({ title: "The bridge reopens", author: "Ada Krüger", date: "2026-03-28" });
  });

  it("becomes Markdown with headings, links and lists", () => {
    expect(item?.markdown).toContain("## What is new");
    expect(item?.markdown).toContain("[separate path](https://shop.example/path) for people who **walk**");
    expect(item?.markdown).toContain("- Wider deck, with room for two carts side by side.\n- New lamps");
  });
});
