/** Keeps a selector from matching other things in other records, such as an old price that the example lacks. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { isStruck } from "../../page/priceText.ts";
import { textOf } from "../../page/text.ts";
import { classesOf, outward } from "../../page/tree.ts";
import { compileSelector } from "../select.ts";
import { isStableName } from "../selectors/stable.ts";

const STRUCK = ["del", "s", "strike"]
  .flatMap((name) => [name, `${name} *`, `:has(> ${name}:only-child)`])
  .join(", ");

/** Whether an element is struck through, or holds only what is. */
const isStruckWithin = (element: Element, scope: AnyNode): boolean => {
  const [only, ...others] = element.children.filter(isTag);
  return (
    outward(element, scope).some(isStruck) ||
    (only !== undefined && others.length === 0 && isStruck(only) && textOf(only) === textOf(element))
  );
};

const stableClasses = (element: Element): string[] => classesOf(element).filter(isStableName);

/**
 * Excludes matches unlike `element` from the selector if they come first in another record that also has a match
 * like it: `.money` becomes `.money:not(del, del *, …)`, `.price` becomes `.price:not(.old)`.
 */
export const withoutUnlike = (
  css: string,
  element: Element,
  scope: AnyNode,
  records: readonly AnyNode[],
): string => {
  if (css === "" || css === ":scope") return css;
  const select = compileSelector(css);
  const own = new Set(stableClasses(element));
  const isOwnStruck = isStruckWithin(element, scope);
  const strange = (match: Element): string[] => stableClasses(match).filter((name) => !own.has(name));
  const left = new Set<string>();
  for (const record of records) {
    const [first, ...rest] = select(record);
    const isOther = (match: Element): boolean => isOwnStruck !== isStruckWithin(match, record);
    if (!first || !rest.some((match) => !isOther(match) && strange(match).length === 0)) continue;
    const [name] = strange(first);
    if (isOther(first) && !isOwnStruck) left.add(STRUCK);
    else if (name !== undefined) left.add(`.${name}`);
  }
  return left.size === 0 ? css : `${css}:not(${[...left].join(", ")})`;
};
