/** The name of the thing that a page is about, where what the page is called says more than that. */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import type { PageDocument } from "../page/document.ts";
import { shortText } from "../page/shortText.ts";
import { ownText } from "../page/text.ts";
import { normaliseSpace } from "../values/text.ts";
import type { Claim } from "./claims/claims.ts";

const HEADINGS: ReadonlySet<string> = new Set(["h1", "h2", "h3"]);
const CALLED_TITLE = /(?:^|[\s_-])(?:title|headline)$/i;
/** One word may begin any title: that of a brand, or of a section. */
const MIN_WORDS = 2;
const ADDED = /^[([]/;

/** Whether a text begins another one, which goes on with other words. */
const begins = (part: string, whole: string): boolean =>
  part.length > 1 && whole.startsWith(part) && /^[^\p{L}\p{N}]/u.test(whole.slice(part.length));

const plain = (text: string): string => normaliseSpace(text).toLowerCase();
const MAX_ELEMENTS = 300;
const MAX_NAME = 300;

/** A heading's own words, without an addition in brackets that an element of its own holds: "Pulp Fiction (1994)". */
const withoutAddition = (heading: Element, whole: string): string => {
  const [own = ""] = ownText(heading).split("\n");
  return ADDED.test(whole.slice(own.length).trim()) ? own : whole;
};

/**
 * The name, where a heading or what is called a title has it alone and the page's title begins with it; null where
 * the title is the name already. "Arctic Roadrunner Review" is a page about "Arctic Roadrunner".
 */
export const findThingName = (
  page: PageDocument,
  title: Pick<Claim, "text" | "path">,
): { readonly text: string; readonly path: string } | null => {
  const called = plain(title.text);
  const isConfirmed = title.path === "h1";
  const mayName = ({ name, attribs }: Element): boolean =>
    isConfirmed ? name === "h1" : HEADINGS.has(name) || CALLED_TITLE.test(attribs.class ?? "");
  for (const element of findAll(mayName, page.root.children).slice(0, MAX_ELEMENTS)) {
    const whole = shortText(element, MAX_NAME);
    if (whole === null) continue;
    const text = HEADINGS.has(element.name) ? withoutAddition(element, whole) : whole;
    const isName = isConfirmed || text.split(/\s+/).length >= MIN_WORDS;
    if (isName && begins(plain(text), called)) return { text, path: element.name };
  }
  return null;
};
