/** Parts of a product page that are not about the product: menus, carts, other products, hidden elements. */
import type { Element } from "domhandler";
import { findOne } from "domutils";
import { bitOf, groupsOf } from "../../page/groups.ts";
import { hidesItself, isWithin, outerOf } from "../../page/tree.ts";

const RELATED = bitOf("related");
const ASIDE = bitOf("navigation") | bitOf("footer") | bitOf("overlay") | bitOf("comments") | RELATED;
const CART = /(?:^|[\s_-])(?:mini-?cart|cart-(?:drawer|items?)|upsell|cross-?sell|recently|recommend\w*)/i;
const NAMES: ReadonlySet<string> = new Set(["nav", "footer", "aside", "dialog"]);
const MAX_CLIMB = 14;
const MAX_HIDDEN = 6;

const NOTHING: ReadonlySet<unknown> = new Set();

/** Whether an element or a near ancestor matches. */
const hasAround = (element: Element, max: number, is: (at: Element) => boolean): boolean => {
  let at: Element | null = element;
  for (let climbed = 0; at && climbed < max && at.name !== "body"; climbed++, at = outerOf(at))
    if (is(at)) return true;
  return false;
};

/** A box that contains the page's heading is never aside, regardless of its class names. */
export const holdsHeading = (element: Element): boolean =>
  findOne(({ name }) => name === "h1", element.children) !== null;

/** Whether an element is outside the page's main subject; `others` are records of other things. */
export const isAside = (element: Element, others: ReadonlySet<unknown> = NOTHING): boolean =>
  isWithin(element, others) ||
  hasAround(
    element,
    MAX_CLIMB,
    (at) =>
      (NAMES.has(at.name) ||
        CART.test(`${at.attribs.class ?? ""} ${at.attribs.id ?? ""}`) ||
        (groupsOf(at) & ASIDE) !== 0) &&
      !holdsHeading(at),
  );

const HIDDEN =
  /(?:^|\s)(?:hidden|d-none|is-hidden|(?!(?:xs|sm|md|lg|mobile|phone|tablet)-)(?:[\w-]+-)?hide)(?:\s|$)/;
/** Hidden on narrow screens only: "hidden md:flex", "d-none d-lg-block". */
const SHOWN_WIDE =
  /(?:^|\s)(?:(?:sm|md|lg|xl|2xl):|d-(?:sm|md|lg|xl|xxl)-)(?:block|flex|grid|inline\S*|contents|table)(?:\s|$)/;

/** Whether attributes hide an element or an ancestor. */
export const isHidden = (element: Element): boolean =>
  hasAround(
    element,
    MAX_HIDDEN,
    (around) =>
      hidesItself(around) ||
      (HIDDEN.test(around.attribs.class ?? "") && !SHOWN_WIDE.test(around.attribs.class ?? "")),
  );
