/** The fields of the grammar that read an example's value off its place. */
import type { AnyNode } from "domhandler";
import {
  type Field,
  FieldError,
  MAX_FIELD_LENGTH,
  MAX_PATTERN_LENGTH,
  parseField,
  printField,
  type Transform,
} from "../../../../contract/fields.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { compileSelector } from "../read.ts";
import { candidatesFor, isEmpty, plain, readerOf } from "../selectors/fields.ts";
import { containsText, labelOf } from "./labels.ts";
import type { Found, Part, Place } from "./places.ts";

export interface Written {
  readonly field: Field;
  readonly text: string;
  /** Lower lasts longer. */
  readonly cost: number;
  /** The label that it is found by; null: by its place alone. */
  readonly label: string | null;
  readonly read: (scope: AnyNode) => unknown;
}

const MAX_TRIED = 120;
const LABEL_COST = 1;
const UNSURE_LABEL_COST = 3;
const SURE_LABEL = 0.9;
const PART_COST = 1;
/** A selector that matches more than the value's own element holds as long as that stays first. */
const FIRST_COST = 2.5;

const escapePattern = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&").replace(/\s+/g, "\\s*");

const transformsOf = (part: Part | null): Transform[] => {
  if (part === null) return [];
  const end = part.after === "" ? "$" : `(?:${escapePattern(part.after)}|$)`;
  return [{ name: "regex", pattern: `${escapePattern(part.before)}\\s*(.+?)\\s*${end}`, flags: "" }];
};

const isWritable = (text: string): boolean => {
  try {
    return parseField(text).name !== "";
  } catch (error) {
    if (error instanceof FieldError) return false;
    throw error;
  }
};

interface Tried {
  readonly css: string;
  readonly cost: number;
  readonly label: string | null;
}

const triedFor = (place: Place, scope: AnyNode, { type }: Found, isPage: boolean): Tried[] => {
  const paths = candidatesFor(place, scope, isPage, type).map(({ css, cost }) => ({
    css,
    cost,
    label: null,
  }));
  if (place.part) {
    const { before } = place.part;
    const own = `${place.element.name}${containsText(before)}:not(:has(${place.element.name}))`;
    return [{ css: own, cost: LABEL_COST, label: before }, ...paths];
  }
  // A label beside an attribute's element speaks of what is shown.
  const label = place.attribute === null && place.element !== scope ? labelOf(place.element) : null;
  // What stands in front in one record need not in the others: there only what is surely a label counts.
  if (!label || (!isPage && label.confidence < SURE_LABEL)) return paths;
  const cost = label.confidence >= SURE_LABEL ? LABEL_COST : UNSURE_LABEL_COST;
  return [...label.selectors.map((css, at) => ({ css, cost: cost + at * 0.1, label: label.text })), ...paths];
};

/**
 * The ways to read a value off one place that give that very value there, the most lasting first.
 *
 * @param scope the record, or the page
 * @param isPage whether the record is the whole page
 */
export const writePlace = (
  name: string,
  found: Found,
  place: Place,
  scope: AnyNode,
  context: CoerceContext,
  { isPage, most = 12 }: { isPage: boolean; most?: number },
): Written[] => {
  const transforms = transformsOf(place.part);
  if (transforms.some((transform) => "pattern" in transform && transform.pattern.length > MAX_PATTERN_LENGTH))
    return [];
  const written: Written[] = [];
  for (const { css, cost, label } of triedFor(place, scope, found, isPage).slice(0, MAX_TRIED)) {
    if (written.length >= most) break;
    const field: Field = {
      name,
      list: false,
      source: { selector: css, attribute: place.attribute },
      transforms,
    };
    const text = printField(field);
    if (text.length > MAX_FIELD_LENGTH || !isWritable(text)) continue;
    const read = readerOf(field, found.type, context);
    const value = read(scope);
    if (isEmpty(value) || plain(value) !== plain(found.value)) continue;
    // What gives the right value by chance reads another element of the same text.
    const matches = css === "" || css === ":scope" ? [place.element] : compileSelector(css)(scope);
    if (matches[0] !== place.element) continue;
    const extra = (matches.length > 1 ? FIRST_COST : 0) + (place.part ? PART_COST : 0);
    written.push({ field, text, cost: cost + extra, label, read });
  }
  return written.sort((left, right) => left.cost - right.cost);
};
