/** Steps that log in, search and type into the page's forms. */
import type { Element } from "domhandler";
import { findAll, findOne } from "domutils";
import type { SignInForm } from "../../../contract/extraction/inspections.ts";
import type { Step } from "../../../contract/steps/steps.ts";
import { type PageDocument, resolveUrl, textOf } from "../../extract/extract.ts";
import { outward } from "../../extract/page/tree.ts";
import vocabulary from "../vocabulary/forms.json" with { type: "json" };
import { exactSelector } from "./controls.ts";

/** The steps of an action, with notes for the flow's owner. */
export interface Action {
  readonly steps: readonly Step[];
  /** What the steps do, in plain words; null if there are none. */
  readonly description: string | null;
  readonly notes: readonly string[];
}

export const nothing = (note: string): Action => ({ steps: [], description: null, notes: [note] });
export const done = (description: string, steps: readonly Step[], notes: readonly string[] = []): Action => ({
  steps,
  description: description,
  notes,
});

const isInput = ({ name, attribs }: Element, types: RegExp): boolean =>
  name === "input" && types.test(attribs.type ?? "");
const isPassword = (element: Element): boolean => isInput(element, /^password$/);
const isName = (element: Element): boolean => isInput(element, /^(?:text|email|tel|)$/);
const isTextField = (element: Element): boolean => isInput(element, /^(?:text|search|)$/);
const isSubmit = (element: Element): boolean =>
  (element.name === "button" && element.attribs.type !== "button") || isInput(element, /^submit$/);

const NO_LOGIN = "The page shows no login form: add type and click steps for the login yourself.";
const SECRETS =
  "Before the first run, set the user name and password with PUT /flows/{id}/secrets/username and PUT /flows/{id}/secrets/password.";

const findLogin = ({ root }: PageDocument): Element | null =>
  findOne(({ name, children }) => name === "form" && findOne(isPassword, children) !== null, root.children);

/** Whether the page has a form to log in with. */
export const hasLogin = (page: PageDocument): boolean => findLogin(page) !== null;

/** The selectors of the page's login form; null if it has none, or nothing tells its fields from others. */
export const readLogin = (page: PageDocument): SignInForm | null => {
  const form = findLogin(page);
  const [username, password, submit] = [isName, isPassword, isSubmit].map((isIt) => {
    const element = form && findOne(isIt, form.children);
    return element && exactSelector(page, element);
  });
  return username && password ? { username, password, ...(submit && { submit }) } : null;
};

/** Fills in the page's login form with the flow's secrets. */
export const draftLogin = (page: PageDocument): Action => {
  const form = readLogin(page);
  if (!form) return nothing(NO_LOGIN);
  const { username, password, submit } = form;
  const steps: Step[] = [
    { type: "type", selector: username, text: "{{secret.username}}" },
    { type: "type", selector: password, text: "{{secret.password}}" },
    submit ? { type: "click", selector: submit } : { type: "press", key: "Enter", selector: password },
    { type: "wait", networkIdle: true },
  ];
  return done("logs in", steps, [SECRETS]);
};

const SEARCH_NAMES = new RegExp(vocabulary.searchNames, "i");
const SEARCH_WORDS = new RegExp(vocabulary.searchWords, "i");
const saysSearch = ({ attribs }: Element): boolean =>
  SEARCH_NAMES.test(attribs.name ?? "") ||
  [attribs.placeholder, attribs["aria-label"], attribs.id, attribs.class, attribs.title].some((text) =>
    SEARCH_WORDS.test(text ?? ""),
  );

const formAround = (element: Element): Element | undefined =>
  outward(element).find(({ name }) => name === "form");
const isInSearchForm = (field: Element): boolean => {
  const { role, action, id, class: classes } = formAround(field)?.attribs ?? {};
  return role === "search" || SEARCH_WORDS.test(`${action} ${id} ${classes}`);
};

/** The page's search field. */
const findSearchField = (page: PageDocument): Element | undefined => {
  const fields = findAll(isTextField, page.root.children);
  const isSearch = ({ attribs }: Element): boolean => attribs.type === "search";
  return fields.find(isSearch) ?? fields.find(saysSearch) ?? fields.find(isInSearchForm);
};

/** Types into the page's search field and submits it. */
export const draftSearch = (page: PageDocument, text: string): Action => {
  const field = findSearchField(page);
  const selector = field && exactSelector(page, field);
  if (!selector) return nothing(`The page has no search field, so the flow does not search for "${text}".`);
  return done(`searches for "${text}"`, [
    { type: "type", label: "search", selector, text },
    { type: "press", key: "Enter", selector },
    { type: "wait", networkIdle: true },
  ]);
};

/** The URL of the results, for a plain GET form; null if only a browser can tell. */
export const searchAddress = (page: PageDocument, text: string): string | null => {
  const field = findSearchField(page);
  const form = field && formAround(field);
  const named = field?.attribs.name;
  if (!form || !named || /post/i.test(form.attribs.method ?? "")) return null;
  const address = resolveUrl((form.attribs.action ?? "").trim() || page.baseUrl, page.baseUrl);
  if (address === null) return null;
  const url = new URL(address);
  url.search = "";
  for (const { attribs } of findAll((element) => isInput(element, /^hidden$/), form.children))
    if (attribs.name) url.searchParams.append(attribs.name, attribs.value ?? "");
  url.searchParams.set(named, text);
  return url.href;
};

const labelOf = ({ root }: PageDocument, { attribs }: Element): string => {
  const label = attribs.id
    ? findOne(({ name, attribs: own }) => name === "label" && own.for === attribs.id, root.children)
    : null;
  const { placeholder, name, id, title } = attribs;
  return [label ? textOf(label) : "", placeholder, attribs["aria-label"], name, id, title]
    .join(" ")
    .toLowerCase();
};

/** Types into the field with the given label, placeholder or name. */
export const draftType = (page: PageDocument, text: string, into: string): Action => {
  const wanted = into.toLowerCase().replace(/\s+(?:field|box|input|bar|feld)$/, "");
  const fields = findAll(
    (element) => isTextField(element) || isName(element) || element.name === "textarea",
    page.root.children,
  );
  const field =
    fields.find((each) => labelOf(page, each).includes(wanted)) ??
    (SEARCH_WORDS.test(wanted) ? findSearchField(page) : undefined);
  const selector = field && exactSelector(page, field);
  if (!selector) return nothing(`No form field is named "${into}", so "${text}" is not typed.`);
  return done(`types "${text}" into ${into}`, [{ type: "type", selector, text }]);
};
