/** What a sentence asks to be done on the page before anything is collected, in its order. */
import { MORE_WORDS, NEXT_WORDS } from "../../steps/pagerWords.ts";
import vocabulary from "../vocabulary/doings.json" with { type: "json" };
import { opening, readPhrases } from "./grammar.ts";
import { LOGIN, SCROLL } from "./words.ts";

/** One thing to do on the page. */
export type Doing =
  | { readonly kind: "click" | "select" | "search"; readonly text: string }
  | { readonly kind: "type"; readonly text: string; readonly into: string }
  | { readonly kind: "consent"; readonly accepts: boolean }
  | { readonly kind: "press"; readonly key: string }
  | { readonly kind: "wait"; readonly seconds: number }
  | { readonly kind: "login" | "screenshot" };

export interface Doings {
  /** The sentence without what was said of them. */
  readonly rest: string;
  readonly doings: readonly Doing[];
  readonly scrolls: boolean;
  /** A button is to be pressed until the list is whole. */
  readonly loadsMore: boolean;
  /** "click next": the list continues. */
  readonly goesOn: boolean;
}

const { phrases: PHRASES } = readPhrases(vocabulary.phrases, { scroll: SCROLL.source });
const all = (source: string): RegExp => opening(source, undefined, "giu");
/** "search for all products with a title" names what is collected, not what is typed. */
const NO_QUERY = new RegExp(PHRASES.noQuery, "iu");

const textOf = (groups: readonly (string | undefined)[]): string =>
  groups.find((group) => group !== undefined)?.trim() ?? "";

const KEYS: Readonly<Record<string, string>> = {
  enter: "Enter",
  return: "Enter",
  escape: "Escape",
  tab: "Tab",
};

type Read = (groups: readonly (string | undefined)[]) => Doing | null;
const click: Read = (groups) => ({ kind: "click", text: textOf(groups) });
const search: Read = (groups) => {
  const text = textOf(groups);
  return text === "" || NO_QUERY.test(text) ? null : { kind: "search", text };
};
const consent: Read = (groups) => ({
  kind: "consent",
  accepts: groups.every((group) => group === undefined),
});

/** In the order in which they are looked for: what is taken once is not taken again. */
const RULES: readonly (readonly [pattern: RegExp, read: Read])[] = [
  [all(PHRASES.consent), consent],
  [new RegExp(PHRASES.consentCjk, "giu"), consent],
  [all(PHRASES.type), ([text = "", into = ""]) => ({ kind: "type", text, into: into.trim() })],
  [all(PHRASES.press), ([key = ""]) => ({ kind: "press", key: KEYS[key.toLowerCase()] ?? "Enter" })],
  [all(PHRASES.click), click],
  [new RegExp(PHRASES.clickCjk, "gu"), click],
  [all(PHRASES.search), search],
  [new RegExp(PHRASES.searchCjk, "gu"), search],
  [all(PHRASES.select), (groups) => ({ kind: "select", text: textOf(groups) })],
  [all(PHRASES.wait), ([seconds]) => ({ kind: "wait", seconds: Math.max(1, Number(seconds)) })],
  [all(PHRASES.shot), () => ({ kind: "screenshot" })],
  [new RegExp(LOGIN.source, "giu"), () => ({ kind: "login" })],
  [all(PHRASES.clickBare), click],
];

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trim();
const MORE = new Set([...MORE_WORDS, "more"]);
const isMore = (doing: Doing): boolean => doing.kind === "click" && MORE.has(plain(doing.text));
const isNext = (doing: Doing): boolean => doing.kind === "click" && NEXT_WORDS.has(plain(doing.text));
const LOADS_MORE = new RegExp(PHRASES.loadsMore, "iu");
const SCROLL_DOWN = new RegExp(PHRASES.scrollDown, "giu");

/** Keeps the place of what was taken, without the blanks that other rules would look at one by one. */
const TAKEN = "·";

/** Takes what is to be done out of the sentence. */
export const readDoings = (prompt: string): Doings => {
  const found: { readonly index: number; readonly doing: Doing }[] = [];
  let rest = prompt;
  for (const [pattern, read] of RULES)
    rest = rest.replace(pattern, (whole: string, ...more: unknown[]) => {
      const groups = more.filter(
        (each): each is string | undefined => each === undefined || typeof each === "string",
      );
      const index = more.find((each) => typeof each === "number") ?? 0;
      // The sentence itself comes last.
      const doing = read(groups.slice(0, -1));
      if (!doing) return whole;
      found.push({ index, doing });
      return TAKEN.repeat(whole.length);
    });
  const said = found.sort((left, right) => left.index - right.index).map(({ doing }) => doing);
  const isLogin = ({ kind }: Doing): boolean => kind === "login";
  const doings = said.filter(
    (doing, at) => !isMore(doing) && !isNext(doing) && !(isLogin(doing) && said.findIndex(isLogin) < at),
  );
  return {
    rest: rest.replace(/·+/g, " ").replace(SCROLL_DOWN, " "),
    doings: [
      ...doings.filter(({ kind }) => kind === "consent"),
      ...doings.filter(({ kind }) => kind !== "consent"),
    ],
    scrolls: SCROLL.test(rest),
    loadsMore: said.some(isMore) || LOADS_MORE.test(rest),
    goesOn: said.some(isNext),
  };
};
