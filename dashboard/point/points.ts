/** What the user picked on an inspected page, and the columns it became. */
import { typeOfField } from "../../client/fieldType.ts";
import type { GeneratedFlow, InspectedPage, PickedElement } from "../../client/index.ts";

export type InspectedElement = InspectedPage["elements"][number];

/** A column of the records, and where its values are on the page. */
export interface PointedField {
  readonly name: string;
  readonly type: string;
  readonly example: unknown;
  /** How it is found, in plain words; empty if unknown. */
  readonly found: string;
  /** As written in the flow's step. */
  readonly selector: string;
  readonly nodes: ReadonlySet<number>;
}

type Box = InspectedElement["box"];

/** The name at the start of a field as a step has it. */
export const nameOfField = (text: string): string =>
  /^[^:|]+/.exec(text)?.[0]?.trim().replace(/\[\]$/, "") ?? text;

const fieldTexts = (flow: GeneratedFlow): readonly string[] =>
  flow.steps.flatMap((step) => (step.type === "extract" ? (step.fields ?? []) : []));

export const fieldsOf = (flow: GeneratedFlow | null): PointedField[] => {
  if (flow === null) return [];
  const texts = fieldTexts(flow);
  return Object.entries(flow.outputSchema).map(([name, type]) => {
    const place = flow.preview?.places?.fields.find(({ field }) => field === name);
    const nodes = (place?.nodes ?? []).filter((node) => node !== null);
    return {
      name,
      type: String(typeof typeOfField(type) === "string" ? typeOfField(type) : "object"),
      example: flow.preview?.records.find((record) => record[name] !== null)?.[name] ?? null,
      found: flow.preview?.fields.find(({ field }) => field === name)?.found ?? "",
      selector: texts.find((text) => nameOfField(text) === name) ?? name,
      nodes: new Set(nodes),
    };
  });
};

const isSameRecord = (left: InspectedElement, right: InspectedElement): boolean =>
  left.record?.join() === right.record?.join();

/** The columns that have an element, or the element around it that says the same. */
export const fieldsAt = (
  fields: readonly PointedField[],
  { elements }: InspectedPage,
  element: InspectedElement,
): readonly PointedField[] => {
  const twins = elements.filter(
    (other) => other === element || (other.text === element.text && isSameRecord(other, element)),
  );
  return fields.filter(({ nodes }) => twins.some(({ node }) => nodes.has(node)));
};

/** The element of a column that a person means by one around or inside it. */
export const nodeIn = (
  field: PointedField,
  { elements }: InspectedPage,
  element: InspectedElement,
): number =>
  field.nodes.has(element.node)
    ? element.node
    : (elements.find(
        (other) => field.nodes.has(other.node) && other.text === element.text && isSameRecord(other, element),
      )?.node ?? element.node);

/** The link that an element is, or that is around or inside it and says the same. */
export const linkAt = (
  { elements }: InspectedPage,
  element: InspectedElement,
): InspectedElement | undefined =>
  element.kind === "link"
    ? element
    : elements.find(
        (other) => other.kind === "link" && other.text === element.text && isSameRecord(other, element),
      );

/** Whether an element leads to the next page, by itself or by the one around it that says the same. */
export const nextAt = ({ next = [], elements }: InspectedPage, element: InspectedElement): boolean =>
  next.includes(element.node) ||
  elements.some(({ node, text }) => next.includes(node) && text === element.text && text !== "");

/** What was picked, each under the name that its column has. */
export const namePicks = (picks: readonly PickedElement[], flow: GeneratedFlow): PickedElement[] => {
  const names = Object.keys(flow.outputSchema);
  const isUnnamed = ({ name, take, not }: PickedElement): boolean =>
    name === undefined && take !== "next" && not !== true;
  const unnamed = picks.filter(isUnnamed);
  const known = new Set(picks.map(({ name }) => name));
  const free = names.filter((name) => !known.has(name));
  return unnamed.length === free.length
    ? picks.map((pick) => (isUnnamed(pick) ? { ...pick, name: free.shift() } : pick))
    : [...picks];
};

const contains = (outer: Box, inner: Box): boolean => {
  const [left = 0, top = 0, width = 0, height = 0] = outer;
  const [x = 0, y = 0, w = 0, h = 0] = inner;
  return left <= x && top <= y && left + width >= x + w && top + height >= y + h;
};
const areaOf = ([, , width = 0, height = 0]: Box): number => width * height;

/** The next larger or smaller element at the same place, within its record; undefined: there is none that says anything else. */
export const nextSize = (
  { elements }: InspectedPage,
  element: InspectedElement,
  direction: "wider" | "narrower",
): InspectedElement | undefined => {
  const isWider = direction === "wider";
  return elements
    .filter(
      (other) =>
        other !== element &&
        isSameRecord(other, element) &&
        other.text !== element.text &&
        areaOf(other.box) > 0 &&
        areaOf(other.box) !== areaOf(element.box) &&
        (isWider ? contains(other.box, element.box) : contains(element.box, other.box)),
    )
    .sort((left, right) => (isWider ? 1 : -1) * (areaOf(left.box) - areaOf(right.box)))[0];
};

/** The picks with a field's moved to another element. Its other examples would contradict the new size. */
export const movedPick = (
  picks: readonly PickedElement[],
  name: string,
  { node }: InspectedElement,
): PickedElement[] => {
  const first = picks.findIndex((pick) => pick.name === name);
  return picks.flatMap((pick, at) => {
    if (pick.name !== name) return [pick];
    return at === first ? [{ node, name }] : [];
  });
};

/** The columns of a flow generated from a description, as if they had been picked. */
export const picksOf = (flow: GeneratedFlow): PickedElement[] =>
  fieldsOf(flow).flatMap(({ name, type, nodes }) => {
    const [node] = nodes;
    if (node === undefined) return [];
    return [
      {
        node,
        name,
        ...(type === "url" && { take: "link" as const }),
        ...(type === "image" && { take: "image" as const }),
      },
    ];
  });

/** Where the records are: the flow's, or those of the most likely list. */
export const recordBoxes = (page: InspectedPage, flow: GeneratedFlow | null): readonly Box[] => {
  const boxes = new Map(page.regions.flatMap(({ records }) => records.map(({ node, box }) => [node, box])));
  const records = flow?.preview?.places?.records;
  if (records === undefined) return (page.regions[0]?.records ?? []).map(({ box }) => box);
  return records.flatMap((node) => {
    const box = node === null ? undefined : boxes.get(node);
    return box === undefined ? [] : [box];
  });
};
