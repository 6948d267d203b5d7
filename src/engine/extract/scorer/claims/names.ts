/** Candidates for the name of the thing a page is about: its titles, and parts of them that the page repeats. */
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { shortText } from "../../page/shortText.ts";
import { elementsNamed } from "../../page/tags.ts";
import { ownText, textOf } from "../../page/text.ts";
import { lettersOf } from "../../values/text.ts";
import { conceptOf } from "../../vocabulary/concepts.ts";
import { fieldsOf } from "../../vocabulary/fields.ts";
import { bestOf, type Claim, type Claims, type Judged, type Looked, wordFeatures } from "./claims.ts";
import { NAME } from "./nameWeights.ts";
import { placesOf } from "./positions.ts";
import { claimTitles, documentTitle } from "./titles.ts";

const MAX_NAME = 160;
const MIN_LETTERS = 3;
const MAX_TEXTS = 400;
const UNREAD: ReadonlySet<string> = new Set(
  "html head title script style template noscript option svg".split(" "),
);

/** How a name is bounded within a text, on either side: by the end (1), a bracket (2), a mark (3) or a word (4). */
const edges = (name: string, text: string, prefix: string): Record<string, number> => {
  const at = text.toLowerCase().indexOf(name.toLowerCase());
  if (at < 0) return { [`${prefix}Has`]: 0 };
  const [before, after] = [text.slice(0, at).trim(), text.slice(at + name.length).trim()];
  const kind = (rest: string, mark: string): number =>
    rest === "" ? 1 : /^[([]/.test(mark) ? 2 : /[\p{L}\p{N}]/u.test(mark) ? 4 : 3;
  return {
    [`${prefix}Has`]: 1,
    [`${prefix}Before`]: kind(before, before.slice(-1)),
    [`${prefix}After`]: kind(after, after),
    [`${prefix}Rest`]:
      before.split(/\s+/).length +
      after.split(/\s+/).length -
      2 +
      Number(before !== "") +
      Number(after !== ""),
  };
};

/** Short texts of the page that are part of one of its titles. */
const addRepeated = (claims: Claims, view: Looked, titles: readonly string[]): void => {
  const letters = titles.map(lettersOf);
  const longest = Math.max(...letters.map(({ length }) => length));
  let left = MAX_TEXTS;
  for (const element of placesOf(view).before.keys()) {
    const { name, attribs } = element;
    const whole = UNREAD.has(name) ? null : shortText(element, MAX_NAME);
    if (!whole) continue;
    const [own = ""] = ownText(element).split("\n");
    for (const text of new Set([whole, own])) {
      const key = text.length > longest * 2 ? "" : lettersOf(text);
      if (left <= 0 || key.length < MIN_LETTERS || !letters.some((title) => title.includes(key))) continue;
      left--;
      claims.add(key, text, name, {
        ...wordFeatures("class", `${attribs.class ?? ""} ${attribs.id ?? ""}`),
        [`tag=${name}`]: 1,
        repeated: 1,
        isOwn: Number(text !== whole),
      });
    }
  }
};

const ARTICLE = fieldsOf("page");
/** Whether the schema asks for more than an article has. */
export const asksOfThing = (schema: OutputSchema): boolean =>
  Object.keys(schema).some((name) => !Object.hasOwn(ARTICLE, conceptOf(name) ?? name));

/** All candidates for the name of the page's thing. */
export const claimNames = (view: Looked): readonly Claim[] => {
  const { page } = view;
  const [h1] = elementsNamed(page.root, "h1");
  const heading = h1 ? textOf(h1) : "";
  const document = documentTitle(page);
  const titles = [document, heading];
  return claimTitles(view, (claims) => addRepeated(claims, view, titles)).map((claim) => ({
    ...claim,
    features: {
      ...claim.features,
      ...edges(claim.text, document, "docEdge"),
      ...edges(claim.text, heading, "h1Edge"),
    },
  }));
};

/** Strips an addition in brackets from a heading if a child element contains it: "Pulp Fiction (1994)". */
export const withoutAddition = ({ page }: Looked, name: Judged): Judged => {
  for (const tag of ["h1", "h2"])
    for (const heading of elementsNamed(page.root, tag)) {
      const whole = shortText(heading, MAX_NAME);
      const [own = ""] = ownText(heading).split("\n");
      if (whole === name.claim.text && own !== "" && /^[([]/.test(whole.slice(own.length).trim()))
        return { ...name, claim: { ...name.claim, text: own, key: lettersOf(own) } };
    }
  return name;
};

/** The likeliest name of the page's thing, according to the forest. */
export const findName = (view: Looked): Judged | null => bestOf(claimNames(view), NAME);
