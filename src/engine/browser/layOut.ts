import { NODE_MARK } from "../nodeMark.ts";

/** Most elements examined; a page with more is not one that people pick elements from. */
const MAX_ELEMENTS = 100_000;
const MAX_FRAMES = 10;

/**
 * Source of a function inside the page: numbers each visible element and returns their positions and the page's HTML.
 * All in one task, so that nothing changes in between.
 */
export const LAY_OUT = `({ hidesInputs, maxHeight }) => {
  const root = document.documentElement;
  const width = innerWidth;
  const height = Math.max(root.scrollHeight, document.body?.scrollHeight ?? 0);
  const unseen = new Set(["script", "style", "noscript", "template", "br", "option", "source"]);
  const isClear = (element, { left, top, width, height }) => {
    const at = [left + width / 2, top + height / 2];
    if (at[0] < 0 || at[1] < 0 || at[0] >= innerWidth || at[1] >= innerHeight) return true;
    const hit = document.elementFromPoint(...at);
    return !hit || hit === element || element.contains(hit) || hit.contains(element);
  };
  const boxes = [];
  const frames = [];
  let node = 0;
  let shadowRoots = 0;
  for (const element of [...document.querySelectorAll("*")].slice(0, ${MAX_ELEMENTS})) {
    element.removeAttribute("${NODE_MARK}");
    if (unseen.has(element.localName)) continue;
    if (element.shadowRoot) shadowRoots++;
    const rect = element.getBoundingClientRect();
    const left = Math.round(rect.left + scrollX);
    const top = Math.round(rect.top + scrollY);
    if (rect.width <= 1 || rect.height <= 1 || left >= width || left + rect.width <= 0) continue;
    if (top >= maxHeight || top + rect.height <= 0) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (/^i?frame$/.test(element.localName) && frames.length < ${MAX_FRAMES} && /^https?:/.test(element.src))
      frames.push(element.src);
    element.setAttribute("${NODE_MARK}", String(++node));
    const isCovered = element.childElementCount === 0 && !isClear(element, rect);
    boxes.push(node, left, top, Math.round(rect.width), Math.round(rect.height), isCovered ? 1 : 0);
  }
  if (hidesInputs)
    for (const input of document.querySelectorAll("input, textarea, select, [contenteditable]")) {
      if (input.localName === "input") input.setAttribute("value", "");
      else if (input.localName !== "select") input.textContent = "";
    }
  const html = root.outerHTML;
  return { html, width, height, direction: getComputedStyle(root).direction, boxes, frames, shadowRoots };
}`;
