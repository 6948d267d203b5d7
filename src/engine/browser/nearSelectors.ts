/** Elements of a page that a selector without matches may have meant. */
import type { ActionSelector } from "../../contract/steps/actionSelectors.ts";

/** A visible control, as the function `controls` of `inPage.ts` describes it. */
export interface Control {
  readonly tag: string;
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** What it says or is labelled; empty for what a person has typed. */
  readonly text: string;
}

const MAX_NEAR = 3;
const MAX_TEXT = 40;
const MIN_WORD = 3;

/** Also within a word: `userName` has `user` and `name`. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= MIN_WORD);

const quote = (text: string): string => JSON.stringify(text.replace(/\s+/g, " ").trim());

const selectorOf = ({ tag, id, name, type, text }: Control): string => {
  if (name !== "") return `${tag}[name=${quote(name)}]`;
  if (/^[A-Za-z][\w-]*$/.test(id)) return `#${id}`;
  if (text !== "" && text.length <= MAX_TEXT && tag !== "input") return `${tag}:contains(${quote(text)})`;
  return type === "" ? tag : `${tag}[type=${quote(type)}]`;
};

/** How many of the selector's words a control has, in part or whole. */
const likeness = (wanted: readonly string[], { tag, id, name, type, text }: Control): number => {
  const own = wordsOf(`${tag} ${id} ${name} ${type} ${text}`);
  return wanted.filter((word) => own.some((each) => each.includes(word) || word.includes(each))).length;
};

/** The controls that are most like what a selector names, the likeliest first; empty if none is. */
export const nearSelectors = (selector: ActionSelector, controls: readonly Control[]): string[] => {
  const wanted = wordsOf(`${selector.css} ${selector.contains ?? ""}`);
  const rated = controls
    .map((control) => ({ written: selectorOf(control), likeness: likeness(wanted, control) }))
    .filter(({ likeness: rate }) => rate > 0)
    .sort((left, right) => right.likeness - left.likeness);
  return [...new Set(rated.map(({ written }) => written))].slice(0, MAX_NEAR);
};
