/** The elements that a person can pick on an inspected page, within the response's size limit. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { findAll } from "domutils";
import type {
  ELEMENT_KINDS,
  InspectedElement,
  InspectedPage,
} from "../../../contract/extraction/inspections.ts";
import { findTitle, textOf } from "../../extract/extract.ts";
import { outward } from "../../extract/page/tree.ts";
import { viewPage } from "../../extract/scorer/pageFacts.ts";
import { readLogin } from "../page/forms.ts";
import { nextControls } from "../page/paging.ts";
import { listRegions } from "../page/regions.ts";
import type { MarkedPage } from "./read.ts";

type Kind = (typeof ELEMENT_KINDS)[number];

/** The page as the browser laid it out. */
export interface Layout {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly direction: "ltr" | "rtl";
  /** Per element: number, left, top, width, height, and 1 if something covers it. */
  readonly boxes: readonly number[];
  readonly frames: readonly string[];
  readonly shadowRoots: number;
}

const VALUES_OF_BOX = 6;
const MAX_TITLE = 300;
const MAX_TEXT = 80;
const MAX_REGIONS = 12;
const MAX_NEXT = 20;
/** A response has 300 KB without its picture: 15 KB are left for the rest. */
const REGION_BYTES = 60_000;
const ELEMENT_BYTES = 225_000;
/** Later records resemble these: if not everything fits, they are dropped first. */
const FIRST_RECORDS = 30;

/** Inline elements: a text split across them is one value. */
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
  if (name === "button" || attribs.role === "button") return "button";
  if (name === "input" && BUTTON_TYPES.test(attribs.type ?? "")) return "button";
  if (CONTROLS.test(name)) return "input";
  if (name === "a" && attribs.href !== undefined) return "link";
  if (/^h[1-6]$/.test(name) && textOf(element) !== "") return "heading";
  return hasOwnText(element) || isOneText(element) ? "text" : null;
};

/** An element's text, or its label if it has no text. */
const saysOf = (element: Element): string => {
  const { attribs } = element;
  const { alt, title, placeholder, value, name } = attribs;
  const called = [attribs["aria-label"], alt, title, placeholder, value, name];
  const says = [CONTROLS.test(element.name) ? "" : textOf(element), ...called];
  const text =
    says
      .find((each) => each?.trim())
      ?.trim()
      .replace(/\s+/g, " ") ?? "";
  const whole = text.slice(0, MAX_TEXT).toWellFormed();
  return whole.length < text.length ? `${whole.slice(0, -1)}…` : whole;
};

const readBoxes = ({ boxes }: Layout) =>
  new Map(
    Array.from({ length: Math.floor(boxes.length / VALUES_OF_BOX) }, (_, at) => {
      const own = boxes.slice(at * VALUES_OF_BOX, (at + 1) * VALUES_OF_BOX);
      const [node = 0, left = 0, top = 0, width = 0, height = 0, covered = 0] = own;
      return [node, { box: [left, top, width, height] as InspectedElement["box"], covered: covered === 1 }];
    }),
  );

/** The first values of a list that fit into `room` bytes of JSON. */
const takeWithin = <T>(values: readonly T[], room: number): T[] => {
  let left = room;
  const end = values.findIndex((value) => {
    left -= Buffer.byteLength(JSON.stringify(value)) + 1;
    return left < 0;
  });
  return values.slice(0, end < 0 ? values.length : end);
};

const notesOf = (layout: Layout, elementCount: number, shown: number, pictureHeight: number): string[] => [
  ...(shown < elementCount
    ? [`The page has ${elementCount} elements to point at; ${shown} of them fit in the response.`]
    : []),
  ...(pictureHeight < layout.height
    ? [`The page is ${layout.height} pixels tall. Everything below ${pictureHeight} pixels is left out.`]
    : []),
  ...layout.frames.map(
    (url) => `A frame is a page of its own. To collect from it, inspect ${url.slice(0, MAX_TITLE)}`,
  ),
  ...(layout.shadowRoots > 0
    ? [`${layout.shadowRoots} elements draw their content in a shadow root, which selectors cannot read.`]
    : []),
];

/** Describes the page for a person to pick elements from. */
export const describeInspected = (
  { document, elements: marked, numbers }: MarkedPage,
  layout: Layout,
  pictureHeight: number,
  now: number,
): InspectedPage => {
  const boxes = readBoxes(layout);
  const lists = listRegions(viewPage(document, now)).slice(0, MAX_REGIONS);
  const placeOf = new Map<AnyNode, InspectedElement["record"]>();
  // Reversed, so that the likeliest list wins.
  for (const [region, { records }] of [...lists.entries()].reverse())
    for (const [index, record] of records.entries()) placeOf.set(record, [region, index]);
  const regions = lists.map(({ records }) => {
    const placed = records.flatMap((record) => {
      const node = numbers.get(record) ?? -1;
      const box = boxes.get(node)?.box;
      return box ? [{ node, box }] : [];
    });
    return { recordCount: records.length, records: takeWithin(placed, REGION_BYTES / MAX_REGIONS) };
  });
  const all = [...marked].flatMap(([node, element]): InspectedElement[] => {
    const place = boxes.get(node);
    const kind = place ? kindOf(element) : null;
    if (!place || kind === null) return [];
    const around = outward(element).find((at) => placeOf.has(at));
    const record = around && placeOf.get(around);
    const isCovered = place.covered && { covered: true as const };
    return [{ node, kind, text: saysOf(element), box: place.box, ...(record && { record }), ...isCovered }];
  });
  const isLater = ({ record }: InspectedElement): boolean => (record?.[1] ?? 0) >= FIRST_RECORDS;
  const ranked = [...all.filter((each) => !isLater(each)), ...all.filter(isLater)];
  const elements = takeWithin(ranked, ELEMENT_BYTES).sort((left, right) => left.node - right.node);
  const shown = new Set(elements.map(({ node }) => node));
  const next = nextControls(document, layout.url)
    .flatMap((control) => [control, ...findAll(() => true, control.children)])
    .flatMap((element) => numbers.get(element) ?? [])
    .filter((node) => shown.has(node));
  const signIn = readLogin(document);
  return {
    title: (findTitle(document)?.claim.text ?? "").slice(0, MAX_TITLE),
    pageUrl: layout.url,
    width: layout.width,
    height: layout.height,
    pictureHeight,
    direction: layout.direction,
    elements,
    elementCount: all.length,
    regions,
    ...(next.length > 0 && { next: next.slice(0, MAX_NEXT) }),
    ...(signIn && { signIn }),
    notes: notesOf(layout, all.length, elements.length, pictureHeight),
  };
};
