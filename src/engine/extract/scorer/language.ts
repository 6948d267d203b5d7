/** The language of a page's text. */
import { franc } from "franc-min";
import { elementsNamed } from "../page/tags.ts";
import { readLanguageTag } from "../values/languages.ts";
import type { PageView } from "./pageFacts.ts";

/** Shorter texts are guessed wrong too often: of texts of 100 letters, one in ten on the sites of `recipes`. */
const MIN_LETTERS = 200;
const MAX_LETTERS = 4_000;
/** Shorter blocks are labels, names and code. */
const MIN_WORDS = 6;

/** The language in which the main content is written; null if there is too little of it. */
const guessLanguage = ({ content }: PageView): string | null => {
  const text = content.blocks
    .filter(
      (block) => content.kept.has(block) && block.words >= MIN_WORDS && block.box.element.name !== "pre",
    )
    .map((block) => block.text)
    .join("\n")
    .slice(0, MAX_LETTERS);
  if ((text.match(/\p{L}/gu)?.length ?? 0) < MIN_LETTERS) return null;
  const found = franc(text);
  return found === "und" ? null : (Intl.getCanonicalLocales(found)[0] ?? null);
};

/** What a page says its language is, most trusted first. */
const statedLanguages = ({ page, meta, entities }: PageView): unknown[] => [
  page.language,
  ...["html", "body"].flatMap((name) =>
    elementsNamed(page.root, name).flatMap(({ attribs }) => [attribs.lang, attribs["xml:lang"]]),
  ),
  page.servedLanguage,
  ...elementsNamed(page.root, "meta")
    .filter(({ attribs }) => /^content-language$/i.test(attribs["http-equiv"] ?? ""))
    .map(({ attribs }) => attribs.content),
  ...entities.map(({ properties }) => properties.inLanguage),
  ...meta.flatMap(({ concept, values }) => (concept === "language" ? values : [])),
];

/** The language that a page declares, or else that of its text, as a tag such as `de-AT`; null if unknown. */
export const findLanguage = (view: PageView): string | null => {
  for (const stated of statedLanguages(view)) {
    const tag = typeof stated === "string" ? readLanguageTag(stated) : null;
    if (tag !== null) return tag;
  }
  return guessLanguage(view);
};
