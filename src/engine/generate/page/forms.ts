/** The page's forms: the one to log in with, and the one to search with. */
import type { Element } from "domhandler";
import { findAll, findOne } from "domutils";
import type { Step } from "../../../contract/steps.ts";
import { type PageDocument, resolveUrl, textOf } from "../../extract/extract.ts";
import { outward } from "../../extract/page/tree.ts";
import { writeSelector } from "../../extract/slots/selectors/index.ts";
import vocabulary from "../vocabulary/forms.json" with { type: "json" };

/** Steps for something that is to be done, and what of it the flow's owner must know. */
export interface Action {
  readonly steps: readonly Step[];
  /** What the steps do, in plain words; null: nothing. */
  readonly told: string | null;
  readonly notes: readonly string[];
}

/** A selector for one element of the page that acts on it; null where none can be written. */
export const selectorOf = (page: PageDocument, element: Element): string | null => {
  const named = element.attribs.name;
  const isField = /^(?:input|select|textarea)$/.test(element.name);
  if (isField && named && /^[\w.[\]-]+$/.test(named)) {
    const css = `${element.name}[name=${JSON.stringify(named)}]`;
    const alike = findAll(
      ({ name, attribs }) => name === element.name && attribs.name === named,
      page.root.children,
    );
    if (alike.length === 1) return css;
  }
  const written = writeSelector(page.root, [element]);
  return written?.fit === 1 ? written.css : null;
};

const isSubmit = ({ name, attribs }: Element): boolean =>
  (name === "button" && attribs.type !== "button") || (name === "input" && attribs.type === "submit");
const isName = ({ name, attribs }: Element): boolean =>
  name === "input" && /^(?:text|email|tel|)$/.test(attribs.type ?? "");

const NO_LOGIN = "The page shows no login form: add type and click steps for the login yourself.";
const SECRETS =
  "Before the first run, give the login with PUT /flows/{id}/secrets/username and PUT /flows/{id}/secrets/password.";
const nothing = (note: string): Action => ({ steps: [], told: null, notes: [note] });

/** Fills in the page's login form with the flow's secrets. */
export const draftLogin = (page: PageDocument): Action => {
  const form = findOne(
    ({ name, children }) =>
      name === "form" && findOne(({ attribs }) => attribs.type === "password", children) !== null,
    page.root.children,
  );
  if (!form) return nothing(NO_LOGIN);
  const [user] = findAll(isName, form.children);
  const password = findOne(({ attribs }) => attribs.type === "password", form.children);
  const submit = findOne(isSubmit, form.children);
  const selectors = [user, password, submit].map((element) => (element ? selectorOf(page, element) : null));
  const [userAt, passwordAt, submitAt] = selectors;
  if (!userAt || !passwordAt) return nothing(NO_LOGIN);
  return {
    steps: [
      { type: "type", selector: userAt, text: "{{secret.username}}" },
      { type: "type", selector: passwordAt, text: "{{secret.password}}" },
      submitAt
        ? { type: "click", selector: submitAt }
        : { type: "press", key: "Enter", selector: passwordAt },
      { type: "wait", networkIdle: true },
    ],
    told: "logs in",
    notes: [SECRETS],
  };
};

const SEARCH_NAMES = new RegExp(vocabulary.searchNames, "i");
const SEARCH_WORDS = new RegExp(vocabulary.searchWords, "i");
const saysSearch = ({ attribs }: Element): boolean =>
  [attribs.placeholder, attribs["aria-label"], attribs.id, attribs.class, attribs.title].some((text) =>
    SEARCH_WORDS.test(text ?? ""),
  );
const isTextField = ({ name, attribs }: Element): boolean =>
  name === "input" && /^(?:text|search|)$/.test(attribs.type ?? "");

const formAround = (element: Element): Element | undefined =>
  outward(element).find(({ name }) => name === "form");
const isSearchForm = (form: Element | undefined): boolean =>
  form !== undefined &&
  (form.attribs.role === "search" ||
    SEARCH_WORDS.test(`${form.attribs.action} ${form.attribs.id} ${form.attribs.class}`));

/** The field that the page is searched with. */
const findSearchField = (page: PageDocument): Element | null => {
  const fields = findAll(isTextField, page.root.children);
  return (
    fields.find(({ attribs }) => attribs.type === "search") ??
    fields.find((field) => SEARCH_NAMES.test(field.attribs.name ?? "") || saysSearch(field)) ??
    fields.find((field) => isSearchForm(formAround(field))) ??
    null
  );
};

/** Types into the field that the page is searched with, and sends it off. */
export const draftSearch = (page: PageDocument, text: string): Action => {
  const field = findSearchField(page);
  const selector = field && selectorOf(page, field);
  if (!selector) return nothing(`The page shows no search field: "${text}" is not searched for.`);
  return {
    steps: [
      { type: "type", label: "search", selector, text },
      { type: "press", key: "Enter", selector },
      { type: "wait", networkIdle: true },
    ],
    told: `searches for "${text}"`,
    notes: [],
  };
};

/** Where a search leads that a plain form does; null where only a browser finds out. */
export const searchAddress = (page: PageDocument, text: string): string | null => {
  const field = findSearchField(page);
  const form = field && formAround(field);
  const named = field?.attribs.name;
  if (!form || !named || /post/i.test(form.attribs.method ?? "")) return null;
  const address = resolveUrl((form.attribs.action ?? "").trim() || page.baseUrl, page.baseUrl);
  if (address === null) return null;
  const url = new URL(address);
  url.search = "";
  for (const { name, attribs } of findAll(({ name }) => name === "input" || name === "select", form.children))
    if (attribs.type === "hidden" && name === "input" && attribs.name)
      url.searchParams.append(attribs.name, attribs.value ?? "");
  url.searchParams.set(named, text);
  return url.href;
};

const labelOf = (page: PageDocument, { attribs }: Element): string => {
  const label = attribs.id
    ? findOne(({ name, attribs: own }) => name === "label" && own.for === attribs.id, page.root.children)
    : null;
  return [
    label && textOf(label),
    attribs.placeholder,
    attribs["aria-label"],
    attribs.name,
    attribs.id,
    attribs.title,
  ]
    .filter(Boolean)
    .join(" ")
    .toLowerCase();
};

/** Types into the field that the sentence calls by its label, placeholder or name. */
export const draftType = (page: PageDocument, text: string, into: string): Action => {
  const wanted = into.toLowerCase().replace(/\s+(?:field|box|input|bar|feld)$/, "");
  const fields = findAll(
    (element) => isTextField(element) || isName(element) || element.name === "textarea",
    page.root.children,
  );
  const field =
    fields.find((each) => labelOf(page, each).includes(wanted)) ??
    (SEARCH_WORDS.test(wanted) ? findSearchField(page) : null);
  const selector = field && selectorOf(page, field);
  if (!selector) return nothing(`No field of the page is called "${into}": "${text}" is not typed.`);
  return { steps: [{ type: "type", selector, text }], told: `types "${text}" into ${into}`, notes: [] };
};
