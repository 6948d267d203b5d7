/** Records without an element of their own, and the signature by which elements are compared. */
import { type AnyNode, Element, isTag } from "domhandler";

/** Whether a class name is the same for all records of a list, unlike states, numbers and hashes. */
const isStable = (name: string): boolean =>
  !/\d|^(?:first|last|odd|even|active|current|selected|is-|has-|js-)|-(?:odd|even)$|--|__.*__/.test(name) &&
  name.length < 40;
const signatures = new WeakMap<Element, string>();
/** Tag name and stable class names. */
export const signatureOf = (element: Element): string => {
  const known = signatures.get(element);
  if (known !== undefined) return known;
  const signature = sign(element);
  signatures.set(element, signature);
  return signature;
};
const sign = ({ name, attribs }: Element): string => {
  const classes = (attribs.class ?? "").split(/\s+/).filter((word) => word !== "" && isStable(word));
  return `${name}.${classes.slice(0, 2).join(".")}`;
};

export const MIN_MARKED = 3;
/** Minimum per column or section; the whole list needs `MIN_MARKED`. */
const MIN_NAMED = 2;
const PLAIN_MARKERS: ReadonlySet<string> = new Set(["p", "div", "span", "tr"]);

const PERIODS = [2, 3] as const;
const MIN_TURNS = 3;
const REGULAR_SHARE = 0.9;

/**
 * Tag names of the children, in any order: alternating image positions and striped rows are still the same kind of
 * record.
 */
const sketchOf = (element: Element): string =>
  `${element.name}(${element.children
    .filter(isTag)
    .map(({ name }) => name)
    .sort()
    .join()})`;

/** Period of unnamed rows that repeat in a fixed order: a title, a line about it, a gap. */
const periodOf = (children: readonly Element[]): number | null => {
  const sketches = children.map(sketchOf);
  const found = PERIODS.find(
    (length) =>
      sketches.length >= length * MIN_TURNS &&
      new Set(sketches.slice(0, length)).size === length &&
      sketches.filter(
        (sketch, at) => at >= length && sketch === sketches[at - length] && sketch !== sketches[at - 1],
      ).length >=
        (sketches.length - length) * REGULAR_SHARE,
  );
  return found ?? null;
};

/** Whether siblings repeat in a cycle: they are parts of records, not records. */
export const comeInTurns = (records: readonly Element[]): boolean => periodOf(records) !== null;

const findTurns = (children: readonly Element[]): ((child: Element) => boolean) | null => {
  const period = periodOf(children);
  if (period === null) return null;
  const first = new Set(children.filter((_, at) => at % period === 0));
  return (child) => first.has(child);
};

const isRule = ({ name }: Element): boolean => name === "hr";
/**
 * Finds the element that starts each record if no element wraps it: a rule, a heading, a term, or one class
 * alternating with others.
 */
const findMarker = (children: readonly Element[]): ((child: Element) => boolean) | null => {
  if (children.filter(isRule).length >= MIN_MARKED) return isRule;
  if (children.length < MIN_MARKED * 2 && !children.some(({ name }) => /^(?:h[2-5]|dt)$/.test(name)))
    return null;
  const counts = new Map<string, number>();
  const count = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const child of children) {
    if (/^(?:h[2-5]|dt)$/.test(child.name)) count(child.name);
    else if (PLAIN_MARKERS.has(child.name) && child.attribs.class) count(signatureOf(child));
  }
  const named = [...counts].filter(([key]) => !key.includes("."));
  const [name, most] = named.sort((left, right) => right[1] - left[1])[0] ?? ["", 0];
  // A glossary by letter has terms that are alone under theirs.
  if (most >= MIN_NAMED || (most === 1 && name === "dt")) return (child) => child.name === name;
  // A title, a summary, a title, a summary: the first of each cycle starts the record.
  const turns = [...counts].filter(([, times]) => times >= MIN_MARKED * 2);
  const first = children.map(signatureOf).find((key) => turns.some(([turn]) => turn === key));
  const times = turns.find(([turn]) => turn === first)?.[1] ?? 0;
  const follows = children.filter(
    (child, index) => signatureOf(child) === first && signatureOf(children[index + 1] ?? child) !== first,
  );
  return first !== undefined && follows.length >= times * 0.9 && children.length >= times * 1.8
    ? (child) => signatureOf(child) === first
    : findTurns(children);
};

/** Splits siblings into records that have no element of their own: a heading and everything up to the next one. */
export const splitAtMarkers = (parent: Element): Element[] => {
  const marks = findMarker(parent.children.filter(isTag));
  if (!marks) return [];
  const records: Element[] = [];
  let nodes: AnyNode[] = [];
  const close = (): void => {
    // The copies' children keep their own parents: the page itself is not modified.
    if (nodes.length > 0) records.push(joinNodes(nodes));
  };
  for (const child of parent.children) {
    if (isTag(child) && marks(child)) {
      close();
      nodes = [child];
    } else if (nodes.length > 0) nodes.push(child);
  }
  close();
  return records;
};

/** A record without an element of its own; its nodes keep their own parents. */
export const joinNodes = (nodes: readonly AnyNode[]): Element => {
  const element = new Element("div", {});
  element.children = [...nodes] as Element["children"];
  return element;
};

/** The records by the nodes they consist of. */
export const ownersOf = (records: readonly Element[]): ReadonlyMap<AnyNode, Element> =>
  new Map(records.flatMap((record) => nodesOf(record).map((node) => [node, record])));

/** The nodes of a record: its element, or those that were joined. */
export const nodesOf = (record: Element): readonly AnyNode[] =>
  record.parent === null ? record.children : [record];
