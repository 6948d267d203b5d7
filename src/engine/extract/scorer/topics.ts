/** The topics of an article. */
import { type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import type { MainContent } from "../content/content.ts";
import { textOf } from "../page/text.ts";
import { outward } from "../page/tree.ts";
import { type Fact, makeFact } from "../sources/facts.ts";

/** Elements beside the article. */
export const ASIDE: ReadonlySet<string> = new Set(["nav", "footer", "aside", "dialog"]);

/**
 * The topics of an article: the first links in it that HTML calls its tags. Categories are the site's sections.
 *
 * @param labels of the article: if one says what its tags are, other links are not
 */
export const readTopics = (
  { top }: MainContent,
  others: ReadonlySet<unknown>,
  labels: readonly Fact[],
): Fact[] => {
  // A heading "Tags" with a list is often the site's.
  const labelled = labels
    .flatMap(({ concept, source, values }) => (concept === "tags" && source !== "list" ? values : []))
    .join(" ");
  const isTopic = ({ name, attribs }: Element): boolean => {
    const kinds = name === "a" ? (attribs.rel ?? "").toLowerCase().split(/\s+/) : [];
    return kinds.includes("tag") && !kinds.includes("category");
  };
  const links = findAll(isTopic, top?.children ?? []).filter(
    (link) =>
      !outward(link).some((around) => ASIDE.has(around.name) || others.has(around)) &&
      (labelled === "" || labelled.includes(textOf(link))),
  );
  const boxOf = ({ parent }: Element) =>
    parent && isTag(parent) && parent.name === "li" ? parent.parent : parent;
  const [first] = links;
  const texts = links.filter((link) => first && boxOf(link) === boxOf(first)).map(textOf);
  return texts.length === 0 ? [] : [makeFact("content", "tags", texts, { path: "a[rel~=tag]" })];
};
