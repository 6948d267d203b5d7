/** `node limit.ts <origin> <file> <at once>`: the least that collects these pages in Node: undici, htmlparser2, css-select. */
import { selectAll, selectOne } from "css-select";
import { textContent } from "domutils";
import { parseDocument } from "htmlparser2";
import { Agent, request } from "undici";
import { type Item, report } from "./report.ts";

const [origin = "", file = "", width = "16"] = process.argv.slice(2);
const squeeze = (text: string): string => text.replace(/\s+/g, " ").trim();

await report(async () => {
  const dispatcher = new Agent({ connections: Number(width) });
  const get = async (url: string): Promise<string> => (await request(url, { dispatcher })).body.text();
  const sitemap = parseDocument(await get(`${origin}/sitemap.xml`), { xmlMode: true });
  const urls = selectAll("loc", sitemap).map((loc) => textContent(loc as never));
  const items: Item[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < urls.length; at = next++) {
      const url = urls[at] ?? "";
      const page = parseDocument(await get(url));
      const title = selectOne("title", page);
      const headings = selectAll("h1, h2, h3", page).map((each) => squeeze(textContent(each as never)));
      items.push({ title: title ? squeeze(textContent(title as never)) : "", headings });
    }
  };
  await Promise.all(Array.from({ length: Number(width) }, work));
  await dispatcher.close();
  return items;
}, file);
