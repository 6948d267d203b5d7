/** Lists under headings, and lists identified by their class name. */
import type { AnyNode, Element } from "domhandler";
import { findAll, findOne, nextElementSibling } from "domutils";
import { lineText } from "../../page/lines.ts";
import { textOf } from "../../page/text.ts";
import { isHeading, outerOf, outward } from "../../page/tree.ts";
import { type Concept, conceptOf } from "../../vocabulary/concepts.ts";
import { asLabel } from "../../vocabulary/labels.ts";
import words from "../../vocabulary/recipes.json" with { type: "json" };
import { type Fact, labelOf, makeFact } from "../facts.ts";

/** Checkboxes, bullets and numbers before an entry. */
const MARK = new RegExp(
  String.raw`^(?:[▢☐□✓✔•●○▪–-]\s*|(?:(?:${words.step})\s+)?\d{1,2}[.)]\s+|(?:${words.step})\s+\d{1,2}\s*[:.–-]?\s+)`,
  "i",
);
export const cleanEntry = (text: string): string => text.replace(MARK, "").trim();

/** Class names of elements inside a list that don't belong to it: tools among ingredients, ingredients in steps. */
const OTHERS: Partial<Readonly<Record<Concept, RegExp>>> = {
  ingredients: /utensil|equipment|(?:^|[\s_-])tools?(?:[\s_-]|$)|nutrition|allergen/i,
  instructions: /ingredient/i,
};

const isItem = ({ name }: Element): boolean => name === "li";
const listItems = (element: Element, concept: Concept | null): string[] => {
  const others = concept === null ? undefined : OTHERS[concept];
  const isOther = ({ attribs }: Element): boolean => others?.test(attribs.class ?? "") ?? false;
  return findAll(isItem, element.children)
    .filter((item) => !findOne(isItem, item.children) && !outward(item, element).some(isOther))
    .map((item) => cleanEntry(lineText(item, isOther)))
    .filter((text) => text !== "");
};

const MAX_SECTION = 30;
const MAX_CLIMB = 3;

/** Elements from a heading to the next of its rank: its siblings, or an ancestor's if it has none. */
const following = (heading: Element, rank: number): Element[] => {
  const found: Element[] = [];
  const isEnd = (element: Element): boolean => isHeading(element) && Number(element.name[1]) <= rank;
  let box: Element | null = heading;
  for (let climbed = 0; box && climbed < MAX_CLIMB && found.length === 0; climbed++, box = outerOf(box))
    for (let at = nextElementSibling(box); at && found.length < MAX_SECTION; at = nextElementSibling(at)) {
      // The element right after the heading can contain headings of any rank.
      if (findOne(isEnd, [at]) && (found.length > 0 || isHeading(at))) return found;
      if (textOf(at) !== "") found.push(at);
    }
  // One list split across several elements.
  for (let at = box && nextElementSibling(box); at && found.length > 0; at = nextElementSibling(at)) {
    const list = findOne(({ name }) => name === "ol", [at]);
    if (findOne(isHeading, [at]) || (textOf(at) !== "" && !list)) break;
    if (list) found.push(list);
  }
  return found;
};

/** Items of a section, or its paragraphs if it has no list. */
const readSection = (heading: Element, concept: Concept | null): string[] => {
  const parts = following(heading, Number(heading.name[1] ?? 6));
  const items = parts.flatMap((part) => listItems(part, concept));
  if (items.length > 0) return items;
  return findAll(
    (element) => element.name === "p" || (concept === "instructions" && isHeading(element)),
    parts,
  )
    .map((line) => cleanEntry(textOf(line)))
    .filter((text) => text !== "");
};

/** "Zutaten für 4 Personen", "Recipe ingredients": the first words or the last one name the list's concept. */
export const conceptOfHeading = (label: string): Concept | null => {
  const words = label
    .replace(/[^\p{L}\p{N}\s'-]+/gu, " ")
    .trim()
    .split(/\s+/);
  const parts = [words, words.slice(-1), ...[3, 2, 1].map((count) => words.slice(0, count))];
  return parts.map((part) => conceptOf(part.join(""))).find((concept) => concept !== null) ?? null;
};

export const readHeadedLists = (scope: readonly AnyNode[]): Fact[] =>
  findAll(isHeading, scope as AnyNode[]).flatMap((heading) => {
    const label = asLabel(textOf(heading));
    const concept = label === null ? null : conceptOfHeading(label);
    const items = label === null ? [] : readSection(heading, concept);
    const factor = concept === null ? 0.8 : 0.95;
    return label === null || items.length === 0
      ? []
      : [makeFact("list", label, items, { concept, factor, origin: labelOf(heading.name, label) })];
  });
