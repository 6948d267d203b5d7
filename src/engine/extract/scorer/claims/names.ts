/** What the thing that a page is about is called: what its title says, and shorter texts that the page repeats of it. */
import { type Element, isTag, isText } from "domhandler";
import type { OutputSchema } from "../../../../contract/outputSchema.ts";
import { shortText } from "../../page/shortText.ts";
import { elementsNamed } from "../../page/tags.ts";
import { INLINE, ownText, textOf } from "../../page/text.ts";
import { lettersOf, normaliseSpace } from "../../values/text.ts";
import { conceptOf } from "../../vocabulary/concepts.ts";
import { fieldsOf } from "../../vocabulary/fields.ts";
import { bestOf, type Claim, type Claims, type Judged, type Looked } from "./claims.ts";
import { NAME } from "./nameWeights.ts";
import { claimTitles, documentTitle } from "./titles.ts";

const MAX_NAME = 160;
/** As it is written, with the blanks that are not shown. */
const MAX_SOURCE = 600;
const MIN_LETTERS = 3;
const MAX_TEXTS = 400;
const CALLED: readonly (readonly [string, RegExp])[] = [
  ["calledName", /(?:^|[\s_-])(?:name|fn)(?:[\s_-]|$)|name$/i],
  ["calledTitle", /(?:^|[\s_-])(?:title|headline|heading)(?:[\s_-]|$)|title$/i],
];
const UNREAD: ReadonlySet<string> = new Set([
  "title",
  "script",
  "style",
  "template",
  "noscript",
  "option",
  "svg",
  "head",
]);

/** How a text goes on behind one that begins it, or stands before it: the end, a bracket, a mark, or a word. */
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

/** Calls for each element that holds little text, with that text. */
const visitShort = (element: Element, visit: (element: Element, text: string) => void): string | null => {
  if (UNREAD.has(element.name)) return "";
  let text: string | null = "";
  for (const child of element.children) {
    const said: string | null = isText(child) ? child.data : isTag(child) ? visitShort(child, visit) : "";
    if (text !== null) text = said === null ? null : text + said;
    if (text !== null && text.length > MAX_SOURCE) text = null;
  }
  if (text === null) return null;
  const even = normaliseSpace(text);
  if (even !== "" && even.length <= MAX_NAME) visit(element, even);
  return INLINE.has(element.name) ? text : ` ${text} `;
};

/** Short texts of the page that one of its titles holds. */
const addRepeated = (claims: Claims, { page }: Looked, titles: readonly string[]): void => {
  const letters = titles.map(lettersOf);
  const longest = Math.max(...letters.map(({ length }) => length));
  let left = MAX_TEXTS;
  const visit = (element: Element, whole: string): void => {
    const [own = ""] = ownText(element).split("\n");
    for (const [text, isOwn] of [
      [whole, 0],
      [own === whole ? "" : own, 1],
    ] as const) {
      const key = text.length > longest * 2 ? "" : lettersOf(text);
      if (left <= 0 || key.length < MIN_LETTERS || !letters.some((title) => title.includes(key))) continue;
      left--;
      const called = `${element.attribs.class ?? ""} ${element.attribs.id ?? ""}`;
      claims.add(key, text, element.name, {
        repeated: 1,
        [`tag_${TAGS.has(element.name) ? element.name : "other"}`]: 1,
        isOwn,
        ...Object.fromEntries(CALLED.map(([name, pattern]) => [name, Number(pattern.test(called))])),
      });
    }
  };
  for (const child of page.root.children) if (isTag(child)) visitShort(child, visit);
};
const TAGS: ReadonlySet<string> = new Set("h1 h2 h3 h4 a b strong span div td p li".split(" "));

const ARTICLE = fieldsOf("page");
/** Whether more is asked for than articles tell. */
export const asksOfThing = (schema: OutputSchema): boolean =>
  Object.keys(schema).some((name) => !Object.hasOwn(ARTICLE, conceptOf(name) ?? name));

/** All that the thing on a page may be called. */
export const claimNames = (view: Looked): readonly Claim[] => {
  const { page, entities } = view;
  const [h1] = elementsNamed(page.root, "h1");
  const heading = h1 ? textOf(h1) : "";
  const document = documentTitle(page);
  const titles = [document, heading];
  return claimTitles(page, entities, (claims) => addRepeated(claims, view, titles)).map((claim) => ({
    ...claim,
    features: {
      ...claim.features,
      ...edges(claim.text, document, "docEdge"),
      ...edges(claim.text, heading, "h1Edge"),
    },
  }));
};

/** What the heading of a thing is called without an addition in brackets that an element of its own holds: "Pulp Fiction (1994)". */
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

/** The name that a reader would give: of all that the thing may be called the likeliest, as the forest has learnt. */
export const findName = (view: Looked): Judged | null => bestOf(claimNames(view), NAME);
