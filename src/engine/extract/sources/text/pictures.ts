/** The picture that a page leads with, for pages that name none in their head. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import type { MainContent } from "../../content/content.ts";
import type { PageDocument } from "../../page/document.ts";
import { readElement } from "../../page/elements.ts";
import { elementsNamed } from "../../page/tags.ts";
import { outerOf, outward } from "../../page/tree.ts";
import { type Fact, makeFact } from "../facts.ts";

/** Pictures of the site, not of the page. */
const FURNITURE =
  /logo|favicon|sprite|placeholder|avatar|gravatar|spacer|pixel|blank|badge|banner|(?:^|[/_-])icons?[/_.-]|default[-_](?:image|share|og)|loading|spinner/i;
export const isFurniture = (address: string): boolean =>
  FURNITURE.test(address.replace(/^https?:\/\/[^/]+/, ""));

const MIN_SIDE = 120;
const sideOf = ({ attribs }: Element): number | null => {
  const sides = [attribs.width, attribs.height].map((side) => Number.parseInt(side ?? "", 10));
  const known = sides.filter((side) => Number.isFinite(side) && side > 0);
  return known.length === 0 ? null : Math.min(...known);
};

const ASIDE: ReadonlySet<string> = new Set(["header", "nav", "footer", "aside", "noscript"]);
const stands = (image: Element): "aside" | "figure" | "body" => {
  let found: "figure" | "body" = "body";
  for (const at of outward(image).slice(1)) {
    if (
      at.name === "figure" ||
      /gallery|hero|featured|main-image|product-image/i.test(at.attribs.class ?? "")
    )
      found = "figure";
    if (ASIDE.has(at.name) && !(at.name === "header" && outerOf(at)?.name === "article")) return "aside";
  }
  return found;
};

/** Whether an element comes after the page's heading, as far as the order of the page tells. */
const orderOf = (page: PageDocument): ReadonlyMap<Element, number> => {
  const marks = findAll(({ name }) => name === "img" || name === "h1", page.root.children);
  return new Map(marks.map((element, place) => [element, place]));
};

/** What holds a picture and its neighbours. */
const boxOf = (image: Element): AnyNode | null => {
  let at = image.parent as AnyNode | null;
  while (at && isTag(at) && at.children.filter(isTag).length === 1 && at.parent) at = at.parent as AnyNode;
  return at;
};

const MAX_LOOKED_AT = 60;

export const readPictures = (page: PageDocument, content: MainContent): Fact[] => {
  if (!content.top) return [];
  const order = orderOf(page);
  const [heading] = elementsNamed(page.root, "h1");
  const start = heading ? (order.get(heading) ?? 0) : 0;
  const rated = elementsNamed(page.root, "img")
    .slice(0, MAX_LOOKED_AT)
    .flatMap((image) => {
      const address = readElement(image, "image");
      const side = sideOf(image);
      const place = stands(image);
      if (
        !address ||
        isFurniture(`${address} ${image.attribs.class ?? ""}`) ||
        (side !== null && side < MIN_SIDE)
      )
        return [];
      if (place === "aside") return [];
      const distance = Math.abs((order.get(image) ?? 0) - start);
      return [
        {
          address,
          box: boxOf(image),
          place,
          order: order.get(image) ?? 0,
          rating:
            (place === "figure" ? 2 : 0) +
            (side !== null && side >= 300 ? 1 : 0) -
            Math.min(10, distance) / 10,
        },
      ];
    })
    .sort((left, right) => right.rating - left.rating);
  const [lead] = rated;
  if (!lead) return [];
  // Pictures beside the one that the page leads with are more of the same.
  const beside = rated
    .filter(({ box, place }) => box !== null && box === lead.box && place === lead.place)
    .sort((left, right) => left.order - right.order);
  const addresses = beside.length > 1 ? beside.map(({ address }) => address) : [lead.address];
  return [makeFact("content", "image", [...new Set(addresses)], { factor: 0.6, path: "img" })];
};
