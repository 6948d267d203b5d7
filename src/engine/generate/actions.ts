/** Steps that act on the page before anything is collected. */
import type { Element } from "domhandler";
import { findAll, findOne } from "domutils";
import type { Step } from "../../contract/steps.ts";
import { type PageDocument, textOf } from "../extract/index.ts";
import { writeSelector } from "../extract/selectors/index.ts";

interface Actions {
  readonly steps: readonly Step[];
  /** What the flow's owner must know. */
  readonly notes: readonly string[];
}

const CLICKABLE = /^(?:button|a|summary|label)$/;
const normalise = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();

const selectorOf = (page: PageDocument, element: Element): string | null => {
  const named = element.attribs.name;
  if (element.name === "input" && named && /^[\w.[\]-]+$/.test(named))
    return `input[name=${JSON.stringify(named)}]`;
  const written = writeSelector(page.root, [element]);
  return written?.fit === 1 ? written.css : null;
};

const draftClick = (page: PageDocument, text: string): Actions => {
  const target = findOne(
    (element) =>
      (CLICKABLE.test(element.name) || /^(?:button|tab)$/.test(element.attribs.role ?? "")) &&
      normalise(textOf(element)) === normalise(text),
    page.root.children,
  );
  if (!target) return { steps: [], notes: [`Nothing to click says "${text}".`] };
  const selector = selectorOf(page, target) ?? `${target.name}:contains(${JSON.stringify(text)})`;
  return { steps: [{ type: "click", selector }], notes: [] };
};

const isSubmit = ({ name, attribs }: Element): boolean =>
  (name === "button" && attribs.type !== "button") || (name === "input" && attribs.type === "submit");
const isName = ({ name, attribs }: Element): boolean =>
  name === "input" && /^(?:text|email|tel|)$/.test(attribs.type ?? "");

const NO_LOGIN = "The page shows no login form: add type and click steps for the login yourself.";
const SECRETS =
  "Before the first run, give the login with PUT /flows/{id}/secrets/username and PUT /flows/{id}/secrets/password.";

/** Fills in the page's login form with the flow's secrets. */
const draftLogin = (page: PageDocument): Actions => {
  const form = findOne(
    ({ name, children }) =>
      name === "form" && findOne(({ attribs }) => attribs.type === "password", children) !== null,
    page.root.children,
  );
  if (!form) return { steps: [], notes: [NO_LOGIN] };
  const [user] = findAll(isName, form.children);
  const password = findOne(({ attribs }) => attribs.type === "password", form.children);
  const submit = findOne(isSubmit, form.children);
  const selectors = [user, password, submit].map((element) => (element ? selectorOf(page, element) : null));
  const [userAt, passwordAt, submitAt] = selectors;
  if (!userAt || !passwordAt) return { steps: [], notes: [NO_LOGIN] };
  return {
    steps: [
      { type: "type", selector: userAt, text: "{{secret.username}}" },
      { type: "type", selector: passwordAt, text: "{{secret.password}}" },
      submitAt
        ? { type: "click", selector: submitAt }
        : { type: "press", key: "Enter", selector: passwordAt },
      { type: "wait", networkIdle: true },
    ],
    notes: [SECRETS],
  };
};

export const draftActions = (page: PageDocument, clicks: readonly string[], logsIn: boolean): Actions => {
  const all = [...(logsIn ? [draftLogin(page)] : []), ...clicks.map((text) => draftClick(page, text))];
  return { steps: all.flatMap(({ steps }) => steps), notes: all.flatMap(({ notes }) => notes) };
};
