/** A made site: the same pages for the same seed, of the size that pages of the web have. */

/** mulberry32: small, and the same on every machine. */
export const createRandom = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export const WORDS =
  "table index query field value write read page order price stock north river stone light paper garden window market engine letter signal bridge summer copper".split(
    " ",
  );

export const pathOf = (page: number): string => `/pages/${page}.html`;

/** About 30 KB: a head, a menu, an article of eight sections with a table, a footer. */
export const makePage = (seed: number, page: number): string => {
  const random = createRandom(seed * 100_003 + page);
  const word = (): string => WORDS[Math.floor(random() * WORDS.length)] ?? "";
  const words = (count: number): string => Array.from({ length: count }, word).join(" ");
  const links = (count: number, from: number): string =>
    Array.from(
      { length: count },
      (_, n) =>
        `<li class="menu__item"><a class="menu__link" href="${pathOf(from + n)}">${words(2)}</a></li>`,
    ).join("\n");
  const row = (): string =>
    `<tr><td>${words(2)}</td><td class="number">${Math.floor(random() * 1_000)}</td><td>${words(4)}</td></tr>`;
  const section = (_: unknown, n: number): string =>
    `<section id="part-${n}"><h2>${words(4)}</h2>${Array.from({ length: 4 }, () => `<p>${words(60)}, <a href="#part-${n}">${words(2)}</a> &amp; ${words(20)}.</p>`).join("\n")}<table><tbody>${Array.from({ length: 6 }, row).join("\n")}</tbody></table></section>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Page ${page}: ${words(5)}</title>
<meta name="description" content="${words(20)}"><link rel="stylesheet" href="/style.css"></head>
<body><header><nav><ul class="menu">${links(40, page)}</ul></nav></header>
<main><article><h1>${words(6)}</h1>${Array.from({ length: 8 }, section).join("\n")}</article></main>
<footer><ul>${links(30, page + 40)}</ul><p>${words(30)}</p></footer></body></html>`;
};

export const makeSitemap = (origin: string, pages: number): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Array.from({ length: pages }, (_, page) => `<url><loc>${origin}${pathOf(page)}</loc></url>`).join("\n")}</urlset>`;
