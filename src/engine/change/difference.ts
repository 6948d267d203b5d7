/** Decides whether two values of a field are the same, differ, or differ only by noise. */

import type { MonitorOptions } from "../../contract/flows/monitor.ts";
import type { NoiseReason } from "../../contract/runs/changes.ts";
import { addressOf, withoutVisit } from "./addresses.ts";
import { formOf, ignoring, plainText, tidyText } from "./canonical.ts";
import { isLegacyVisit } from "./legacyKeys.ts";
import { isNoisyName, WORDINGS } from "./noise.ts";
import { isObserved, type ObservedNoise, parametersOf, textOf } from "./observed.ts";
import { isLongText, replacedPassages } from "./textDiff.ts";

/**
 * What a monitor without `fields` compares. The date and language of a page are part of its text, or guesses about it;
 * the URL of a product is where it was read.
 */
const WATCHED: Partial<Record<NonNullable<MonitorOptions["watch"]>, readonly string[]>> = {
  text: ["title", "markdown"],
  price: ["name", "price", "currency", "availability"],
  picture: ["picture"],
};

/** The owner wants every difference of this field, even if it looks like noise. */
export const isWanted = (name: string, { fields = [], matters = [], watch }: MonitorOptions): boolean =>
  fields.includes(name) ||
  matters.includes(name) ||
  ((watch === "price" || watch === "picture") && WATCHED[watch]?.includes(name) === true);

/** Whether a field takes part in the comparison. */
export const isCompared = (
  name: string,
  { fields, ignoreFields = [], watch = "records" }: MonitorOptions,
): boolean => !ignoreFields.includes(name) && (fields ?? WATCHED[watch] ?? [name]).includes(name);

export interface Place {
  readonly key: string;
  readonly field: string;
}

type Read = (text: string) => string;

/** The first reason whose wording occurs in a value. */
const firstWording = (value: unknown, read: Read): NoiseReason => {
  const found = WORDINGS.find(
    ([, cut]) => formOf(value, { read: (text) => cut(read(text)) }) !== formOf(value, { read }),
  );
  return found?.[0] ?? "age";
};

/**
 * @param observed what two reads of the pages showed to be noise
 * @param isLegacy the earlier values are those of a release up to 0.1, to which some parameters were never a change
 */
export const createDifference = (options: MonitorOptions, observed: ObservedNoise, isLegacy = false) => {
  const { ignore = [] } = options;
  const plain = ignoring(ignore, plainText);
  const tidy = ignoring(ignore, tidyText);

  const isEqual = (
    previous: unknown,
    current: unknown,
    read: Read,
    isLeftOut?: (name: string) => boolean,
  ) => {
    const form = { read, ...(isLeftOut && { isLeftOut }) };
    return formOf(previous, form) === formOf(current, form);
  };

  /** "same", the reason why the difference is noise, or null if it is a real one. */
  const compareValues = (place: Place, previous: unknown, current: unknown): "same" | NoiseReason | null => {
    const { field } = place;
    if (previous === current) return "same";
    const asIs = { read: plain, isExact: true };
    if (formOf(previous, asIs) === formOf(current, asIs)) return "same";
    if (isEqual(previous, current, tidy)) return "format";
    if (isWanted(field, options)) return null;
    const learned = parametersOf(observed, field);
    const isVisit = (name: string) => learned.has(name) || (isLegacy && isLegacyVisit(name));
    const ofPage: Read = (text) => {
      const url = addressOf(text);
      return tidy(url ? withoutVisit(url, isVisit) : text);
    };
    if (isEqual(previous, current, ofPage)) return "visit";
    if (isObserved(observed, place, textOf(previous), textOf(current))) return "reads";
    if (isNoisyName(field)) return "name";
    for (const [reason, cut] of WORDINGS)
      if (isEqual(previous, current, (text) => cut(ofPage(text)))) return reason;
    const quiet: Read = (text) => WORDINGS.reduce((rest, [, cut]) => cut(rest), ofPage(text));
    if (isEqual(previous, current, quiet)) return firstWording(previous, ofPage);
    if (isEqual(previous, current, ofPage, isNoisyName)) return "name";
    const [from, to] = [previous, current].map((value) =>
      typeof value === "string" ? quiet(value) : textOf(value),
    );
    return isObserved(observed, place, from ?? "", to ?? "") ? "reads" : null;
  };

  return (place: Place, previous: unknown, current: unknown): "same" | NoiseReason | null => {
    if (!isLongText(previous) || !isLongText(current)) return compareValues(place, previous, current);
    if (plain(previous) === plain(current)) return "same";
    const verdicts = replacedPassages(previous, current).map(([from, to]) => compareValues(place, from, to));
    // Passages whose lines are only broken differently are the same.
    return verdicts.includes(null) ? null : (verdicts.find((verdict) => verdict !== "same") ?? "format");
  };
};
