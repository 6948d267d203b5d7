/**
 * Writes durable selectors by example: elements in, selector out, checked against the page.
 *
 * ```ts
 * writeSelector(page.root, cards);                                  // { css: "article.card", fit: 1 }
 * writeField(cards, { name: "price", type: "price", values: [24.5, 12] }, context); // text: "price: .price"
 * ```
 */
export { listByClass, writeSelector } from "./elements.ts";
export { type WrittenField, writeField } from "./fields.ts";
export { linkText } from "./linkText.ts";
export { isHashed } from "./stable.ts";
