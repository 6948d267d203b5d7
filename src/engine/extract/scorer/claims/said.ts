/** Titles, authors and dates from a page's head and markup, with their source. */
import { elementsNamed } from "../../page/tags.ts";
import { plainText } from "../../sources/markup/plainText.ts";
import { normaliseSpace } from "../../values/text.ts";
import { type Features, type Looked, wordFeatures } from "./claims.ts";

type Source = Pick<Looked, "page" | "entities">;

/** The meta tags of the head, with names in lower case; some pages use `value` instead of `content`. */
export const metasOf = ({ page }: Source): readonly (readonly [name: string, content: string])[] =>
  elementsNamed(page.root, "meta").flatMap(({ attribs }) => {
    const { property, name, itemprop, "http-equiv": header } = attribs;
    const content = normaliseSpace(attribs.content ?? attribs.value ?? "");
    const called = (property ?? name ?? itemprop ?? header ?? "").trim().toLowerCase();
    return called === "" || content === "" ? [] : [[called, plainText(content)] as const];
  });

/** The site's name, from the head or from markup. */
export const siteNameOf = (view: Source): string => {
  const site = view.entities.find(({ types }) => types.includes("WebSite"))?.properties.name;
  const [, siteName] = metasOf(view).find(([name]) => name === "og:site_name") ?? [];
  return siteName ?? (typeof site === "string" ? plainText(site) : "");
};

/** Calls `add` for each value in the given entity `properties` and in meta tags whose name matches `tags`. */
export const readSaid = (
  view: Source,
  properties: readonly string[],
  tags: RegExp,
  add: (value: unknown, path: string, features: Features) => void,
): void => {
  const seen = new Set<string>();
  for (const { properties: own, types, source } of view.entities)
    for (const name of properties) {
      if (own[name] === undefined) continue;
      const path = `${types[0]}.${name}`;
      const features = {
        [`said=${path}`]: 1,
        [`said=${name}`]: 1,
        [source]: 1,
        saidFirst: Number(!seen.has(name)),
      };
      seen.add(name);
      for (const value of [own[name]].flat()) add(value, path, features);
    }
  for (const [name, content] of metasOf(view))
    if (tags.test(name)) add(content, `meta ${name}`, { meta: 1, ...wordFeatures("meta", name) });
};
