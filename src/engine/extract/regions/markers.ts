/** Records that no element holds, and what makes elements alike. */
import { type AnyNode, Element, isTag } from "domhandler";

/** Classes that differ between the records of one list: states, numbers, hashes. */
const isStable = (name: string): boolean =>
  !/\d|^(?:first|last|odd|even|active|current|selected|is-|has-|js-)|--|__.*__/.test(name) &&
  name.length < 40;
const signatures = new WeakMap<Element, string>();
/** Tag and stable classes. */
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
/** Of one column or section; a list needs `MIN_MARKED` of them in all. */
const MIN_NAMED = 2;
const PLAIN_MARKERS: ReadonlySet<string> = new Set(["p", "div", "span", "tr"]);

const PERIODS = [2, 3] as const;
const MIN_TURNS = 3;
const REGULAR_SHARE = 0.9;

/** What stands in an element, in any order: pictures left and right in turn make no other record, nor do striped rows. */
const sketchOf = (element: Element): string =>
  `${element.name}(${element.children
    .filter(isTag)
    .map(({ name }) => name)
    .sort()
    .join()})`;

/** Rows that nothing names, but that come in the same turn again and again: a title, a line about it, a gap. */
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

/** Whether neighbours are unlike each other and like those after them: parts of records, and no records. */
export const comeInTurns = (records: readonly Element[]): boolean => periodOf(records) !== null;

const findTurns = (children: readonly Element[]): ((child: Element) => boolean) | null => {
  const period = periodOf(children);
  if (period === null) return null;
  const first = new Set(children.filter((_, at) => at % period === 0));
  return (child) => first.has(child);
};

const isRule = ({ name }: Element): boolean => name === "hr";
/** What begins each record where no element holds one: rules, headings, terms, or elements of one class in turn with others. */
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
  if (most >= MIN_NAMED) return (child) => child.name === name;
  // A title, a summary, a title, a summary: whatever comes first in each turn.
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

/** Records that no element holds: a heading with all that follows it. */
export const splitAtMarkers = (parent: Element): Element[] => {
  const marks = findMarker(parent.children.filter(isTag));
  if (!marks) return [];
  const records: Element[] = [];
  let nodes: AnyNode[] = [];
  const close = (): void => {
    // The copies' children keep their own parents: the page itself is left as it is.
    if (nodes.length > 0) records.push(virtualElement(nodes));
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

const virtualElement = (nodes: AnyNode[]): Element => {
  const element = new Element("div", {});
  element.children = nodes as Element["children"];
  return element;
};
