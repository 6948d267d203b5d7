import type { AnyNode, Element } from "domhandler";
import { findAll, getAttributeValue, isTag, isText } from "domutils";
import { isEmpty, type PageDocument } from "../extract/extract.ts";
import { conceptOf } from "../extract/vocabulary/concepts.ts";
import type { PageScope } from "../steps/index.ts";
import type { Segment } from "./plan.ts";

/** A document with fewer letters has no content of its own. */
const MIN_TEXT_CHARS = 200;
/** Elements that frameworks render into, by id or tag. */
const MOUNTS = /^(?:app|root|__next|__nuxt|___gatsby|svelte|main-app|react-root|app-root|ember-app|q-app)$/i;
const WANTS_SCRIPT = /javascript|java script|js/i;
const SILENT: ReadonlySet<string> = new Set(["script", "style", "noscript", "template", "head", "svg"]);

/** What nodes show, without spaces. */
const visibleText = (nodes: readonly AnyNode[]): string =>
  nodes
    .map((node) => {
      if (isText(node)) return node.data.replace(/\s+/g, "");
      return isTag(node) && !SILENT.has(node.name) ? visibleText(node.children) : "";
    })
    .join("");

const bodyOf = ({ root }: PageDocument): readonly AnyNode[] =>
  findAll(({ name }) => name === "body", root.children)[0]?.children ?? root.children;

/** Whether a page shows nothing but these texts. */
const showsOnly = (page: PageDocument, texts: readonly string[]): boolean =>
  texts.reduce((rest, text) => rest.replaceAll(text.replace(/\s+/g, ""), ""), visibleText(bodyOf(page))) ===
  "";

const isMount = (element: Element): boolean =>
  MOUNTS.test(getAttributeValue(element, "id") ?? "") ||
  MOUNTS.test(element.name) ||
  element.name.startsWith("ng-");

const scriptsOf = ({ root }: PageDocument): Element[] =>
  findAll(({ name, attribs }) => name === "script" && !/json/i.test(attribs.type ?? ""), root.children);

/** Whether the page has scripts that may change its content. */
export const hasScripts = (page: PageDocument): boolean => scriptsOf(page).length > 0;

/** Code that loads content. */
const LOADS = /\bfetch\(/;
/** Code that adds content to a page. */
const WRITES = /\.(?:innerHTML\s*\+?=|insertAdjacentHTML\(|append(?:Child)?\(|replaceChildren\()/;
/** A list takes a loop or copies of a template: a line that writes the year has neither. */
const REPEATS = /\b(?:for|while)\s*\(|\.(?:map|forEach|reduce|join|cloneNode)\(/;
/** Snippets that only load other scripts. */
const LOADS_SCRIPT = /createElement\(\s*["'`]script["'`]/i;
const addsList = (code: string): boolean =>
  !LOADS_SCRIPT.test(code) && (LOADS.test(code) || (WRITES.test(code) && REPEATS.test(code)));
const addsContent = ({ attribs, children }: Element): boolean =>
  attribs.src !== undefined || children.some((child) => isText(child) && addsList(child.data));

/** Whether the page is an empty shell that scripts fill in. */
export const isClientRendered = (page: PageDocument): boolean => {
  const { root } = page;
  const scripts = scriptsOf(page);
  if (scripts.length === 0) return false;
  if (findAll(isMount, root.children).some((mount) => visibleText(mount.children) === "")) return true;
  const chars = visibleText(bodyOf(page)).length;
  const asksForScript = findAll(({ name }) => name === "noscript", root.children).some((element) =>
    WANTS_SCRIPT.test(JSON.stringify(element.children.map((child) => (isText(child) ? child.data : "")))),
  );
  return chars < MIN_TEXT_CHARS && (asksForScript || chars === 0 || scripts.some(addsContent));
};

/** What a page has before its scripts have run: its address and what its head says. */
const OF_SHELLS: ReadonlySet<string | null> = new Set([
  "title",
  "url",
  "image",
  "description",
  "language",
  "content",
  "markdown",
]);

/** Whether a page that is read without selectors shows only a title, and gave one record with nothing that a shell lacks. */
export const isShellRecord = (
  steps: Segment["steps"],
  { page, yields: [found, ...others] }: Pick<PageScope, "page" | "yields">,
): boolean => {
  const values = Object.entries(found?.record ?? {}).filter(([, value]) => !isEmpty(value));
  const titles = values.flatMap(([name, value]) => (conceptOf(name) === "title" ? String(value) : []));
  return (
    others.length === 0 &&
    found?.record != null &&
    steps.some(
      ({ step }) => step.type === "extract" && step.as === undefined && step.selector === undefined,
    ) &&
    values.every(([name]) => OF_SHELLS.has(conceptOf(name))) &&
    showsOnly(page.document, titles)
  );
};
