const TALK =
  "The council of the old town met in the large hall above the market and talked about the water that comes through the roof each spring. ";

const news = ["Bridge opens", "School closes", "New library", "Trams return"].map(
  (title, at) =>
    `<article><h3><a href="/news/${at}">${title}</a></h3><time>1${at} March 2026</time><p>The council of the old town met in the</p></article>`,
);

/** A long text above four short news: an article, or a list with an introduction. */
export const TOWN_NEWS = `<!doctype html><html lang="en"><head><title>The year in the old town</title></head>
<body><main><h1>The year in the old town</h1>${`<p>${TALK.repeat(2)}</p>`.repeat(14)}
<section><h2>News</h2>${news.join("")}</section></main></body></html>`;
