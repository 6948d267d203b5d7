/** Steps that act on the page before anything is collected. */
import { findAll, findOne } from "domutils";
import type { Step } from "../../../contract/steps/steps.ts";
import { type PageDocument, textOf } from "../../extract/extract.ts";
import type { Doing } from "../sentence/doings.ts";
import vocabulary from "../vocabulary/forms.json" with { type: "json" };
import { exactSelector, listClickable, plainText, selectorByText } from "./controls.ts";
import { type Action, done, draftLogin, draftSearch, draftType, nothing } from "./forms.ts";

const draftClick = (page: PageDocument, text: string): Action => {
  const wanted = plainText(text);
  const all = listClickable(page);
  const mentions = ({ says }: { says: string }): boolean =>
    says.length <= wanted.length * 3 + 10 && ` ${says} `.includes(` ${wanted} `);
  const target = all.find(({ says }) => says === wanted) ?? all.find(mentions);
  if (!target) return nothing(`No link or button says "${text}".`);
  const selector = exactSelector(page, target.element) ?? selectorByText(page, target.element);
  if (selector === null) return nothing(`No selector finds what says "${text}".`);
  return done(`clicks "${text}"`, [{ type: "click", selector }]);
};

/** Button labels of consent banners, in order of preference. */
const ACCEPTS = vocabulary.accepts.split("|");
const REJECTS = vocabulary.rejects.split("|");
/** A missing banner is not an error. */
const CONSENT_TIMEOUT_MS = 5_000;

const draftConsent = (page: PageDocument, accepts: boolean): Action => {
  const buttons = listClickable(page);
  const [target] = (accepts ? ACCEPTS : REJECTS).flatMap((text) =>
    buttons.filter(({ says }) => says === text).slice(0, 1),
  );
  const found = target ? exactSelector(page, target.element) : null;
  const word = accepts ? "accept" : "reject";
  const selector = found ?? `button:icontains("${word}")`;
  const step: Step = {
    type: "click",
    label: "cookies",
    selector,
    optional: true,
    timeoutMs: CONSENT_TIMEOUT_MS,
  };
  const note = `The page shows no cookie banner yet. Runs click a button that says "${word}" if one appears.`;
  return done(`${accepts ? "accepts" : "declines"} the cookies`, [step], found ? [] : [note]);
};

const draftSelect = (page: PageDocument, text: string): Action => {
  const wanted = plainText(text);
  const isWanted = (name: string, says: string): boolean => name === "option" && plainText(says) === wanted;
  const menu = findOne(
    ({ name, children }) =>
      name === "select" && findAll((option) => isWanted(option.name, textOf(option)), children).length > 0,
    page.root.children,
  );
  const selector = menu && exactSelector(page, menu);
  if (!selector) return draftClick(page, text);
  return done(`chooses "${text}"`, [
    { type: "select", selector, value: text },
    { type: "wait", networkIdle: true },
  ]);
};

const draftOne = (page: PageDocument, doing: Doing): Action => {
  switch (doing.kind) {
    case "login":
      return draftLogin(page);
    case "search":
      return draftSearch(page, doing.text);
    case "type":
      return draftType(page, doing.text, doing.into);
    case "click":
      return draftClick(page, doing.text);
    case "select":
      return draftSelect(page, doing.text);
    case "consent":
      return draftConsent(page, doing.accepts);
    case "press":
      return done(`presses ${doing.key}`, [{ type: "press", key: doing.key }]);
    case "wait":
      return done(`waits ${doing.seconds} s`, [{ type: "wait", delayMs: doing.seconds * 1_000 }]);
    case "screenshot":
      return done("takes a screenshot", [{ type: "screenshot", fullPage: true }]);
  }
};

/** The steps for each action; actions that cannot be done have a note instead. */
export const draftActions = (page: PageDocument, doings: readonly Doing[]): readonly Action[] =>
  doings.map((doing) => draftOne(page, doing));
