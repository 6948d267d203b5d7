/** How a field of the examples was found, in words, and how sure that is. */
import type { Element } from "domhandler";
import type { FieldPlace } from "../../../contract/fields/recordExamples.ts";
import { linkText } from "../../extract/slots/selectors/index.ts";
import { placeOf, tellSource } from "../preview.ts";
import type { Chosen } from "./choose.ts";
import type { Holding } from "./findExamples.ts";

/** Confidence by how a place is found; other pages settle the rest. Set by hand. */
const CONFIDENCE = { label: 0.95, named: 0.9, place: 0.75, position: 0.5 } as const;
const SETTLED = 0.5;
/** Highest confidence in a value that could also be elsewhere. */
const UNSURE = 0.4;

const confidenceOf = (chosen: Chosen, holding: Holding): number =>
  chosen.isSure ? byPlace(chosen, holding) : Math.min(UNSURE, byPlace(chosen, holding));

const byPlace = ({ option: { written, filled } }: Chosen, { selector, fit, scopes }: Holding): number => {
  if (selector !== null) return fit * (1 - SETTLED + SETTLED * filled);
  const css = written.field.source?.selector ?? "";
  const found = /:nth-/.test(css) ? "position" : /^#|\[itemprop|^h1$/.test(css) ? "named" : "place";
  const byLook = CONFIDENCE[written.label === null ? found : "label"];
  return scopes.length < 2 ? byLook : byLook * (1 - SETTLED) + filled * SETTLED;
};

const KINDS: Readonly<Record<string, string>> = { a: "link ", img: "picture " };
const kindOf = ({ name }: Element): string => (/^h[1-6]$/.test(name) ? "heading " : (KINDS[name] ?? ""));

/** How a field is found, in plain words. */
export const tellPlace = (chosen: Chosen, holding: Holding): FieldPlace => {
  const { place, written, isConstant } = chosen.option;
  const isList = holding.selector !== null;
  const where = isList ? "of each record" : isConstant ? "of the pages" : "of the page";
  const how =
    written.label === null
      ? tellSource(written.field, kindOf(place.element))
      : linkText(place.element) === written.label
        ? `the link "${written.label}"`
        : `the value after "${written.label}"`;
  const same = isConstant ? ", the same on all of them" : "";
  return placeOf(chosen.name, `${how} ${where}${same}`, confidenceOf(chosen, holding));
};
