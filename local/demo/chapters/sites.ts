import { StartFailure } from "../../failure.ts";
import { collect, expectCompleted, type Scene } from "./chapter.ts";

const CRAWLED_PAGES = 30;

interface Sites {
  /** Pages of the shop as Markdown. */
  readonly crawled: number;
  /** The results of a list of URLs. */
  readonly list: { readonly completed: number; readonly failed: readonly string[] };
}

/** Crawls the shop, saving each page as Markdown; then runs a list of URLs, of which two fail. */
export const showSites = async (scene: Scene): Promise<Sites> => {
  const { client, shop, voice } = scene;
  voice.say(`\n${voice.bold(`Crawling ${CRAWLED_PAGES} pages of the shop as Markdown`)}`);
  const crawl = expectCompleted(
    await collect(scene, {
      name: "Demo shop, pages for a language model",
      url: shop.url,
      mode: "extract",
      steps: [
        {
          type: "crawl",
          match: ["/category/*", "/product/*"],
          maxPages: CRAWLED_PAGES,
          steps: [{ type: "extract", as: "markdown" }],
        },
      ],
    }),
  );

  voice.say(`\n${voice.bold("Running over a list of addresses, two of which fail")}`);
  const paths = ["/catalogue", "/category/kitchen", "/no-such-page"];
  const list = expectCompleted(
    await collect(scene, {
      name: "Demo shop, a list of addresses",
      url: shop.url,
      urls: [...paths.map((path) => shop.url + path), "http://169.254.169.254/latest/meta-data"],
      mode: "extract",
      steps: [{ type: "extract", selector: "article.product-card", fields: ["sku: @data-sku"] }],
    }),
  );
  const failed = (await client.listRunPages(list.id, { status: "failed" })).data;
  for (const { url, error } of failed)
    voice.say(`${voice.dim("GET /runs/:id/pages")}  failed ${url}: ${error?.message}`);
  if (failed.length !== 2)
    throw new StartFailure("The demo failed: two of the addresses should have failed.");
  return {
    crawled: crawl.itemsExtracted,
    list: { completed: list.pages?.completed ?? 0, failed: failed.map(({ url }) => url) },
  };
};
