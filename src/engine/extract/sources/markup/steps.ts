/** Steps and ingredients in markup: in texts, lists, sections, and with the authors' own numbering. */
import { lettersOf } from "../../values/text.ts";
import { isRecord } from "./entities.ts";
import { plainText } from "./plainText.ts";

/** "1. Chop. 2. Fry." in one text, if the numbers count up from one. */
const splitNumbered = (text: string): string[] => {
  const parts = text.split(/(?:^|\s)(?=\d{1,2}[.)]\s*\p{L})/u).map((part) => part.trim());
  const numbers = parts.filter((part) => part !== "").map((part) => Number.parseInt(part, 10));
  return numbers.length >= 2 && numbers.every((number, index) => number === index + 1)
    ? parts.filter((part) => part !== "").map((part) => part.replace(/^\d{1,2}[.)]\s*/, ""))
    : [text];
};

/** Lines of a text with or without markup. Some pages escape it twice. */
const splitLines = (text: string): string[] =>
  (/&lt;\/?(?:p|li|ol|ul|div|br)\b/i.test(text) ? text.replace(/&lt;/g, "<").replace(/&gt;/g, ">") : text)
    .split(/<\/(?:li|p|div|h\d)>|<br\s*\/?>|\r?\n+/i)
    .map(plainText)
    .filter((line) => line !== "");

const readSteps = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(readSteps);
  if (typeof value === "string") return splitLines(value).flatMap(splitNumbered);
  if (!isRecord(value)) return [];
  const inner = value.itemListElement ?? value.steps ?? value.step ?? value.item;
  const name = typeof value.name === "string" ? plainText(value.name) : "";
  const ofText = typeof value.text === "string" ? readSteps(value.text) : [];
  const texts = ofText.length === 0 && inner === undefined ? readSteps(value.description) : ofText;
  const steps = [...texts, ...(inner === undefined || texts.length > 0 ? [] : readSteps(inner))];
  // Many step names are only a number, or repeat the beginning of the step.
  const repeats =
    /^\p{L}*\s*\d{1,2}[.:)]?$/u.test(name) || lettersOf(steps[0] ?? "").startsWith(lettersOf(name));
  return name === "" || repeats ? steps : [name, ...steps];
};

const NUMBERED = /^(?:\p{L}{2,12}\s+)?(\d{1,2})\s*[.:)–-]\s*(?=\S)/u;

/** Steps without their numbers, if these count up from one. */
const withoutNumbers = (steps: readonly string[]): readonly string[] => {
  const isCounted =
    steps.length >= 2 && steps.every((step, index) => Number(NUMBERED.exec(step)?.[1]) === index + 1);
  return isCounted ? steps.map((step) => step.replace(NUMBERED, "")) : steps;
};

/** Steps of a recipe or a guide: text, lists, sections of steps. */
export const listSteps = (value: unknown): readonly string[] => withoutNumbers(readSteps(value));

/** Ingredients, one by one: from texts, groups, or objects with separate amounts and names. */
export const listIngredients = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value.flatMap(listIngredients);
  if (typeof value === "string") return splitLines(value);
  if (!isRecord(value)) return value === null ? [] : [value];
  const inner = value.itemListElement ?? value.ingredients ?? value.item;
  if (inner !== undefined) return listIngredients(inner);
  const parts = [value.value ?? value.amount ?? value.quantity, value.unitText ?? value.unit, value.name];
  const texts = parts.filter((part) => typeof part === "string" || typeof part === "number").map(String);
  return texts.length > 1 && typeof value.name === "string" ? [plainText(texts.join(" "))] : [value];
};
