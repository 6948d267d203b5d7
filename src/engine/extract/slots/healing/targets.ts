/**
 * Elements that a flow acts on, recognised by what they are called: role, accessible name, label, name of the
 * control. Looks do not count here: what is clicked by mistake cannot be taken back.
 */
import { type AnyNode, type Element, isTag } from "domhandler";
import { parseActionSelector } from "../../../../contract/actionSelectors.ts";
import { shortText } from "../../page/shortText.ts";
import { outward } from "../../page/tree.ts";
import { normaliseSpace } from "../../values/text.ts";
import { compileSelector } from "../read.ts";
import { writeSelector } from "../selectors/index.ts";
import { listSpots, MAX_SIZE } from "./spots.ts";
import { marksOf } from "./traits.ts";

/** What an element is called. Plain JSON; empty where it is not called so. */
export interface TargetPrint {
  readonly role: string;
  /** Of a control, such as `email` or `submit`. */
  readonly kind: string;
  /** What a reader of the page takes it for. */
  readonly name: string;
  /** What the form calls it, and what its author does. */
  readonly control: string;
  readonly marks: readonly string[];
  /** How many elements of the page were called so. */
  readonly count: number;
}

interface RelocatedTarget {
  readonly css: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

const MAX_NAME = 80;
/** By what a reader takes it for, or by what only its author calls it. */
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

/** What one can do with it (ARIA in HTML, implicit roles); null where nothing. */
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

/** The label of a control: that which names it, or that around it. */
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

/** What a reader of the page takes an element for (Accessible Name and Description Computation, in its main parts). */
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

/** Whether an element is what was called so: nothing that both are called may differ. */
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

/** What is kept of an element; null where it is not called anything by which it could be known again. */
export const printOfTarget = (root: AnyNode, element: Element): TargetPrint | null => {
  const called = printOf(element, root);
  if (!called || called.kind === "password" || !isSame(called, called)) return null;
  return { ...called, count: listSame(root, called).length };
};

/** The most lasting selector of one element, as both the engine and a browser understand it. */
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

/** Finds the one element of the page that is called so; null where there is none, or where there are several. */
export const relocateTarget = (root: AnyNode, wanted: TargetPrint): RelocatedTarget | null => {
  if (wanted.kind === "password" || wanted.count !== 1) return null;
  const [found, ...others] = listSame(root, wanted);
  if (!found || others.length > 0) return null;
  const css = selectorOf(root, found.element, found.called.name);
  if (css === null) return null;
  const isNamed = wanted.name !== "" && wanted.name === found.called.name;
  return { css, confidence: isNamed ? CONFIDENCE.name : CONFIDENCE.control };
};
