/** URLs requested by their purpose: `applyUrl`, `download_link`, `facebook`. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { findAll, findOne } from "domutils";
import type { OutputSchema } from "../../../contract/fields/outputSchema.ts";
import { isLink } from "../page/leads.ts";
import { shortText } from "../page/shortText.ts";
import { hasText } from "../page/text.ts";
import { isWithin, outerOf, outward } from "../page/tree.ts";
import { columnOf } from "../regions/columns.ts";
import { type Fact, makeFact } from "../sources/facts.ts";
import { conceptOf, foldedWords } from "../vocabulary/concepts.ts";

const ADDRESS_WORDS: ReadonlySet<string> = new Set(
  "url link links href uri page address lien enlace seite button to the of its their".split(" "),
);
const MAX_LINKS = 1_500;
const MAX_TEXT_WORDS = 4;

const singular = (word: string): string => (word.length > 3 ? word.replace(/s$/, "") : word);
const holdsAll = (words: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((word) => words.some((other) => singular(other) === singular(word)));

const MAX_SHOWN = 60;
const MAX_NAME = 120;
const NAMING = ["class", "id", "rel", "data-testid", "aria-label", "title"];

/** A recording that the page plays: `audioUrl` of an episode. */
const isMedia = ({ name, attribs, parent }: Element): boolean =>
  attribs.src !== undefined && MEDIA.has(name === "source" && parent && isTag(parent) ? parent.name : name);
const MEDIA: ReadonlySet<string> = new Set(["audio", "video"]);

const MAX_CLIMB = 3;
const MAX_BACK = 5;
/** What holds labels besides terms and headings of rows. */
const LABELS: ReadonlySet<string> = new Set(["dt", "th", "td", "label", "strong", "b"]);
/** The words of the label right before a link that is the first in its box: "Website" in the term beside it, "Website:". */
const labelOf = (link: Element, scope: readonly AnyNode[]): readonly string[] => {
  let at: AnyNode | null = link;
  for (let climbed = 0; at && climbed < MAX_CLIMB && !scope.includes(at); climbed++, at = at.parent) {
    let before: AnyNode | null = at.prev;
    for (let back = 0; before && back < MAX_BACK && !hasText(before); back++) before = before.prev;
    if (!before) continue;
    if (isTag(before) && isLink(before)) return [];
    const text = isText(before) ? before.data : isTag(before) ? shortText(before, MAX_SHOWN) : null;
    if (text === null || text.length > MAX_NAME) return [];
    const isLabel = /[:：]\s*$/.test(text) || (isTag(before) && LABELS.has(before.name));
    const words = isLabel ? foldedWords(text) : [];
    return words.length <= MAX_TEXT_WORDS ? words : [];
  }
  return [];
};

/** Whether the tags of a recording are called so: it, or what it is a source of. */
const isPlayedAs = (media: Element, wanted: readonly string[]): boolean => {
  const tags = outward(media).slice(0, 2);
  return holdsAll(
    tags.map(({ name }) => name),
    wanted,
  );
};

/** How well a link matches the words: by its column, the site it leads to, its text, or its attributes. */
const rate = (link: Element, wanted: readonly string[], label: readonly string[]): number => {
  // A link that says so comes before what the page plays by itself.
  if (isMedia(link)) return isPlayedAs(link, wanted) ? 0.9 : 0;
  if (holdsAll(foldedWords(columnOf(link) ?? ""), wanted)) return 1;
  const [, site] = /([^.]+)\.[^.]+$/.exec(URL.parse(addressOf(link))?.hostname ?? "") ?? [];
  const text = foldedWords(shortText(link, MAX_SHOWN) ?? "");
  if (site === wanted.join("") || (text.length <= MAX_TEXT_WORDS && holdsAll(text, wanted))) return 1;
  if (holdsAll(label, wanted)) return 1;
  const names = NAMING.map((name) => link.attribs[name] ?? "").filter(({ length }) => length <= MAX_NAME);
  return holdsAll(names.flatMap(foldedWords), wanted) ? 0.85 : 0;
};
const addressOf = ({ attribs }: Element): string => (attribs.href ?? attribs.src ?? "").trim();

/** URL fields that say whose address they mean, by the words that say it. */
const listOwned = (schema: OutputSchema) =>
  Object.entries(schema).flatMap(([name, type]) => {
    const words = foldedWords(name).filter((word) => !ADDRESS_WORDS.has(word));
    return type === "url" && words.length > 0 && conceptOf(name) !== "url" ? [{ name, words }] : [];
  });

/**
 * Links whose text is the value of another field: the town's page, where the town is a field too. `readValue` gives the
 * value of a field of the record.
 */
export const readLinksOf = (
  record: Element,
  schema: OutputSchema,
  readValue: (name: string) => unknown,
): Fact[] =>
  listOwned(schema).flatMap(({ name, words }) => {
    const other = Object.keys(schema).find(
      (each) =>
        schema[each] === "string" &&
        holdsAll(words, foldedWords(each)) &&
        foldedWords(each).length === words.length,
    );
    const value = other === undefined ? null : readValue(other);
    if (typeof value !== "string" || value === "") return [];
    const link = findOne(
      (element) => isLink(element) && shortText(element, MAX_NAME) === value,
      [record],
      true,
    );
    return link
      ? [makeFact("name", name, [addressOf(link)], { concept: null, factor: 1.05, path: "a@href" })]
      : [];
  });

/** The best link for each URL field of the schema. Links in `others`, records of other things, are ignored. */
export const readLinks = (
  scope: readonly AnyNode[],
  schema: OutputSchema,
  others: ReadonlySet<unknown> = new Set(),
): Fact[] => {
  const wanted = listOwned(schema);
  if (wanted.length === 0) return [];
  const links = findAll((element) => isLink(element) || isMedia(element), scope as AnyNode[])
    .slice(0, MAX_LINKS)
    .filter((link) => !isWithin(outerOf(link) ?? undefined, others))
    .map((link) => ({ link, label: labelOf(link, scope) }));
  return wanted.flatMap(({ name, words }) => {
    const [best] = links
      .map(({ link, label }) => ({ link, rating: rate(link, words, label) }))
      .filter(({ rating }) => rating > 0)
      .sort((left, right) => right.rating - left.rating);
    if (!best) return [];
    const options = { concept: conceptOf(name), factor: 1.1 * best.rating, path: "a@href" };
    return [makeFact("name", name, [addressOf(best.link)], options)];
  });
};
