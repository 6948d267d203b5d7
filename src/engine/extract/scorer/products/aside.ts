/** What stands on a product's page and is not about the product: menus, carts, other products, hidden parts. */
import type { Element } from "domhandler";
import { findOne } from "domutils";
import { bitOf, groupsOf } from "../../page/groups.ts";
import { isWithin, outerOf } from "../../page/tree.ts";

const RELATED = bitOf("related");
const ASIDE = bitOf("navigation") | bitOf("footer") | bitOf("overlay") | bitOf("comments") | RELATED;
const CART = /(?:^|[\s_-])(?:mini-?cart|cart-(?:drawer|items?)|upsell|cross-?sell|recently|recommend\w*)/i;
const NAMES: ReadonlySet<string> = new Set(["nav", "footer", "aside", "dialog"]);
const MAX_CLIMB = 14;
const MAX_HIDDEN = 6;

const NOTHING: ReadonlySet<unknown> = new Set();

/** Whether an element or one around it is such, as far as a few steps up tell. */
const hasAround = (element: Element, max: number, is: (at: Element) => boolean): boolean => {
  let at: Element | null = element;
  for (let climbed = 0; at && climbed < max && at.name !== "body"; climbed++, at = outerOf(at))
    if (is(at)) return true;
  return false;
};

/** A box that holds the page's heading stands beside nothing, whatever it is called. */
export const holdsHeading = (element: Element): boolean =>
  findOne(({ name }) => name === "h1", element.children) !== null;

/** Whether something stands beside what the page is about; `others` are records of other things. */
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

/** Whether the page itself says that an element is not shown. */
export const isHidden = (element: Element): boolean =>
  hasAround(
    element,
    MAX_HIDDEN,
    ({ attribs }) =>
      attribs.hidden !== undefined ||
      /display:\s*none/i.test(attribs.style ?? "") ||
      (HIDDEN.test(attribs.class ?? "") && !SHOWN_WIDE.test(attribs.class ?? "")),
  );
