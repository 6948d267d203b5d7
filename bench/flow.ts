/** What every contender collects, as a flow of ours. `pace` is `auto` or a number of pages at once. */
export const flowFor = (origin: string, pace: string) => ({
  name: "Bench",
  mode: "extract",
  render: "static",
  url: `${origin}/`,
  pace: pace === "auto" ? pace : { concurrency: Number(pace) },
  steps: [
    {
      type: "sitemap",
      url: `${origin}/sitemap.xml`,
      steps: [{ type: "extract", fields: ["title: title", "headings[]: h1, h2, h3"] }],
    },
  ],
});

/** The crawl of a made site, whose pages have their number as heading. */
export const crawlFlow = (origin: string, pace: string, maxPages: number) => ({
  name: "Bench",
  mode: "extract",
  render: "static",
  url: `${origin}/`,
  pace: { concurrency: Number(pace) },
  limits: { maxPages },
  steps: [{ type: "crawl", steps: [{ type: "extract", fields: ["n: h1 | integer"] }] }],
});
