/** Addresses that a caller asks for by what they are for: `applyUrl`, `download_link`, `facebook`. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import type { OutputSchema } from "../../../contract/outputSchema.ts";
import { isLink } from "../page/leads.ts";
import { textOf } from "../page/text.ts";
import { isWithin } from "../regions/regions.ts";
import { type Fact, makeFact } from "../sources/facts.ts";
import { conceptOf, foldedWords } from "../vocabulary/concepts.ts";

const ADDRESS_WORDS: ReadonlySet<string> = new Set(
  "url link href uri page address lien enlace seite button".split(" "),
);
const MAX_LINKS = 1_500;
const MAX_TEXT_WORDS = 4;

const singular = (word: string): string => (word.length > 3 ? word.replace(/s$/, "") : word);
const holdsAll = (words: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((word) => words.some((other) => singular(other) === singular(word)));

interface Link {
  readonly address: string;
  /** What the link says. */
  readonly text: readonly string[];
  /** What its owner calls it. */
  readonly names: readonly string[];
  /** The name of the site that it leads to. */
  readonly site: string;
}

const toLink = (element: Element): Link => {
  const { attribs } = element;
  const address = attribs.href?.trim() ?? "";
  const [, site = ""] = /([^.]+)\.[^.]+$/.exec(URL.parse(address)?.hostname ?? "") ?? [];
  const text = textOf(element);
  const named = [
    attribs.class,
    attribs.id,
    attribs.rel,
    attribs["data-testid"],
    attribs["aria-label"],
    attribs.title,
  ];
  return {
    address,
    text: text.length <= 60 ? foldedWords(text) : [],
    names: named.flatMap((name) => (name === undefined || name.length > 120 ? [] : foldedWords(name))),
    site: site.toLowerCase(),
  };
};

/** 0: it is another link. */
const rate = ({ text, names, site }: Link, wanted: readonly string[]): number => {
  if (site !== "" && site === wanted.join("")) return 1;
  if (text.length > 0 && text.length <= MAX_TEXT_WORDS && holdsAll(text, wanted))
    return holdsAll(text.slice(0, wanted.length), wanted) ? 0.98 : 0.9;
  return holdsAll(names, wanted) ? 0.85 : 0;
};

/** The link for each field of the schema that is an address; `others` are records of other things. */
export const readLinks = (
  scope: readonly AnyNode[],
  schema: OutputSchema,
  others: ReadonlySet<unknown> = new Set(),
): Fact[] => {
  const wanted = Object.entries(schema).flatMap(([name, type]) => {
    const words = foldedWords(name).filter((word) => !ADDRESS_WORDS.has(word));
    const isAsked = type === "url" && words.length > 0 && conceptOf(name) !== "url";
    return isAsked ? [{ name, words }] : [];
  });
  if (wanted.length === 0) return [];
  const links = findAll(isLink, scope as AnyNode[])
    .slice(0, MAX_LINKS)
    .filter((link) => !(link.parent && isTag(link.parent) && isWithin(link, others)))
    .map(toLink);
  return wanted.flatMap(({ name, words }) => {
    const [best] = links
      .map((link) => ({ link, rating: rate(link, words) }))
      .filter(({ rating }) => rating > 0)
      .sort((left, right) => right.rating - left.rating);
    return best
      ? [
          makeFact("name", name, [best.link.address], {
            concept: conceptOf(name),
            factor: 1.1 * best.rating,
            path: "a@href",
          }),
        ]
      : [];
  });
};
