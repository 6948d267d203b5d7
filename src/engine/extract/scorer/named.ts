/** Elements that the page calls as the caller calls the field, by class, id or data attribute. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findAll, findOne } from "domutils";
import type { OutputSchema, OutputType, ValueType } from "../../../contract/outputSchema.ts";
import { listNames, matchName, type NameMatch } from "../page/elementNames.ts";
import { readAttribute, readElement } from "../page/elements.ts";
import { textOf } from "../page/text.ts";
import { isWithin } from "../page/tree.ts";
import { type Fact, makeFact } from "../sources/facts.ts";
import { conceptOf } from "../vocabulary/concepts.ts";
import { remembered } from "../vocabulary/remember.ts";
import { splitWords } from "../vocabulary/words.ts";
import { hasLook, looksLike } from "./called.ts";

const isListed = (type: OutputType): boolean =>
  Array.isArray(type) || (typeof type === "string" && type.endsWith("[]"));

/** One element that is called as a list is: its items, or its links. */
const readEntries = (element: Element, type: ValueType | undefined): (string | null)[] => {
  for (const tag of ["li", "a", type === "image" ? "img" : "span"]) {
    const entries = findAll(({ name }) => name === tag, element.children);
    if (entries.length > 1) return entries.map((entry) => readElement(entry, type));
  }
  return [readElement(element, type)];
};

const CODE: ReadonlySet<string> = new Set(["script", "style", "template"]);
const ASIDE: ReadonlySet<string> = new Set(["nav", "footer", "aside", "dialog"]);
/** Whether an element belongs to the site, not to what the page is about. */
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
/** Whether an element is something to press or to choose from, or part of it: its words say what it does. */
const isControl = (element: Element): boolean => {
  let at: AnyNode | null = element;
  for (let step = 0; at && isTag(at) && step < MAX_CLIMB; step++, at = at.parent as AnyNode | null)
    if (isPressed(at)) return true;
  const inner = findOne(isPressed, element.children);
  return inner !== null && textOf(inner) === textOf(element);
};

const MAX_NAMES = 5_000;
const MAX_TEXT = 2_000;
const MAX_PART_TEXT = 60;
const MAX_ELEMENTS = 200;
/** Found better by other means than by a class that happens to be called so. */
const OF_PAGE: ReadonlySet<string | null> = new Set(["content", "markdown", "language", "url"]);
const OF_RECORD: ReadonlySet<string | null> = new Set(["url"]);
const NOTHING: ReadonlySet<unknown> = new Set();

const splitCached = remembered(splitWords, MAX_NAMES);

/** `others`: records about something else, whose names say nothing of a single value. */
export const readNamed = (
  scope: AnyNode,
  schema: OutputSchema,
  others: ReadonlySet<unknown> = NOTHING,
): Fact[] => {
  const unnamed = isTag(scope) ? OF_RECORD : OF_PAGE;
  const wanted = Object.entries(schema).filter(([name]) => !unnamed.has(conceptOf(name)));
  if (wanted.length === 0) return [];
  const named = listNames(scope, splitCached);
  return wanted.flatMap(([name, type]) => {
    const plain = typeof type === "string" ? (type.replace("[]", "") as ValueType) : undefined;
    const concept = conceptOf(name);
    const isTold = !isListed(type) && hasLook(concept);
    const isOwn = ({ element }: NameMatch): boolean =>
      !CODE.has(element.name) &&
      (isListed(type) || !isWithin(element, others)) &&
      // Buttons that sell say whether there is something to sell.
      !(isTold && concept !== "availability" && isControl(element)) &&
      !(isTold && !isTag(scope) && isFurniture(element));
    const best = matchName(named, name)
      .map((matches) => matches.filter(isOwn))
      .find((matches) => matches.length > 0);
    const values = (best ?? [])
      // What the head says of things that are known by name is weighed elsewhere.
      .filter(({ element }) => element.name !== "meta" || concept === null)
      // What scripts keep in attributes for themselves is no text of the page.
      .filter(({ attribute }) => attribute === null || !isTold || isTag(scope))
      .slice(0, MAX_ELEMENTS)
      .flatMap(({ element, attribute }, _, { length }) =>
        attribute !== null
          ? [readAttribute(element, attribute)]
          : isListed(type) && length === 1
            ? readEntries(element, plain)
            : [readElement(element, plain)],
      );
    // Of what is called `model-disclaimer` a sentence is no model.
    const most = concept === null && best?.every(({ isPart }) => isPart) ? MAX_PART_TEXT : MAX_TEXT;
    const texts = values.filter(
      (value) =>
        value !== null &&
        value.trim() !== "" &&
        value.length <= most &&
        (!isTold || looksLike(value, concept)),
    );
    return texts.length === 0 ? [] : [makeFact("name", name, texts, { path: `called "${name}"` })];
  });
};
