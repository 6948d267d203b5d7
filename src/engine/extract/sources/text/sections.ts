/** Lists under headings, and lists whose own class says what they hold. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findAll, nextElementSibling } from "domutils";
import { lineText } from "../../page/lines.ts";
import { textOf } from "../../page/text.ts";
import { outerOf, outward } from "../../page/tree.ts";
import { type Concept, conceptOf } from "../../vocabulary/concepts.ts";
import { asLabel } from "../../vocabulary/labels.ts";
import { type Fact, makeFact } from "../facts.ts";

const HEADING = /^h[1-6]$/;

/** Boxes to tick, bullets and numbers that pages write before an entry. */
const MARK =
  /^(?:[▢☐□✓✔•●○▪–-]\s*|(?:(?:step|schritt|étape|etape|paso|passo|stap|krok|steg|trin|vaihe|шаг|adım)\s+)?\d{1,2}[.)]\s+|(?:step|schritt|étape|etape|paso|passo|stap|krok|steg|trin|vaihe|шаг|adım)\s+\d{1,2}\s*[:.–-]?\s+)/i;
export const cleanEntry = (text: string): string => text.replace(MARK, "").trim();

const isItem = ({ name }: Element): boolean => name === "li";

/** What some cards list within the box of ingredients, and is none. */
const TOOLS = /utensil|equipment|(?:^|[\s_-])tools?(?:[\s_-]|$)|nutrition|allergen/i;
const isTool = (item: Element, within: Element): boolean =>
  outward(item, within).some(({ attribs }) => TOOLS.test(`${attribs.class ?? ""} ${attribs.id ?? ""}`));

/** Whether an entry is a link and nothing else. */
const isLink = (item: Element): boolean => {
  const [link, ...others] = findAll(({ name }) => name === "a", item.children);
  return link !== undefined && others.length === 0 && textOf(link) === textOf(item);
};

/**
 * Entries that are mostly links make a menu or a table of contents: five of 60 pages of `train` have one
 * whose class says `direction`.
 */
const LINKS = 0.5;

const listItems = (element: Element, concept: Concept | null): string[] => {
  const items = findAll(isItem, element.children);
  const leaves = items.filter(
    (item) =>
      findAll(isItem, item.children).length === 0 && (concept !== "ingredients" || !isTool(item, element)),
  );
  const isMenu =
    concept !== null && LISTS.has(concept) && leaves.filter(isLink).length > leaves.length * LINKS;
  return (isMenu ? [] : leaves)
    .map((leaf) => cleanEntry(concept === "instructions" ? stepText(leaf) : lineText(leaf)))
    .filter((text) => text !== "");
};

/** A step without the ingredients that some pages repeat below it. */
const stepText = (item: Element): string => {
  const parts = item.children.filter(
    (child) => !(isTag(child) && /ingredient/i.test(child.attribs.class ?? "")),
  );
  return parts.length === item.children.length
    ? textOf(item)
    : parts
        .map((child) => (isTag(child) ? textOf(child) : "data" in child ? child.data.trim() : ""))
        .filter(Boolean)
        .join(" ");
};

const LISTS: ReadonlySet<Concept> = new Set(["ingredients", "instructions"]);
const MAX_SECTION = 30;
const MAX_CLIMB = 3;
const MAX_STEPS = 6_000;

const hasHeading = (element: Element, rank: number): boolean =>
  findAll(({ name }) => HEADING.test(name) && Number(name[1]) <= rank, [element]).length > 0;

/** What follows a heading up to the next of its rank: beside it, or beside the boxes that hold nothing after it. */
const following = (heading: Element, rank: number, isList: boolean): Element[] => {
  const found: Element[] = [];
  let box: Element | null = heading;
  for (let climbed = 0; box && climbed < MAX_CLIMB && found.length === 0; climbed++, box = outerOf(box))
    for (let at = nextElementSibling(box); at && found.length < MAX_SECTION; at = nextElementSibling(at)) {
      // Steps may have headings of their own, of any rank, within the box that holds them all.
      const holdsSteps =
        isList && found.length === 0 && !HEADING.test(at.name) && textOf(at).length < MAX_STEPS;
      if (hasHeading(at, rank) && !holdsSteps) return found;
      if (textOf(at) !== "") found.push(at);
    }
  // One list in several boxes: its numbers run on in the next one.
  for (let at = box && nextElementSibling(box); at && found.length > 0; at = nextElementSibling(at)) {
    const lists = findAll(({ name }) => name === "ol", [at]);
    if (hasHeading(at, 6) || (textOf(at) !== "" && lists.length === 0)) break;
    found.push(...lists);
  }
  return found;
};

/** Items of a section; paragraphs where there is no list. */
const readSection = (heading: Element, concept: Concept | null): string[] => {
  const parts = following(heading, Number(heading.name[1] ?? 6), concept !== null && LISTS.has(concept));
  const items = parts.flatMap((part) => listItems(part, concept));
  if (items.length > 0) return items;
  const isLine = ({ name }: Element): boolean =>
    name === "p" || (concept === "instructions" && HEADING.test(name));
  return parts
    .flatMap((part) => (isLine(part) ? [part] : findAll(isLine, part.children)))
    .map((line) => cleanEntry(textOf(line)))
    .filter((text) => text !== "");
};

/** "Zutaten für 4 Personen", "Recipe ingredients": the first words or the last say what a list holds. */
export const conceptOfHeading = (label: string): Concept | null => {
  const words = label
    .replace(/[^\p{L}\p{N}\s'-]+/gu, " ")
    .trim()
    .split(/\s+/);
  return (
    conceptOf(words.join("")) ??
    conceptOf(words.at(-1) ?? "") ??
    conceptOf(words.slice(0, 3).join("")) ??
    conceptOf(words.slice(0, 2).join("")) ??
    conceptOf(words[0] ?? "")
  );
};

export const readHeadedLists = (scope: readonly AnyNode[]): Fact[] =>
  findAll(({ name }) => HEADING.test(name) || name === "strong" || name === "b", scope as AnyNode[]).flatMap(
    (heading) => {
      const label = asLabel(textOf(heading));
      if (label === null) return [];
      const concept = conceptOfHeading(label);
      const isHeading = HEADING.test(heading.name);
      if (!isHeading && (concept === null || !LISTS.has(concept))) return [];
      const items = readSection(isHeading ? heading : (outerOf(heading) ?? heading), concept);
      const factor = concept === null ? 0.8 : 0.95;
      return items.length === 0
        ? []
        : [makeFact("list", label, items, { concept, factor, path: `${heading.name} "${label}"` })];
    },
  );

const NAMED: readonly (readonly [Concept, RegExp])[] = [
  ["ingredients", /(?:^|[\s_-])(?:ingredients?|ingredientlist|zutaten|ingredientes|ingredienti)/i],
  ["instructions", /(?:^|[\s_-])(?:instructions?|directions?|recipe-?steps|preparation|method|zubereitung)/i],
];
const WHOLE_PAGE = /(?:^|\s)(?:hentry|post-\d+|category-|tag-)/i;

/** The one concept that a list is called; null where it is called none of them, or several. */
const conceptNamed = ({ attribs, name }: Element): Concept | null => {
  const names = `${attribs.class ?? ""} ${attribs.id ?? ""} ${attribs["data-testid"] ?? ""}`;
  if (name === "body" || names.length < 6) return null;
  const [named, ...others] = NAMED.filter(([, pattern]) => pattern.test(names));
  return named === undefined || others.length > 0 || WHOLE_PAGE.test(names) ? null : named[0];
};

/** Lists whose own class says what they hold. */
export const readNamedLists = (scope: readonly AnyNode[]): Fact[] =>
  findAll((element) => conceptNamed(element) !== null, scope as AnyNode[]).flatMap((element) => {
    const concept = conceptNamed(element);
    const items = listItems(element, concept);
    const path = `.${element.attribs.class ?? element.attribs.id ?? ""}`;
    return items.length < 2 || concept === null ? [] : [makeFact("list", concept, items, { concept, path })];
  });
