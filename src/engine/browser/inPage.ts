/**
 * Code that runs inside the page. Kept as source text, because the page has a document and none of our types or
 * helpers.
 */

import { LAY_OUT } from "./layOut.ts";

const VISIBLE = `const visible = (element) => {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && getComputedStyle(element).visibility !== "hidden";
};`;

const MATCHES = `const matches = ({ css, contains, ignoreCase }) => {
  const fold = (text) => (ignoreCase ? text.toLowerCase() : text);
  return [...document.querySelectorAll(css)].filter(
    (element) => contains === null || fold(element.textContent).includes(fold(contains)),
  );
};`;

const SCROLLER = `const scroller = () => {
  const page = document.scrollingElement ?? document.documentElement;
  const hidden = (element) => element.scrollHeight - element.clientHeight;
  const isMain = (element) => element.clientWidth >= innerWidth * 0.4 && element.clientHeight >= innerHeight * 0.25;
  const inner = [...document.querySelectorAll("body *")].filter(
    (element) => hidden(element) > 1 && /auto|scroll/.test(getComputedStyle(element).overflowY),
  );
  // A box that hides more than the page does holds the list: the page around it only scrolls past its margins.
  const deeper = inner.filter((element) => isMain(element) && hidden(element) > hidden(page)).sort((a, b) => hidden(b) - hidden(a))[0];
  if (deeper) return deeper;
  if (hidden(page) > 1) return page;
  return inner.sort((a, b) => b.clientHeight * b.clientWidth - a.clientHeight * a.clientWidth)[0] ?? page;
};`;

const HELPERS = `${VISIBLE}${MATCHES}${SCROLLER}`;

const FUNCTIONS = {
  /** The first visible element. */
  find: `(target) => matches(target).find(visible) ?? null`,
  offers: `(target) => matches(target).some(
    (element) => visible(element) && !element.disabled && element.getAttribute("aria-disabled") !== "true")`,
  shows: `({ selector, text }) =>
    selector ? matches(selector).some(visible) : (document.body?.innerText ?? "").includes(text)`,
  /** What a person can act on, without what was typed. */
  controls: `() => [...document.querySelectorAll("input, select, textarea, button, a[href], [role=button]")].filter(visible).slice(0, 300).map((element) => {
    const of = (name) => (element.getAttribute(name) ?? "").slice(0, 100);
    const label = element.labels?.[0]?.innerText ?? "";
    const said = /^(?:button|submit|reset)$/.test(element.type) ? element.value || element.innerText : /^(?:input|select|textarea)$/.test(element.localName) ? "" : element.innerText;
    return { tag: element.localName, id: of("id"), name: of("name"), type: of("type"),
      text: (said || of("aria-label") || of("placeholder") || label || "").trim().slice(0, 100) };
  })`,
  /** Changes while a page builds itself. */
  signature: `() => document.readyState + " " + document.querySelectorAll("*").length`,
  /** Marks a visible button or link with one of the texts, outside boxes whose class, id or role matches `outside`. */
  markButton: `({ texts, mark, outside }) => {
    const isOutside = (element) => {
      const names = [element.getAttribute("class"), element.id, element.getAttribute("aria-roledescription")];
      if (new RegExp(outside, "i").test(names.join(" "))) return false;
      return element.parentElement === null || element.parentElement === document.body || isOutside(element.parentElement);
    };
    const known = new Set(texts);
    const bare = (text) => text.normalize("NFKC").toLowerCase().replace(/[\\s\\u00a0]+/g, " ").replace(/[\\d()\\/.,…+»›↓]+/g, "").trim();
    const found = [...document.querySelectorAll("button, a, [role=button], input[type=button], input[type=submit]")].find(
      (element) => visible(element) && !element.disabled && (!outside || isOutside(element)) &&
        [element.innerText, element.value, element.getAttribute("aria-label")].some((text) => typeof text === "string" && known.has(bare(text))));
    for (const old of document.querySelectorAll("[" + mark + "]")) if (old !== found) old.removeAttribute(mark);
    found?.setAttribute(mark, "");
    return found !== undefined;
  }`,
  selectAll: `(target) => {
    const element = matches(target).find(visible);
    if (!element) return;
    element.focus();
    if (typeof element.select === "function") element.select();
    else getSelection()?.selectAllChildren(element);
  }`,
  /** Values of the options with these values or labels; null for one that does not exist. */
  optionValues: `({ target, options }) => {
    const list = [...(matches(target).find(visible)?.options ?? [])];
    return options.map((wanted) =>
      (list.find(({ value }) => value === wanted) ?? list.find(({ label, text }) => label.trim() === wanted || text.trim() === wanted))?.value ?? null);
  }`,
  scrollTo: `(place) => {
    const box = scroller();
    if (typeof place === "number") box.scrollBy(0, place);
    else box.scrollTo(0, place === "top" ? 0 : box.scrollHeight);
  }`,
  /** Scrolls by most of what is in view, so that rows at the edge are seen twice. @returns whether it moved */
  scrollPart: `() => {
    const box = scroller();
    const before = box.scrollTop;
    box.scrollBy(0, Math.max(100, box.clientHeight * 0.6));
    return box.scrollTop > before;
  }`,
  /** Scrolls through the page so that lazy content loads. @returns whether the end or the pixel limit was reached */
  scrollOn: `({ maxHeight }) => {
    const box = scroller();
    box.scrollBy(0, Math.max(200, box.clientHeight * 0.9));
    return box.scrollTop + box.clientHeight >= Math.min(maxHeight, box.scrollHeight - 2);
  }`,
  size: `() => {
    const page = document.documentElement;
    return { width: page.scrollWidth, height: Math.max(page.scrollHeight, document.body?.scrollHeight ?? 0) };
  }`,
  /** Stops what moves by itself. Finite animations go to their end, as for a visitor who waits; others to their start. */
  still: `(css) => {
    const isOurs = (sheet) => sheet.gleaner === true;
    if (!document.adoptedStyleSheets.some(isOurs)) {
      const sheet = Object.assign(new CSSStyleSheet(), { gleaner: true });
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    }
    for (const animation of document.getAnimations()) {
      const { endTime = Infinity } = animation.effect?.getComputedTiming() ?? {};
      try {
        if (Number.isFinite(Number(endTime))) animation.finish();
        else animation.cancel();
      } catch {}
    }
    for (const media of document.querySelectorAll("video, audio")) {
      media.autoplay = false;
      media.pause();
    }
  }`,
  /** Where the visible elements are on the page. */
  boxes: `(targets) => targets.flatMap((target) => matches(target).filter(visible).map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + scrollX, y: y + scrollY, width, height };
  }))`,
  layOut: LAY_OUT,
  settled: `async () => {
    await Promise.race([document.fonts?.ready, new Promise((done) => setTimeout(done, 2000))]);
    const images = [...document.images].filter((image) => !image.complete);
    const loaded = images.map((image) => new Promise((done) => { image.onload = image.onerror = done; }));
    await Promise.race([Promise.all(loaded), new Promise((done) => setTimeout(done, 3000))]);
    return true;
  }`,
} as const;

/** An expression that calls one of these functions inside the page. */
export const inPage = (name: keyof typeof FUNCTIONS, argument: unknown = null): string =>
  `(() => { ${HELPERS} return (${FUNCTIONS[name]})(${JSON.stringify(argument)}); })()`;
