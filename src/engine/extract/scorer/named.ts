/** Elements whose class, id or data attribute matches the name of a requested field. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findAll, findOne } from "domutils";
import type { OutputSchema, ValueType } from "../../../contract/fields/outputSchema.ts";
import { listNames, matchName, type NameMatch, wordsOfName } from "../page/elementNames.ts";
import { readAttribute, readElement } from "../page/elements.ts";
import { isLabelTag, listReferences, type Reference } from "../page/references.ts";
import { textOf } from "../page/text.ts";
import { classesOf, isWithin, outward } from "../page/tree.ts";
import { type Fact, makeFact } from "../sources/facts.ts";
import { isListType } from "../values/types.ts";
import { conceptOf, foldedWords } from "../vocabulary/concepts.ts";
import { remembered } from "../vocabulary/remember.ts";
import { hasLook, looksLike } from "./called.ts";

/** The entries of an element that is named like a list field: its items, or its links. */
const readEntries = (element: Element, type: ValueType | undefined): (string | null)[] => {
  for (const tag of ["li", "a", type === "image" ? "img" : "span"]) {
    const entries = findAll(({ name }) => name === tag, element.children);
    if (entries.length > 1) return entries.map((entry) => readElement(entry, type));
  }
  return [readElement(element, type)];
};

const CODE: ReadonlySet<string> = new Set(["script", "style", "template"]);
const ASIDE: ReadonlySet<string> = new Set(["nav", "footer", "aside", "dialog"]);
/** Whether an element belongs to the site rather than to the page's subject. */
const isFurniture = (element: Element): boolean => {
  let isHead = false;
  for (let at: AnyNode | null = element; at && isTag(at); at = at.parent as AnyNode | null) {
    if (ASIDE.has(at.name)) return true;
    if (at.name === "main" || at.name === "article") return false;
    isHead ||= at.name === "header";
  }
  return isHead;
};

const CONTROLS: ReadonlySet<string> = new Set(["button", "select", "option", "input", "textarea"]);
const isPressed = ({ name, attribs }: Element): boolean => CONTROLS.has(name) || attribs.role === "button";
const MAX_CLIMB = 4;
/** Whether an element is a control or part of one: its text says what it does. */
const isControl = (element: Element): boolean => {
  let at: AnyNode | null = element;
  for (let step = 0; at && isTag(at) && step < MAX_CLIMB; step++, at = at.parent as AnyNode | null)
    if (isPressed(at)) return true;
  const inner = findOne(isPressed, element.children);
  return inner !== null && textOf(inner) === textOf(element);
};

const CONTACTS = ["tel", "adr", "email", "label"];
/** Whether an element says which number or address of a contact card (hCard) this is: "Work" in `<p class="tel"><b class="type">`. */
const isContactType = (element: Element): boolean =>
  classesOf(element).includes("type") &&
  outward(element).some((around) => CONTACTS.some((name) => classesOf(around).includes(name)));

const MAX_NAMES = 5_000;
const MAX_TEXT = 2_000;
const MAX_PART_TEXT = 60;
const MAX_ELEMENTS = 200;
const MIN_RECORDS = 4;
/** Other readers are more reliable for these than a matching class name. */
const OF_PAGE: ReadonlySet<string | null> = new Set(["content", "markdown", "language", "url"]);
const OF_RECORD: ReadonlySet<string | null> = new Set(["url"]);
const TEXTS: ReadonlySet<string | null> = new Set(["content", "description"]);
/** The text of a message is the longest of what is called so in other words, not the `userText` above it. */
const longestFirst = (matches: readonly NameMatch[]): readonly NameMatch[] => {
  const kinds = Map.groupBy(matches, ({ element }) => element.attribs.class ?? "");
  const firsts = [...kinds.values()].flatMap(([first]) => first ?? []);
  return firsts.toSorted((one, other) => textOf(other.element).length - textOf(one.element).length);
};
const NOTHING: ReadonlySet<unknown> = new Set();

const splitCached = remembered(wordsOfName, MAX_NAMES);

/**
 * Elements in place of labels that are named like a field: `th#owner` names the cell that points at it. A row's own
 * heading, such as a name in its first column, is a value.
 */
const followLabels = (
  matches: readonly NameMatch[],
  references: readonly Reference[],
  isRecord: boolean,
): readonly NameMatch[] =>
  matches.flatMap((match) => {
    if (match.attribute !== null) return [match];
    const values = references.filter(({ label }) => label === match.element);
    if (values.length > 0) return values.map(({ value }) => ({ ...match, element: value }));
    const isHeading = isRecord && match.element.name === "th";
    return isLabelTag(match.element) && !isHeading ? [] : [match];
  });

/** "Subjects: Statistics", in an element that is called so, without the label. */
const withoutLabel = (text: string, name: string): string => {
  const [, label = "", value = ""] = LABELLED.exec(text) ?? [];
  const isLabel = label !== "" && foldedWords(label).join("") === foldedWords(name).join("");
  return isLabel ? value : text;
};
const LABELLED = /^([^:：]{2,40})[:：]\s*(\S.*)$/s;

/**
 * Facts from elements named like the fields of the schema. `others`: records of other things, ignored for single
 * values.
 */
export const readNamed = (
  scope: AnyNode,
  schema: OutputSchema,
  others: ReadonlySet<unknown> = NOTHING,
): Fact[] => {
  const unnamed = isTag(scope) ? OF_RECORD : OF_PAGE;
  const wanted = Object.entries(schema).filter(([name]) => !unnamed.has(conceptOf(name)));
  if (wanted.length === 0) return [];
  const named = listNames(scope, splitCached);
  const references = listReferences(isTag(scope) ? [scope] : "children" in scope ? scope.children : []);
  return wanted.flatMap(([name, type]) => {
    const plain = typeof type === "string" ? (type.replace("[]", "") as ValueType) : undefined;
    const concept = conceptOf(name);
    const isTold = !isListType(type) && hasLook(concept);
    const isOwn = ({ element, attribute }: NameMatch): boolean =>
      !CODE.has(element.name) &&
      // A record called "day" is not its day.
      !(attribute === null && element === scope && type === "string" && concept === null) &&
      !isContactType(element) &&
      (isListType(type) || !isWithin(element, others)) &&
      // Buy buttons indicate whether the product is in stock.
      !(isTold && concept !== "availability" && isControl(element)) &&
      !(isTold && !isTag(scope) && isFurniture(element));
    const best = matchName(named, name, isTag(scope))
      .map((matches) => followLabels(matches.filter(isOwn), references, isTag(scope)))
      .find((matches) => matches.length > 0);
    const ordered = type === "string" && TEXTS.has(concept) ? longestFirst(best ?? []) : (best ?? []);
    const values = ordered
      // Meta tags for known concepts are weighed elsewhere.
      .filter(({ element }) => element.name !== "meta" || concept === null)
      // Attributes that scripts use are not text of the page.
      .filter(({ attribute }) => attribute === null || !isTold || isTag(scope))
      .slice(0, MAX_ELEMENTS)
      .flatMap(({ element, attribute }, _, { length }) =>
        attribute !== null
          ? [readAttribute(element, attribute)]
          : isListType(type) && length === 1
            ? readEntries(element, plain)
            : [readElement(element, plain)],
      );
    const bare = values.map((value) => (value === null ? null : withoutLabel(value, name)));
    // An element named `model-disclaimer` contains a sentence, not a model.
    const most = concept === null && best?.every(({ isPart }) => isPart) ? MAX_PART_TEXT : MAX_TEXT;
    const texts = bare.filter(
      (value) =>
        value !== null &&
        value.trim() !== "" &&
        value.length <= most &&
        (!isTold || looksLike(value, concept)),
    );
    // Called so in each record of a list, it is not the page's.
    const isOfRecords =
      !isTag(scope) && !isListType(type) && concept === null && new Set(texts).size >= MIN_RECORDS;
    return texts.length === 0 || isOfRecords
      ? []
      : [makeFact("name", name, texts, { path: `called "${name}"` })];
  });
};
