/** Menus from which a day is selected, as lists of events. */
import type { Document, Element } from "domhandler";
import { findAll, textContent } from "domutils";
import { startText } from "../../page/shortText.ts";
import { elementsBy } from "../../page/tags.ts";
import { daysIn, MAX_LINE } from "../../regions/cutDays.ts";
import type { DateReading } from "../../values/dates.ts";
import { namingWords } from "./eventWords.ts";

const saidBy = (option: Element): string => textContent(option).slice(0, MAX_LINE);

/** The address in an option's value, as menus that lead on have it: not "2026-12-01", and not "?day=2026-12-01". */
const ADDRESS = /^(?:https?:\/\/|\.{0,2}\/)\S|^\S+\.\p{L}{2,4}\d?$/iu;
const pathOf = ({ attribs: { value = "" } }: Element): string[] =>
  ADDRESS.test(value) ? [value.replace(/[?#].*$/s, "")] : [];

const MOST = 0.5;
/**
 * Whether options show the event of each day: most lead to a page or file of their own, or say more than the day. Those of a
 * filter or a booking do neither.
 */
const showEvents = (options: readonly Element[], context: DateReading): boolean => {
  const named = options.filter((option) => namingWords(saidBy(option), context).length > 0);
  return Math.max(named.length, new Set(options.flatMap(pathOf)).size) > options.length * MOST;
};

const MIN_OPTIONS = 3;
const DATED_SHARE = 0.8;
const findOptions = (root: Document, context: DateReading): readonly Element[] =>
  elementsBy(root, "tag", "select").flatMap((select) => {
    const options = findAll(({ name }) => name === "option", select.children);
    const dated = options.filter((option) => daysIn(saidBy(option), context).size > 0);
    const isMenu = dated.length >= MIN_OPTIONS && dated.length >= options.length * DATED_SHARE;
    return isMenu && showEvents(dated, context) ? dated : [];
  });

/**
 * The options of menus from which a day is selected, if they are the list: more than the records found elsewhere, and most
 * days of these are among them. Otherwise the records.
 */
export const preferMenus = (
  records: readonly Element[],
  root: Document,
  context: DateReading,
): readonly Element[] => {
  const options = findOptions(root, context);
  if (options.length <= records.length) return records;
  const known = new Set(options.flatMap((option) => [...daysIn(saidBy(option), context)]));
  const dated = records
    .map((record) => [...daysIn(startText(record, MAX_LINE), context)])
    .filter(({ length }) => length > 0);
  const shared = dated.filter((days) => days.some((day) => known.has(day)));
  return shared.length >= dated.length * MOST ? options : records;
};
