/** `node crawlee.mjs <origin> <file>`: @crawlee/cheerio as it comes, told nothing but what to collect. */
import { CheerioCrawler, Configuration, log } from "@crawlee/cheerio";
import { report } from "./report.ts";

const [origin = "", file = ""] = process.argv.slice(2);
log.setLevel(log.LEVELS.ERROR);
const squeeze = (text) => text.replace(/\s+/g, " ").trim();

await report(async () => {
  const items = [];
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const urls = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
  const crawler = new CheerioCrawler(
    {
      maxRequestRetries: 3,
      requestHandler: async ({ $ }) => {
        const headings = $("h1, h2, h3")
          .map((_, each) => squeeze($(each).text()))
          .get();
        items.push({ title: squeeze($("title").text()), headings });
      },
    },
    new Configuration({ persistStorage: false }),
  );
  await crawler.run(urls);
  return items;
}, file);
