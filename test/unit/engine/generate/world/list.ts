/** A list of kettles with a link to the next page. */
import { parseDocument } from "../../../../../src/engine/extract/extract.ts";

export const URL = "https://shop.example/kettles";
export const NOW = Date.UTC(2026, 10, 21);
export const pageOf = (html: string) => ({
  url: URL,
  document: parseDocument(html, { url: URL }),
  isRendered: false,
});

export const NAMES = ["Oak kettle", "Elm kettle", "Ash kettle", "Yew kettle", "Fir kettle", "Box kettle"];
export const LIST = `<html lang="en"><head><title>Kettles | Shop</title></head><body><header><nav><a href="/">Home</a><a href="/pots">Pots</a></nav></header>
<main><h1>Kettles</h1><ul class="goods">${NAMES.map(
  (name, index) =>
    `<li class="good"><a href="/k/${index}"><img src="/k/${index}.jpg" alt=""></a><h3 class="good-name"><a href="/k/${index}">${name}</a></h3><p class="blurb">A kettle that whistles when the water boils, number ${index}.</p><span class="price">€${20 + index}.50</span></li>`,
).join(
  "",
)}</ul><nav class="pager"><a class="next" href="/kettles?page=2">Next</a></nav></main></body></html>`;
