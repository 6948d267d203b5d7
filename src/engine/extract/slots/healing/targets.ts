/**
 * Finds the elements that a flow acts on by role, accessible name, label and control name. Looks do not count here,
 * because a wrong click cannot be undone.
 */
import { type AnyNode, type Element, isTag } from "domhandler";
import { parseActionSelector } from "../../../../contract/steps/actionSelectors.ts";
import { shortText } from "../../page/shortText.ts";
import { outward } from "../../page/tree.ts";
import { normaliseSpace } from "../../values/text.ts";
import { compileSelector } from "../select.ts";
import { writeSelector } from "../selectors/index.ts";
import { listSpots, MAX_SIZE } from "./spots.ts";
import { marksOf } from "./traits.ts";

/** Role and names of an element; empty strings if it has none. Plain JSON. */
export interface TargetPrint {
  readonly role: string;
  /** Type of a control, such as `email` or `submit`. */
  readonly kind: string;
  /** Accessible name, in lower case. */
  readonly name: string;
  /** The form control's `name`. */
  readonly control: string;
  readonly marks: readonly string[];
  /** Number of elements on the page that match this print. */
  readonly count: number;
}

interface RelocatedTarget {
  readonly css: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

const MAX_NAME = 80;
/** Confidence if found by its accessible name, or only by control name or marks. */
const CONFIDENCE = { name: 0.95, control: 0.9 } as const;
const EDITABLE: ReadonlySet<string> = new Set(["textbox", "listbox"]);
const NO_TEXT_INPUTS = /^(?:submit|button|reset|image)$/;
const TOGGLES = /^(?:checkbox|radio)$/;

const short = (text: string | undefined): string => {
  const line = normaliseSpace(text ?? "").toLowerCase();
  return line.length <= MAX_NAME ? line : "";
};

const kindOf = ({ name, attribs }: Element): string =>
  name === "input" ? (attribs.type ?? "text").toLowerCase() : name === "button" ? "button" : "";

/** Returns the role of an interactive element (ARIA in HTML, implicit roles); null for others. */
const roleOf = (element: Element): string | null => {
  const { name, attribs } = element;
  if (attribs.role !== undefined && attribs.role !== "") return attribs.role.toLowerCase();
  if (name === "a") return attribs.href === undefined ? null : "link";
  if (name === "button" || name === "summary") return "button";
  if (name === "textarea" || attribs.contenteditable === "true") return "textbox";
  if (name === "select") return "listbox";
  if (name !== "input") return null;
  const kind = kindOf(element);
  if (kind === "hidden") return null;
  return NO_TEXT_INPUTS.test(kind) ? "button" : TOGGLES.test(kind) ? kind : "textbox";
};

const imageText = (element: Element): string | undefined => {
  for (const child of element.children) {
    if (!isTag(child)) continue;
    const text = child.name === "img" ? child.attribs.alt : imageText(child);
    if (text !== undefined && text !== "") return text;
  }
  return undefined;
};

/** Returns the text of a control's label: an enclosing one, or one that refers to its id. */
const labelOf = (element: Element, root: AnyNode): string | undefined => {
  const { id } = element.attribs;
  const around = outward(element).find(({ name }) => name === "label");
  if (around) return shortText(around, MAX_NAME) ?? undefined;
  if (id === undefined) return undefined;
  const label = listSpots(root).find(
    ({ element: { name, attribs } }) => name === "label" && attribs.for === id,
  );
  return (label && shortText(label.element, MAX_NAME)) ?? undefined;
};

/** Returns the accessible name of an element: the main parts of Accessible Name and Description Computation. */
const nameOf = (element: Element, root: AnyNode): string => {
  const { name, attribs } = element;
  const isControl = ["input", "textarea", "select"].includes(name);
  const isButton = name === "input" && NO_TEXT_INPUTS.test(kindOf(element));
  const said =
    isControl && !isButton
      ? labelOf(element, root)
      : isButton
        ? attribs.value
        : (shortText(element, MAX_NAME) ?? undefined);
  const texts = [
    attribs["aria-label"],
    said,
    imageText(element),
    attribs.placeholder,
    attribs.title,
    attribs.alt,
  ];
  return texts.map(short).find((text) => text !== "") ?? "";
};

const printOf = (element: Element, root: AnyNode): Omit<TargetPrint, "count"> | null => {
  const role = roleOf(element);
  if (role === null) return null;
  const { attribs } = element;
  return {
    role,
    kind: kindOf(element),
    name: nameOf(element, root),
    control: (EDITABLE.has(role) || TOGGLES.test(role) ? attribs.name : undefined) ?? "",
    marks: marksOf(element).slice(0, 4),
  };
};

type Called = Omit<TargetPrint, "count">;

/** Whether two prints match: same role and type, a shared name, control name or data mark, and no differing name. */
const isSame = (wanted: Called, found: Called): boolean => {
  const isControl = wanted.control !== "" && wanted.control === found.control;
  const isMarked = wanted.marks.some((mark) => /^data-/.test(mark) && found.marks.includes(mark));
  const isNamed = wanted.name !== "" && wanted.name === found.name;
  const differs = wanted.name !== "" && found.name !== "" && !isNamed;
  return (
    wanted.role === found.role && wanted.kind === found.kind && !differs && (isNamed || isControl || isMarked)
  );
};

const listSame = (root: AnyNode, wanted: Called): { element: Element; called: Called }[] =>
  listSpots(root).flatMap(({ element, size }) => {
    const called = size > MAX_SIZE ? null : printOf(element, root);
    return called && isSame(wanted, called) ? [{ element, called }] : [];
  });

/** Creates the print of an element; null if nothing identifies it, or if it is a password field. */
export const printOfTarget = (root: AnyNode, element: Element): TargetPrint | null => {
  const called = printOf(element, root);
  if (!called || called.kind === "password" || !isSame(called, called)) return null;
  return { ...called, count: listSame(root, called).length };
};

/** Returns the most durable selector of one element that both the engine and a browser understand. */
const selectorOf = (root: AnyNode, element: Element, name: string): string | null => {
  const texts = name === "" ? [] : [`${element.name}:icontains(${JSON.stringify(name)})`];
  const written = writeSelector(root, [element], 1);
  return [...(written ? [written.css] : []), ...texts].find((css) => isOnly(root, element, css)) ?? null;
};

const isOnly = (root: AnyNode, element: Element, css: string): boolean => {
  try {
    parseActionSelector(css);
  } catch {
    return false;
  }
  const found = compileSelector(css)(root);
  return found.length === 1 && found[0] === element;
};

/** Finds the only element of the page that matches a print; null if there is none or several. */
export const relocateTarget = (root: AnyNode, wanted: TargetPrint): RelocatedTarget | null => {
  if (wanted.kind === "password" || wanted.count !== 1) return null;
  const [found, ...others] = listSame(root, wanted);
  if (!found || others.length > 0) return null;
  const css = selectorOf(root, found.element, found.called.name);
  if (css === null) return null;
  const isNamed = wanted.name !== "" && wanted.name === found.called.name;
  return { css, confidence: isNamed ? CONFIDENCE.name : CONFIDENCE.control };
};
