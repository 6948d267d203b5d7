/** Writes fields in the field grammar that read an example's value from its place. */
import type { AnyNode, Element } from "domhandler";
import {
  type Field,
  FieldError,
  formatField,
  MAX_FIELD_LENGTH,
  parseField,
} from "../../../../contract/fields/fields.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { isEmpty } from "../../values/types.ts";
import { compileSelector } from "../select.ts";
import { candidatesFor, readerOf } from "../selectors/fields.ts";
import { byLinkText, containsText, isRepeated, linkText } from "../selectors/linkText.ts";
import { type Found, isSame, type Place } from "./findPlaces.ts";
import { type Label, labelOf } from "./labels.ts";
import type { Part } from "./parts.ts";
import { withoutUnlike } from "./unlike.ts";

export interface Written {
  readonly field: Field;
  readonly text: string;
  /** Lower is more durable. */
  readonly cost: number;
  /** The label that the selector relies on; null if none. */
  readonly label: string | null;
  readonly read: (scope: AnyNode) => unknown;
}

const MAX_TRIED = 120;
const MAX_WAYS = 12;
/** Fewer for a value cut out of a longer text, since each is combined with each way to cut. */
const MAX_WAYS_OF_PART = 3;
/** Costs of ways to find a place. Set by hand, like the limits above. */
const LABEL_COST = 1;
/** The text before a value can be another value. Divided by the label's confidence. */
const UNSURE_LABEL_COST = 3;
const SURE_LABEL = 0.9;
const MIN_LABEL_IN_RECORD = SURE_LABEL;
/** Extra cost of a selector with several matches: it works only while the value's element stays first. */
const FIRST_COST = 2.5;

/** Whether a field can be read back from its text. */
export const isWritable = (text: string): boolean => {
  try {
    return parseField(text).name !== "";
  } catch (error) {
    if (error instanceof FieldError) return false;
    throw error;
  }
};

interface Way {
  readonly css: string;
  readonly cost: number;
  readonly label: string | null;
}

/** Checks that the first match is the place's own element, not another one with the same text. Null if not. */
const reachesFirst = ({ css }: Way, element: Element, scope: AnyNode): { isOnly: boolean } | null => {
  const matches = css === "" || css === ":scope" ? [element] : compileSelector(css)(scope);
  return matches[0] === element ? { isOnly: matches.length === 1 } : null;
};

const holding = (ways: readonly Way[], { element }: Place, scope: AnyNode, most: number): Way[] => {
  const kept: Way[] = [];
  // With many class names, places among siblings come late.
  const placed = ways.slice(MAX_TRIED).filter(({ css }) => /:nth|^:scope/.test(css));
  for (const [at, way] of [...ways.slice(0, MAX_TRIED), ...placed.slice(0, MAX_TRIED)].entries()) {
    if (kept.length >= most || (at >= MAX_TRIED && kept.length > 0)) break;
    if (!isWritable(`x: ${way.css || "@x"}`)) continue;
    const reached = reachesFirst(way, element, scope);
    if (reached) kept.push({ ...way, cost: way.cost + (reached.isOnly ? 0 : FIRST_COST) });
  }
  return kept.sort((left, right) => left.cost - right.cost);
};

/** Whether at least half of the records have a value after the same text. */
const isShared = ({ selectors: [css = ""], isLinked }: Label, records: readonly AnyNode[]): boolean => {
  if (isLinked) return false;
  const select = compileSelector(css, true);
  const sample = records.slice(0, PROBE);
  return sample.filter((record) => select(record).length > 0).length * 2 >= sample.length;
};
const PROBE = 12;

/** Ways by the label before the element. Not for attributes: a label describes the visible text. */
const labelWays = (place: Place, scope: AnyNode, isPage: boolean, records: readonly AnyNode[]): Way[] => {
  const label =
    place.attribute === null && place.element !== scope
      ? labelOf(place.element, isPage ? null : scope)
      : null;
  // The text before the value can differ between records, so only a sure label counts there, or one that they share.
  if (!label || (!isPage && label.confidence < MIN_LABEL_IN_RECORD && !isShared(label, records))) return [];
  const cost = label.confidence >= SURE_LABEL ? LABEL_COST : UNSURE_LABEL_COST / label.confidence;
  return label.selectors.map((css, at) => ({ css, cost: cost + at * 0.1, label: label.text }));
};

/** Way by the label within the element, before the part that is the value. */
const innerWay = ({ element }: Place, { label }: Part): Way[] =>
  label === null
    ? []
    : [{ css: `${element.name}${containsText(label)}:not(:has(${element.name}))`, cost: 0, label }];

/** Way by what the link says, if the links of other records say the same. */
const linkWay = ({ element }: Place, scope: AnyNode, records: readonly AnyNode[]): Way | null => {
  const text = linkText(element);
  return text !== null && isRepeated(element, text, scope, records)
    ? { css: byLinkText(text), cost: 0, label: text }
    : null;
};

/** Whether the first match of a selector in each record is a link with the same text, if it has one. */
const keepsText = (css: string, text: string, records: readonly AnyNode[]): boolean => {
  const select = compileSelector(css, true);
  return records.every((record) => {
    const [first] = css === "" || css === ":scope" ? [] : select(record);
    return first === undefined || linkText(first) === text;
  });
};

/**
 * Lists the fields that read the exact value from one place, the most durable first.
 *
 * @param scope the record, or the page
 * @param isPage whether the record is the whole page
 * @param records other records of the list
 */
export const writePlace = (
  name: string,
  found: Found,
  place: Place,
  scope: AnyNode,
  context: CoerceContext,
  isPage: boolean,
  records: readonly AnyNode[],
): Written[] => {
  const paths = candidatesFor(place, scope, isPage, found.type).map(
    ({ css, cost }): Way => ({ css, cost, label: null }),
  );
  const linked = found.type === "url" && !isPage ? linkWay(place, scope, records) : null;
  const isWhole = place.parts.every(({ transforms }) => transforms.length === 0);
  const around = holding(
    linked
      ? [linked, ...paths.filter(({ css }) => keepsText(css, linked.label ?? "", records))]
      : [...labelWays(place, scope, isPage, records), ...paths],
    place,
    scope,
    isWhole ? MAX_WAYS : MAX_WAYS_OF_PART,
  ).map((way) =>
    found.type === "price" ? { ...way, css: withoutUnlike(way.css, place.element, scope, records) } : way,
  );
  return place.parts
    .flatMap((part) => {
      const inner = holding(innerWay(place, part), place, scope, 1);
      return [...inner, ...around].map((way) => ({ way, part }));
    })
    .flatMap(({ way, part }): Written[] => {
      const source = { selector: way.css, attribute: place.attribute };
      const field: Field = { name, list: false, source, transforms: part.transforms };
      const text = formatField(field);
      if (text.length > MAX_FIELD_LENGTH || !isWritable(text)) return [];
      const own = { ...field, source: { ...source, selector: "" } };
      const value = readerOf(
        source.attribute === null ? { ...own, source: SELF } : own,
        found.type,
        context,
      )(place.element);
      if (isEmpty(value) || !isSame(value, found.value)) return [];
      const read = readerOf(field, found.type, context);
      return [{ field, text, cost: way.cost + part.cost, label: way.label, read }];
    })
    .sort((left, right) => left.cost - right.cost);
};

const SELF = { selector: ":scope", attribute: null };
