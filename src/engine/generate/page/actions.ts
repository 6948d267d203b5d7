/** Steps that act on the page before anything is collected. */
import type { Element } from "domhandler";
import { findAll, findOne } from "domutils";
import type { Step } from "../../../contract/steps.ts";
import { type PageDocument, textOf } from "../../extract/extract.ts";
import type { Doing } from "../sentence/doings.ts";
import vocabulary from "../vocabulary/forms.json" with { type: "json" };
import { type Action, draftLogin, draftSearch, draftType, selectorOf } from "./forms.ts";

const CLICKABLE = /^(?:button|a|summary|label)$/;
const normalise = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();
const isClickable = ({ name, attribs }: Element): boolean =>
  CLICKABLE.test(name) ||
  /^(?:button|tab|link|menuitem)$/.test(attribs.role ?? "") ||
  (name === "input" && /^(?:submit|button)$/.test(attribs.type ?? ""));

const saysOf = (element: Element): string =>
  normalise(
    textOf(element) || element.attribs["aria-label"] || element.attribs.value || element.attribs.title || "",
  );

const findClickable = (page: PageDocument, text: string): Element | null => {
  const wanted = normalise(text);
  const all = findAll(isClickable, page.root.children);
  return (
    all.find((element) => saysOf(element) === wanted) ??
    all.find((element) => {
      const says = saysOf(element);
      return says.length <= wanted.length * 3 + 10 && ` ${says} `.includes(` ${wanted} `);
    }) ??
    null
  );
};

const MAX_SHOWN = 60;

const draftClick = (page: PageDocument, text: string): Action => {
  const target = findClickable(page, text);
  if (!target) return { steps: [], told: null, notes: [`Nothing to click says "${text}".`] };
  const said = textOf(target).trim().slice(0, MAX_SHOWN);
  const selector =
    selectorOf(page, target) ?? (said === "" ? null : `${target.name}:contains(${JSON.stringify(said)})`);
  if (selector === null) return { steps: [], told: null, notes: [`No selector finds what says "${text}".`] };
  return { steps: [{ type: "click", selector }], told: `clicks "${text}"`, notes: [] };
};

/** What buttons of consent banners say, in the order in which they are looked for. */
const ACCEPTS = vocabulary.accepts.split("|");
const REJECTS = vocabulary.rejects.split("|");
/** A banner that does not come is no fault. */
const CONSENT_TIMEOUT_MS = 5_000;

const draftConsent = (page: PageDocument, accepts: boolean): Action => {
  const buttons = findAll(isClickable, page.root.children);
  const target = (accepts ? ACCEPTS : REJECTS)
    .map((text) => buttons.find((element) => saysOf(element) === text))
    .find((element) => element !== undefined);
  const found = target && selectorOf(page, target);
  const word = accepts ? "accept" : "reject";
  const selector = found ?? `button:icontains("${word}")`;
  return {
    steps: [{ type: "click", label: "cookies", selector, optional: true, timeoutMs: CONSENT_TIMEOUT_MS }],
    told: `${accepts ? "accepts" : "declines"} the cookies`,
    notes: found
      ? []
      : [
          `The page as fetched shows no cookie banner: a button that says "${word}" is clicked where there is one.`,
        ],
  };
};

const draftSelect = (page: PageDocument, text: string): Action => {
  const wanted = normalise(text);
  const menu = findOne(
    ({ name, children }) =>
      name === "select" &&
      findAll(({ name: inner }) => inner === "option", children).some(
        (option) => normalise(textOf(option)) === wanted,
      ),
    page.root.children,
  );
  const selector = menu && selectorOf(page, menu);
  if (!selector) return draftClick(page, text);
  return {
    steps: [
      { type: "select", selector, value: text },
      { type: "wait", networkIdle: true },
    ],
    told: `chooses "${text}"`,
    notes: [],
  };
};

const plain = (step: Step, told: string): Action => ({ steps: [step], told, notes: [] });

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
      return plain({ type: "press", key: doing.key }, `presses ${doing.key}`);
    case "wait":
      return plain({ type: "wait", delayMs: doing.seconds * 1_000 }, `waits ${doing.seconds} s`);
    case "screenshot":
      return plain({ type: "screenshot", fullPage: true }, "takes a screenshot");
  }
};

/** What is to be done, each thing with its steps; what cannot be done is told and has none. */
export const draftActions = (page: PageDocument, doings: readonly Doing[]): readonly Action[] =>
  doings.map((doing) => draftOne(page, doing));
