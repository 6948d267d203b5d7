/** Further pages of the same template: which they are, and what a page says in their light. */
export { siblingAddresses } from "./addresses.ts";
export { isSameTemplate } from "./template.ts";
export { readTogether } from "./together.ts";
