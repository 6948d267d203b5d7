/** What a person can point at on an inspected page, in as many bytes as an answer has. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { findAll } from "domutils";
import type { ELEMENT_KINDS, InspectedElement, InspectedPage } from "../../../contract/inspections.ts";
import { findTitle, textOf } from "../../extract/extract.ts";
import { outward } from "../../extract/page/tree.ts";
import { viewPage } from "../../extract/scorer/pageFacts.ts";
import { nextControls } from "../page/paging.ts";
import { listRegions } from "../page/regions.ts";
import type { MarkedPage } from "./read.ts";

type Kind = (typeof ELEMENT_KINDS)[number];
type Box = [number, number, number, number];

/** The page as the browser laid it out. */
export interface Layout {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly direction: "ltr" | "rtl";
  /** Of each element: number, left, top, width, height, and 1 where something lies over it. */
  readonly boxes: readonly number[];
  readonly frames: readonly string[];
  readonly shadowRoots: number;
}

const VALUES_OF_BOX = 6;
const MAX_TEXT = 80;
const MAX_REGIONS = 12;
const MAX_NEXT = 20;
/** An answer has 300 KB without its picture: 15 are left for all the rest. */
const REGION_BYTES = 60_000;
const ELEMENT_BYTES = 225_000;
/** The records after so many are like those before: where not all fits, they go first. */
const FIRST_RECORDS = 30;

/** Elements in whose flow words run on: a text that is cut into them is one value. */
const INLINE =
  /^(?:a|abbr|b|bdi|bdo|cite|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|time|u|var)$/;
const CONTROLS = /^(?:input|select|textarea)$/;
const BUTTON_TYPES = /^(?:button|submit|reset|image)$/;

const hasOwnText = ({ children }: Element): boolean =>
  children.some((child) => isText(child) && child.data.trim() !== "");

const isOneText = (element: Element): boolean => {
  const inner = element.children.filter(isTag);
  return (
    inner.length > 1 && inner.every(({ name }) => INLINE.test(name)) && textOf(element).length <= MAX_TEXT
  );
};

const kindOf = (element: Element): Kind | null => {
  const { name, attribs } = element;
  if (name === "img") return "image";
  if (name === "input" && BUTTON_TYPES.test(attribs.type ?? "")) return "button";
  if (CONTROLS.test(name)) return "input";
  if (name === "button" || attribs.role === "button") return "button";
  if (name === "a" && attribs.href !== undefined) return "link";
  if (/^h[1-6]$/.test(name) && textOf(element) !== "") return "heading";
  return hasOwnText(element) || isOneText(element) ? "text" : null;
};

const TOLD_BY: readonly string[] = ["aria-label", "alt", "title", "placeholder", "value", "name"];

const labelOf = (element: Element): string => {
  const text = CONTROLS.test(element.name) ? "" : textOf(element);
  const told = TOLD_BY.map((name) => element.attribs[name]?.trim() ?? "").find((value) => value !== "");
  return (text || told || "").replace(/\s+/g, " ");
};

const cut = (text: string): string => {
  const whole = text.slice(0, MAX_TEXT).toWellFormed();
  return whole.length < text.length ? `${whole.slice(0, -1)}…` : whole;
};

const readBoxes = ({ boxes }: Layout) => {
  const all = new Map<number, { box: Box; covered: boolean }>();
  for (let at = 0; at + VALUES_OF_BOX <= boxes.length; at += VALUES_OF_BOX) {
    const [node = 0, left = 0, top = 0, width = 0, height = 0, covered = 0] = boxes.slice(
      at,
      at + VALUES_OF_BOX,
    );
    all.set(node, { box: [left, top, width, height], covered: covered === 1 });
  }
  return all;
};

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1;

/** The first of a list that have room. */
const takeWithin = <T>(values: readonly T[], room: number): T[] => {
  let left = room;
  const end = values.findIndex((value) => {
    left -= bytesOf(value);
    return left < 0;
  });
  return values.slice(0, end < 0 ? values.length : end);
};

type Boxes = ReturnType<typeof readBoxes>;
type Placed = InspectedElement["record"];

const describeRegions = ({ document, numbers }: MarkedPage, boxes: Boxes, now: number) => {
  const regions = listRegions(viewPage(document, now)).slice(0, MAX_REGIONS);
  const placeOf = new Map<AnyNode, Placed>();
  for (const [region, { records }] of [...regions.entries()].reverse())
    for (const [index, record] of records.entries()) placeOf.set(record, [region, index]);
  const shown = regions.map(({ records }) => ({
    recordCount: records.length,
    records: takeWithin(
      records.flatMap((record) => {
        const node = numbers.get(record);
        const box = node === undefined ? undefined : boxes.get(node)?.box;
        return node !== undefined && box ? [{ node, box }] : [];
      }),
      REGION_BYTES / MAX_REGIONS,
    ),
  }));
  return { shown, placeOf };
};

const recordAround = (element: Element, placeOf: ReadonlyMap<AnyNode, Placed>): Placed =>
  outward(element)
    .map((at) => placeOf.get(at))
    .find((place) => place !== undefined);

const notesOf = (layout: Layout, elementCount: number, shown: number, pictureHeight: number): string[] => [
  ...(shown < elementCount
    ? [`The page has ${elementCount} elements to point at; ${shown} of them fit in the response.`]
    : []),
  ...(pictureHeight < layout.height
    ? [`The page is ${layout.height} pixels tall; what stands below ${pictureHeight} pixels is left out.`]
    : []),
  ...layout.frames.map(
    (url) => `A frame is a page of its own. To collect from it, inspect ${url.slice(0, 300)}`,
  ),
  ...(layout.shadowRoots > 0
    ? [`${layout.shadowRoots} elements draw their content in a shadow root, which selectors cannot read.`]
    : []),
];

/** The page for a person to point at. */
export const describeInspected = (
  page: MarkedPage,
  layout: Layout,
  pictureHeight: number,
  now: number,
): InspectedPage => {
  const boxes = readBoxes(layout);
  const { shown: regions, placeOf } = describeRegions(page, boxes, now);
  const all = [...page.elements].flatMap(([node, element]): InspectedElement[] => {
    const place = boxes.get(node);
    const kind = place ? kindOf(element) : null;
    if (!place || kind === null) return [];
    const record = recordAround(element, placeOf);
    return [
      {
        node,
        kind,
        text: cut(labelOf(element)),
        box: place.box,
        ...(record && { record }),
        ...(place.covered && { covered: true as const }),
      },
    ];
  });
  const isLater = ({ record }: InspectedElement): boolean =>
    record !== undefined && (record[1] ?? 0) >= FIRST_RECORDS;
  const ranked = [...all.filter((each) => !isLater(each)), ...all.filter(isLater)];
  const elements = takeWithin(ranked, ELEMENT_BYTES).sort((left, right) => left.node - right.node);
  const shownNodes = new Set(elements.map(({ node }) => node));
  const next = nextControls(page.document, layout.url)
    .flatMap((control) => [control, ...findAll(() => true, control.children)])
    .flatMap((element) => page.numbers.get(element) ?? [])
    .filter((node) => shownNodes.has(node));
  return {
    title: (findTitle(page.document)?.claim.text ?? "").slice(0, 300),
    pageUrl: layout.url,
    width: layout.width,
    height: layout.height,
    pictureHeight,
    direction: layout.direction,
    elements,
    elementCount: all.length,
    regions,
    ...(next.length > 0 && { next: next.slice(0, MAX_NEXT) }),
    notes: notesOf(layout, all.length, elements.length, pictureHeight),
  };
};
