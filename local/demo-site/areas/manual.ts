/** A manual of linked pages, for crawling, and its price list as a PDF. */
import { PRODUCTS, priceOf, showPrice } from "../catalogue.ts";
import { renderPage, SHOP_NAME } from "../layout.ts";
import { type Piece, writePdf } from "../pdf.ts";
import { escapeHtml, html, type Reply, type Route, reply, type Shop } from "../reply.ts";

interface Chapter {
  readonly slug: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly table?: readonly (readonly [string, string])[];
}

const CHAPTERS: readonly Chapter[] = [
  {
    slug: "first-use",
    title: "Before the first use",
    paragraphs: [
      "Unpack the product and keep the box for four weeks: returns are free in that time.",
      "Wash whatever touches food with warm water and a mild soap. Let wood dry upright, away from radiators.",
    ],
  },
  {
    slug: "wood",
    title: "Caring for wood",
    paragraphs: [
      "Oil wood twice a year with linseed oil. Rub it in with a cloth, wait twenty minutes and wipe off what is left.",
      "Wood never belongs in the dishwasher, and never stays in water for more than a minute.",
    ],
    table: [
      ["Oak", "oil every six months"],
      ["Ash", "oil every four months"],
      ["Walnut", "oil once a year"],
    ],
  },
  {
    slug: "wool",
    title: "Washing wool and linen",
    paragraphs: [
      "Wool is washed by hand at 30 °C, pressed between two towels and dried flat.",
      "Linen is washed at 60 °C and ironed while damp. It gets softer with each wash.",
    ],
    table: [
      ["Wool", "30 °C, by hand"],
      ["Linen", "60 °C"],
      ["Cotton", "60 °C"],
    ],
  },
  {
    slug: "metal",
    title: "Cast iron and enamel",
    paragraphs: [
      "Cast iron is seasoned, not washed: wipe it with a dry cloth, then heat it with a spoon of oil for an hour.",
      "Enamel chips if it falls. A chipped pot is still safe to cook in, but no longer for acids.",
    ],
  },
  {
    slug: "lamps",
    title: "Lamps and bulbs",
    paragraphs: [
      "All lamps take E27 bulbs of up to 12 watts. Let a bulb cool for ten minutes before you change it.",
      "Paper shades are dusted with a soft brush. Water leaves stains that cannot be removed.",
    ],
  },
  {
    slug: "repairs",
    title: "Repairs and spare parts",
    paragraphs: [
      "Every part can be ordered for ten years after the purchase. The number is on the bottom of the product.",
      "Send a product for repair in its box, with a note that says what is broken. Most repairs take a week.",
    ],
  },
  {
    slug: "returns",
    title: "Returns and warranty",
    paragraphs: [
      "The warranty lasts three years. It covers material and workmanship, and not traces of use.",
      "Refunds arrive within five working days, on the account that paid.",
    ],
  },
];

const HOME = { name: "Home", path: "/" };
const MANUAL = { name: "Manual", path: "/manual" };
const pathOf = ({ slug }: Chapter): string => `${MANUAL.path}/${slug}`;
const PRICE_LIST = `${MANUAL.path}/price-list.pdf`;

const linkTo = (chapter: Chapter): string => `<a href="${pathOf(chapter)}">${escapeHtml(chapter.title)}</a>`;

const contents = (shop: Shop): Reply =>
  html(
    renderPage(shop, {
      title: "Manual",
      description: `How to use, clean and repair what ${SHOP_NAME} sells.`,
      path: MANUAL.path,
      crumbs: [HOME, MANUAL],
      main: `<h1>Manual</h1>
<p>How to use, clean and repair what we sell, in ${CHAPTERS.length} chapters.</p>
<ol class="contents">${CHAPTERS.map((chapter) => `<li>${linkTo(chapter)}</li>`).join("")}</ol>
<p>Prices of the first fifty products: <a href="${PRICE_LIST}">price list (PDF)</a>.</p>`,
    }),
  );

const renderChapter = (shop: Shop, index: number): Reply | undefined => {
  const chapter = CHAPTERS[index];
  if (!chapter) return undefined;
  const { title, paragraphs, table = [] } = chapter;
  const [previous, next] = [CHAPTERS[index - 1], CHAPTERS[index + 1]];
  const rows = table.map(
    ([name, value]) => `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const path = pathOf(chapter);
  return html(
    renderPage(shop, {
      title,
      description: `${title}: a chapter of the manual.`,
      path,
      crumbs: [HOME, MANUAL, { name: title, path }],
      main: `<article class="chapter"><h1>${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n")}
${rows.length > 0 ? `<table class="specs"><tbody>${rows.join("")}</tbody></table>` : ""}</article>
<nav class="pager" aria-label="Chapters"><ul>${previous ? `<li>${linkTo(previous)}</li>` : ""}${next ? `<li class="next">${linkTo(next)}</li>` : ""}</ul></nav>`,
    }),
  );
};

const COLUMNS = [0, 80, 380] as const;
const line = (...texts: readonly string[]): Piece[] =>
  texts.map((text, index) => ({ text, x: COLUMNS[index] ?? 0 }));

const priceList = (shop: Shop): Reply => {
  const products = PRODUCTS.slice(0, 50).map((product) =>
    line(product.sku, product.name, showPrice(priceOf(product, shop.revision()).cents)),
  );
  const title = `${SHOP_NAME}: price list`;
  return reply(
    "application/pdf",
    writePdf(title, [line(title), [], line("Number", "Product", "Price"), ...products]),
  );
};

export const MANUAL_ROUTES: readonly Route[] = [
  { path: MANUAL.path, answer: contents },
  { path: PRICE_LIST, answer: priceList },
  {
    path: `${MANUAL.path}/:slug`,
    answer: (shop, { slug }) =>
      renderChapter(
        shop,
        CHAPTERS.findIndex((chapter) => chapter.slug === slug),
      ),
  },
];
