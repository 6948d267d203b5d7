/** Data regions: elements of one shape, side by side, each with a record in it. */
import { type AnyNode, Element, isTag, isText, type Text } from "domhandler";
import type { MainContent } from "../content/content.ts";
import { bitOf, groupsOf } from "../content/groups.ts";
import { INLINE } from "../text.ts";

export interface Region {
  readonly records: readonly Element[];
  /** How much main content the records hold. */
  readonly score: number;
  readonly path: string;
}

/** What a text node is worth: its words times how likely they are main content. */
const massOf = ({ blocks, scores }: MainContent): ReadonlyMap<Text, number> => {
  const masses = new Map<Text, number>();
  blocks.forEach(({ nodes, words }, index) => {
    for (const node of nodes) masses.set(node, ((scores[index] ?? 0) * Math.min(words, 40)) / nodes.length);
  });
  return masses;
};

interface Measure {
  readonly mass: number;
  readonly words: number;
  readonly elements: number;
  readonly hasLink: boolean;
  readonly hasHeading: boolean;
}

const PROSE: ReadonlySet<string> = new Set([
  "p",
  "br",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "option",
  "source",
  "path",
  "script",
  "style",
  "td",
  "th",
  "dt",
  "dd",
  "link",
  "meta",
  "hr",
]);

/** Classes that differ between the records of one list: states, numbers, hashes. */
const isStable = (name: string): boolean =>
  !/\d|^(?:first|last|odd|even|active|current|selected|is-|has-|js-)|--|__.*__/.test(name) &&
  name.length < 40;
const signatureOf = ({ name, attribs }: Element): string => {
  const classes = (attribs.class ?? "").split(/\s+/).filter((word) => word !== "" && isStable(word));
  return `${name}.${classes.slice(0, 2).join(".")}`;
};

const measureAll = (top: Element, masses: ReadonlyMap<Text, number>): ReadonlyMap<Element, Measure> => {
  const measures = new Map<Element, Measure>();
  const visit = (element: Element): Measure => {
    let mass = 0;
    let words = 0;
    let elements = 0;
    let hasLink = element.name === "a" && element.attribs.href !== undefined;
    let hasHeading = /^h[1-6]$/.test(element.name);
    for (const child of element.children) {
      if (isText(child)) {
        const own = masses.get(child);
        if (own === undefined) continue;
        mass += own;
        words += child.data.trim() === "" ? 0 : child.data.trim().split(/\s+/).length;
      } else if (isTag(child)) {
        const inner = visit(child);
        mass += inner.mass;
        words += inner.words;
        elements += inner.elements + 1;
        hasLink ||= inner.hasLink;
        hasHeading ||= inner.hasHeading;
      }
    }
    const measure = { mass, words, elements, hasLink, hasHeading };
    measures.set(element, measure);
    return measure;
  };
  visit(top);
  return measures;
};

const BARRED = bitOf("navigation") | bitOf("footer") | bitOf("overlay");
const isBarred = (element: Element): boolean =>
  element.name === "nav" || element.name === "footer" || (groupsOf(element) & BARRED) !== 0;

/** What makes neighbours a list of records: enough of them, filled, alike, and not mere words of prose. */
const isList = (records: readonly Element[], measures: ReadonlyMap<Element, Measure>): boolean => {
  const filled = records.filter((record) => (measures.get(record)?.words ?? 0) > 0);
  if (filled.length < 2 || filled.length < records.length / 2) return false;
  const structured = filled.filter((record) => {
    const measure = measures.get(record);
    return (
      measure && measure.elements >= 1 && (measure.hasLink || measure.hasHeading || measure.elements >= 2)
    );
  });
  return structured.length >= filled.length * 0.6;
};

/** Text that all records share is furniture, and records without text of their own are none. */
const variance = (records: readonly Element[], measures: ReadonlyMap<Element, Measure>): number => {
  const texts = new Set(records.slice(0, 50).map((record) => firstText(record)));
  const words = records.map((record) => measures.get(record)?.words ?? 0);
  const average = words.reduce((sum, value) => sum + value, 0) / words.length;
  return (texts.size / Math.min(50, records.length)) * Math.min(1, average / 4);
};

const firstText = (element: Element): string => {
  let text = "";
  const visit = (node: AnyNode): boolean => {
    if (isText(node)) text += node.data.trim();
    else if (isTag(node)) for (const child of node.children) if (visit(child)) return true;
    return text.length > 60;
  };
  visit(element);
  return text;
};

/** A record that no element holds: a heading with all that follows it. */
const splitAtHeadings = (parent: Element): Element[] => {
  const counts = new Map<string, number>();
  for (const child of parent.children)
    if (isTag(child) && /^h[2-5]$/.test(child.name))
      counts.set(child.name, (counts.get(child.name) ?? 0) + 1);
  const [name, count] = [...counts].sort((left, right) => right[1] - left[1])[0] ?? ["", 0];
  if (count < 3) return [];
  const records: Element[] = [];
  let nodes: AnyNode[] = [];
  const close = (): void => {
    // The copies' children keep their own parents: the page itself is left as it is.
    if (nodes.length > 0) records.push(virtualElement(nodes));
  };
  for (const child of parent.children) {
    if (isTag(child) && child.name === name) {
      close();
      nodes = [child];
    } else if (nodes.length > 0) nodes.push(child);
  }
  close();
  return records;
};

const virtualElement = (nodes: AnyNode[]): Element => {
  const element = new Element("div", {});
  element.children = nodes as Element["children"];
  return element;
};

const MAX_REGIONS = 200;

/** The data regions of a page, the one that holds most of its main content first. */
export const findRegions = (content: MainContent): Region[] => {
  if (!content.top) return [];
  const measures = measureAll(content.top, massOf(content));
  const groups = new Map<string, Element[]>();
  const flat: Region[] = [];
  const visit = (element: Element): void => {
    if (isBarred(element)) return;
    const headed = splitAtHeadings(element);
    if (headed.length >= 3) {
      const mass = measures.get(element)?.mass ?? 0;
      flat.push({ records: headed, score: mass * 0.7, path: `${signatureOf(element)} > headings` });
    }
    for (const child of element.children) {
      if (!isTag(child)) continue;
      if (!PROSE.has(child.name) && (!INLINE.has(child.name) || child.name === "a")) {
        // Rows of cards make one list, wherever the rows end.
        const key = `${element.parent && isTag(element.parent) ? signatureOf(element.parent) : ""} > ${signatureOf(element)} > ${signatureOf(child)}`;
        const known = groups.get(key);
        if (known) known.push(child);
        else groups.set(key, [child]);
      }
      visit(child);
    }
  };
  visit(content.top);
  const regions = [...groups]
    .filter(([, records]) => isList(records, measures))
    .map(([path, records]): Region => {
      const filled = records.filter((record) => (measures.get(record)?.words ?? 0) > 0);
      const mass = filled.reduce((sum, record) => sum + (measures.get(record)?.mass ?? 0), 0);
      const several = Math.min(1, filled.length / 6) ** 0.5;
      return { records: filled, score: mass * several * variance(filled, measures), path };
    });
  return [...regions, ...flat].sort((left, right) => right.score - left.score).slice(0, MAX_REGIONS);
};
