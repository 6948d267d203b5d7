/** Page actions that a sentence asks for before anything is collected. */
import { MORE_WORDS, NEXT_WORDS } from "../../steps/pagerWords.ts";
import vocabulary from "../vocabulary/doings.json" with { type: "json" };
import { groupOf, readGrammar, takeAll } from "./grammar.ts";
import { SCROLL } from "./words.ts";

/** One action on the page. */
export type Doing =
  | { readonly kind: "click" | "select" | "search"; readonly text: string }
  | { readonly kind: "type"; readonly text: string; readonly into: string }
  | { readonly kind: "consent"; readonly accepts: boolean }
  | { readonly kind: "press"; readonly key: string }
  | { readonly kind: "wait"; readonly seconds: number }
  | { readonly kind: "login" | "screenshot" };

export interface Doings {
  /** The sentence without the actions. */
  readonly rest: string;
  readonly doings: readonly Doing[];
  readonly scrolls: boolean;
  /** Press a button until the list is complete. */
  readonly loadsMore: boolean;
  /** "click next": continue through the list's pages. */
  readonly goesOn: boolean;
}

interface RuleData {
  readonly kind: Doing["kind"];
  readonly says?: string | readonly string[];
  readonly unparted?: string;
}

const { raw, rules } = readGrammar(vocabulary.phrases, { scroll: SCROLL.source });
const RULES = rules(vocabulary.rules as readonly RuleData[], false);
const KEYS: Readonly<Record<string, string>> = vocabulary.keys;
const LOADS_MORE = raw("loadsMore");
const SCROLL_DOWN = raw("scrollDown", "giu");

const doingOf = (kind: Doing["kind"], match: RegExpExecArray): Doing => {
  const text = groupOf(match).trim();
  switch (kind) {
    case "consent":
      return { kind, accepts: text === "" };
    case "type":
      return { kind, text, into: match[2]?.trim() ?? "" };
    case "press":
      return { kind, key: KEYS[text.toLowerCase()] ?? "Enter" };
    case "wait":
      return { kind, seconds: Math.max(1, Number(text)) };
    case "login":
    case "screenshot":
      return { kind };
    default:
      return { kind, text };
  }
};

const saysOf = (doing: Doing): string | null =>
  doing.kind === "click" ? doing.text.toLowerCase().replace(/\s+/g, " ") : null;
const isMore = (doing: Doing): boolean => ["more", ...MORE_WORDS].includes(saysOf(doing) ?? "");
const isNext = (doing: Doing): boolean => NEXT_WORDS.has(saysOf(doing) ?? "");

/** Extracts the actions from the sentence; cookie consent comes first. */
export const readDoings = (prompt: string): Doings => {
  const { rest, taken } = takeAll(RULES, prompt);
  const said = taken.map(({ rule, match }) => doingOf(rule.kind, match));
  const login = said.find(({ kind }) => kind === "login");
  const doings = said
    .filter((doing) => !isMore(doing) && !isNext(doing))
    .filter((doing) => doing.kind !== "login" || doing === login);
  const isConsent = ({ kind }: Doing): boolean => kind === "consent";
  return {
    rest: rest.replace(SCROLL_DOWN, " "),
    doings: [...doings.filter(isConsent), ...doings.filter((doing) => !isConsent(doing))],
    scrolls: SCROLL.test(rest),
    loadsMore: said.some(isMore) || LOADS_MORE.test(rest),
    goesOn: said.some(isNext),
  };
};
